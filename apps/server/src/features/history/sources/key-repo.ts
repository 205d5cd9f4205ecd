import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { resealRows } from '../../../platform/reseal.ts';

const contextOf = (clientId: string, id: string) => `history_imports.key:${clientId}:${id}`;

export function sealKey({ secrets }: Pick<Platform, 'secrets'>, clientId: string, id: string, key: string): Buffer {
  return secrets.seal(key, contextOf(clientId, id));
}

const keyStatement = statement(
  'history.read_key',
  'select key_enc from history_imports where client_id = $1 and id = $2 and key_enc is not null',
);
/** @returns null after the import has ended */
export async function readKey(
  tx: TenantTx,
  { secrets }: Pick<Platform, 'secrets'>,
  id: string,
): Promise<string | null> {
  const [row] = await tx.rows<{ key_enc: Buffer }>(keyStatement, [tx.clientId, id]);
  return row === undefined ? null : secrets.open(row.key_enc, contextOf(tx.clientId, id));
}

type Sealed = { client_id: string; id: string; key_enc: Buffer };
const lockStatement = statement(
  'history.lock_sealed',
  'select client_id, id, key_enc from history_imports where key_enc is not null order by client_id, id for update',
);
const resealStatement = statement(
  'history.update_resealed',
  'update history_imports set key_enc = $3 where client_id = $1 and id = $2',
);

/** After a change of the installation's key: seals what was sealed before with the new one. */
export function resealHistoryKeys(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return resealRows<Sealed>(platform, {
    lock: (tx) => tx.rows(lockStatement),
    placeOf: ({ client_id, id }) => contextOf(client_id, id),
    store: async (tx, { client_id, id, key_enc }) => {
      await tx.run(resealStatement, [client_id, id, key_enc]);
    },
  });
}
