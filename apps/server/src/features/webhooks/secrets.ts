import { randomBytes } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import { lockSealedEndpoints, storeResealedEndpoint } from './endpoint-repo.ts';

const contextOf = (clientId: string, id: string) => `webhook_endpoints.secret:${clientId}:${id}`;

export function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export function sealSecret(
  { secrets }: Pick<Platform, 'secrets'>,
  clientId: string,
  id: string,
  secret: string,
): Buffer {
  return secrets.seal(secret, contextOf(clientId, id));
}

export function openSecret({ secrets }: Platform, clientId: string, id: string, sealed: Buffer): string {
  return secrets.open(sealed, contextOf(clientId, id));
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export async function resealEndpointSecrets(platform: Platform): Promise<number> {
  const { db, secrets } = platform;
  return db.system.transaction('maintenance', async (tx) => {
    const rows = (await lockSealedEndpoints(tx)).filter(
      (row) =>
        secrets.isSealedBefore(row.secret_enc) ||
        (row.previous_secret_enc !== null && secrets.isSealedBefore(row.previous_secret_enc)),
    );
    for (const row of rows) {
      const again = (sealed: Buffer) =>
        sealSecret(platform, row.client_id, row.id, openSecret(platform, row.client_id, row.id, sealed));
      await storeResealedEndpoint(tx, {
        ...row,
        secret_enc: again(row.secret_enc),
        previous_secret_enc: row.previous_secret_enc === null ? null : again(row.previous_secret_enc),
      });
    }
    return rows.length;
  });
}
