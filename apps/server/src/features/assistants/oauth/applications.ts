import { addressGroup } from '../../../platform/http/address-group.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fetchApplication } from './application-document.ts';
import { type Application, type ApplicationMetadata, readMetadata } from './application-metadata.ts';
import { findRegistered, insertApplication } from './application-repo.ts';
import { OAuthError } from './oauth-error.ts';

const limits = { anHour: 100, unused: 5_000 };

/** RFC 7591: anybody may register; it gives no access. @throws OAuthError */
export async function registerApplication(
  platform: Platform,
  given: ApplicationMetadata,
  ip: string,
): Promise<Record<string, unknown>> {
  const { name, redirectUris } = readMetadata(given);
  const application = { id: newId(), name, redirect_uris: redirectUris };
  const made = await platform.db.system.transaction('assistants', (tx) =>
    insertApplication(tx, { ...application, address: addressGroup(ip) }, limits),
  );
  if ('waitS' in made) {
    const message = `One address may register ${limits.anHour} applications an hour.`;
    throw new OAuthError('temporarily_unavailable', message, 429, made.waitS);
  }
  return {
    client_id: application.id,
    client_id_issued_at: made.issuedAt,
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** @returns null when there is no such application, or its document can’t be read */
export async function findApplication(platform: Platform, id: string): Promise<Application | null> {
  if (/^https?:/i.test(id)) return fetchApplication(id, platform.config.ALLOWED_PRIVATE_HOSTS);
  const row = isUuid(id) ? await findRegistered(platform.db.system.statements('assistants'), id) : null;
  return row && { id: row.id, name: row.name, redirectUris: row.redirect_uris, host: null };
}
