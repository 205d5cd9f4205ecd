/* What the steps of an import share with files that are imported on a schedule. */
export { ImportFields } from './import-fields.tsx';
export { RuleFields } from './rule-fields.tsx';
