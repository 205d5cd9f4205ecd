export { renameFieldInAutomations } from './rename-field.ts';
export { resealAutomationSecrets } from './secrets.ts';
