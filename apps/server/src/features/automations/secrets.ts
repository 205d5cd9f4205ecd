import { originOfCall } from '@parley/contract/flow-calls';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditEventOf, writeAudit } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { resealRows } from '../../platform/reseal.ts';
import { insertSecret, lockSealedSecrets, type SecretRow, storeResealedSecret } from './secret-repo.ts';

type Place = Pick<SecretRow, 'client_id' | 'id' | 'origin'>;

/** A secret cannot be opened for another scheme, host or port than its own. */
const contextOf = ({ client_id, id, origin }: Place) => `automation_secrets.value:${client_id}:${id}:${origin}`;

export function openSecret({ secrets }: Platform, row: SecretRow): string {
  return secrets.open(row.value_enc, contextOf(row));
}

/** @throws AppError validation_failed for an address without a host */
export async function addSecret(
  platform: Platform,
  tx: TenantTx,
  call: Call<AccountActor>,
  { url, value }: { url: string; value: string },
): Promise<string> {
  const origin = originOfCall(url);
  if (origin === null) throw invalid('url', 'Enter the address first: the secret is sent there only.');
  const id = newId();
  const sealed = platform.secrets.seal(value, contextOf({ client_id: tx.clientId, id, origin }));
  await insertSecret(tx, { id, origin, sealed, author: call.actor.author });
  await writeAudit(tx, auditEventOf(call, 'automations.secret_added', id, { origin }));
  return id;
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export function resealAutomationSecrets(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return resealRows(platform, {
    lock: lockSealedSecrets,
    placeOf: contextOf,
    store: storeResealedSecret,
  });
}
