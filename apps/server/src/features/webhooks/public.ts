export { idOfWamid, wamidOf } from './cloud-api/message-ids.ts';
export { eraseFromCalls } from './incoming/call-repo.ts';
export { findFieldUsesInIncoming, renameFieldInIncoming } from './incoming/incoming-repo.ts';
export { resealIncomingSecrets } from './incoming/incoming-secrets.ts';
export { resealEndpointSecrets } from './secrets.ts';
