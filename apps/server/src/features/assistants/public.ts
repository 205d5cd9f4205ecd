export { isAssistantCall } from './call-api.ts';
