export { revokeKeysOf } from './api-key-repo.ts';
export { summarizeKeys } from './key-requests-repo.ts';
