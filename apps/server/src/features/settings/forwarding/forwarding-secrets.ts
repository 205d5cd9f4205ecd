import { randomBytes } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';
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
export async function resealForwardingSecrets({ db, secrets }: Platform): Promise<number> {
  return db.system.transaction('maintenance', async (tx) => {
    const rows = (await lockSealedForwardings(tx)).filter((row) => secrets.isSealedBefore(row.secret_enc));
    for (const row of rows) {
      const { client_id: clientId, id } = row;
      const secret = openForwardingSecret({ secrets }, clientId, row);
      await storeResealedForwarding(tx, { ...row, secret_enc: secrets.seal(secret, contextOf(clientId, id)) });
    }
    return rows.length;
  });
}
