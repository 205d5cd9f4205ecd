export { findFieldUsesInAutomations } from './field-uses.ts';
export { renameFieldInAutomations } from './rename-field.ts';
export { resealAutomationSecrets } from './secrets.ts';
