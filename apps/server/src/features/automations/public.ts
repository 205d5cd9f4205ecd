export { countFirstMessages, findWriterName, listFirstMessages } from './exam/past-messages-query.ts';
export { getChannelFacts } from './facts/facts-query.ts';
export { mayAutomationAnswer } from './facts/may-answer.ts';
export { findFieldUsesInAutomations } from './field-uses.ts';
export { renameFieldInAutomations } from './rename-field.ts';
export { resealAutomationSecrets } from './secrets.ts';
