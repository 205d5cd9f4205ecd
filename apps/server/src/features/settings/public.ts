export { revokeKeysOf } from './api-key-repo.ts';
export { summarizeKeys } from './key-requests-repo.ts';
export { pushUserId } from './push-user.ts';
