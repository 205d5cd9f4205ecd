import { deriveToken } from '../../platform/auth/api-key.ts';
import type { Platform } from '../../platform/platform.ts';

export const tokenPrefix = 'wa_scim_';

/** The text of a token, of the form of API keys. */
export function deriveScimToken(platform: Platform, clientId: string, id: string): ReturnType<typeof deriveToken> {
  return deriveToken(platform, 'scim tokens', `${tokenPrefix}${id.replaceAll('-', '')}`, `${clientId}/${id}`);
}
