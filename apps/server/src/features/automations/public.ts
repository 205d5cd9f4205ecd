export { renameFieldInAutomations } from './rename-field.ts';
