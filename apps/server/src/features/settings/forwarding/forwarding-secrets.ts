import { randomBytes } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';
import { resealRows } from '../../../platform/reseal.ts';
import { lockSealedForwardings, storeResealedForwarding } from './forwarding-repo.ts';

const contextOf = (clientId: string, id: string) => `audit_forwardings.secret:${clientId}:${id}`;

/** A new secret in the form of webhooks, and as it is stored. */
export function createForwardingSecret({ secrets }: Platform, clientId: string, id: string) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: secrets.seal(secret, contextOf(clientId, id)) };
}

export function openForwardingSecret(
  { secrets }: Pick<Platform, 'secrets'>,
  clientId: string,
  { id, secret_enc: sealed }: { id: string; secret_enc: Buffer | null },
): string {
  if (sealed === null) throw new Error('a forwarding without a secret is no webhook');
  return secrets.open(sealed, contextOf(clientId, id));
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export function resealForwardingSecrets(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return resealRows(platform, {
    lock: lockSealedForwardings,
    placeOf: ({ client_id, id }) => contextOf(client_id, id),
    store: storeResealedForwarding,
  });
}
