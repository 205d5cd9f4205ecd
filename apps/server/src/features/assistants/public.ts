export { isAssistantCall } from './call-api.ts';
export { findApplicationAccess, markApplicationUsed } from './oauth/access-repo.ts';
