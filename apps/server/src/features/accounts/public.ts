export { publishCustomFieldNames } from './client-change.ts';
export { findLogoOf } from './find-logo.ts';
export { listOptOutWords } from './opt-out-words-repo.ts';
export { presentClient } from './present.ts';
export {
  type ClientFields,
  closeClient,
  createClient,
  getClient,
  getNameAndCountry,
  lockClient,
} from './repo.ts';
export { findClientOfRequest } from './request-query-repo.ts';
