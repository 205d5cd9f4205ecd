import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';

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
export async function resealHistoryKeys(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  const { db, secrets } = platform;
  return db.system.transaction('maintenance', async (tx: Executor) => {
    const rows = (await tx.rows<Sealed>(lockStatement)).filter(({ key_enc: sealed }) => secrets.isSealedBefore(sealed));
    for (const { client_id: clientId, id, key_enc: sealed } of rows) {
      const key = secrets.open(sealed, contextOf(clientId, id));
      await tx.run(resealStatement, [clientId, id, sealKey(platform, clientId, id, key)]);
    }
    return rows.length;
  });
}
