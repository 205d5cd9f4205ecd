export { publishCustomFieldNames } from './client-change.ts';
export { findLogoOf } from './find-logo.ts';
export { listOptOutSettings } from './opt-out-words-repo.ts';
export { defaultBranding, presentClient } from './present.ts';
export {
  type ClientFields,
  closeClient,
  createClient,
  findInvitationBranding,
  getClient,
  getNameAndCountry,
  lockClient,
} from './repo.ts';
export { findClientOfRequest } from './request-query-repo.ts';
