import { randomBytes } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import { resealRows } from '../../platform/reseal.ts';
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
export function resealEndpointSecrets(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return resealRows(platform, {
    lock: lockSealedEndpoints,
    placeOf: ({ client_id, id }) => contextOf(client_id, id),
    store: storeResealedEndpoint,
  });
}
