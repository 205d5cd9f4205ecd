import { cleanName } from '@parley/contract/names';
import { OAuthError } from './oauth-error.ts';
import { destinationOf, findRedirectProblem, mostRedirects } from './redirects.ts';

const mostNameChars = 100;

export type Application = {
  /** The id of a registration, or the address of its document. */
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The host of its document; null: registered. */
  host: string | null;
};

/** What programs say of themselves, in a registration or in a document. */
export type ApplicationMetadata = Record<string, unknown>;

/** @throws OAuthError in the words of RFC 7591 */
export function readMetadata(given: ApplicationMetadata): { name: string; redirectUris: string[] } {
  const { redirect_uris: uris, client_name, token_endpoint_auth_method: method } = given;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > mostRedirects) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris: name 1 to ${mostRedirects} addresses.`);
  }
  for (const uri of uris) {
    const problem = typeof uri === 'string' ? findRedirectProblem(uri) : 'A redirect URI is a text.';
    if (problem !== null) throw new OAuthError('invalid_redirect_uri', problem);
  }
  if (method !== undefined && method !== 'none') {
    const message = 'token_endpoint_auth_method: only “none” is supported; codes are bound by PKCE.';
    throw new OAuthError('invalid_client_metadata', message);
  }
  for (const [field, needed] of [
    ['grant_types', 'authorization_code'],
    ['response_types', 'code'],
  ] as const) {
    const value = given[field];
    if (value !== undefined && !(Array.isArray(value) && value.includes(needed))) {
      throw new OAuthError('invalid_client_metadata', `${field}: “${needed}” is needed.`);
    }
  }
  const redirectUris = uris as [string, ...string[]];
  const told = typeof client_name === 'string' ? cleanName(client_name.slice(0, 1_000)) : '';
  const { name } = destinationOf(redirectUris[0]);
  return { name: [...told].slice(0, mostNameChars).join('') || name || 'Application', redirectUris };
}
