import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { resealRows } from '../../../platform/reseal.ts';

const contextOf = (clientId: string, id: string) => `account_exports.password:${clientId}:${id}`;

export function sealPassword(
  { secrets }: Pick<Platform, 'secrets'>,
  clientId: string,
  id: string,
  password: string,
): Buffer {
  return secrets.seal(password, contextOf(clientId, id));
}

const passwordStatement = statement(
  'settings.read_export_password',
  'select password_enc from account_exports where client_id = $1 and id = $2 and password_enc is not null',
);
/** @returns null for a file that is not encrypted, and after its end */
export async function readPassword(
  tx: TenantTx,
  { secrets }: Pick<Platform, 'secrets'>,
  id: string,
): Promise<string | null> {
  const [row] = await tx.rows<{ password_enc: Buffer }>(passwordStatement, [tx.clientId, id]);
  return row === undefined ? null : secrets.open(row.password_enc, contextOf(tx.clientId, id));
}

type Sealed = { client_id: string; id: string; password_enc: Buffer };
const lockStatement = statement(
  'settings.lock_sealed_exports',
  'select client_id, id, password_enc from account_exports where password_enc is not null order by client_id, id for update',
);
const resealStatement = statement(
  'settings.update_resealed_export',
  'update account_exports set password_enc = $3 where client_id = $1 and id = $2',
);

/** After a change of the installation's key: seals what was sealed before with the new one. */
export function resealExportPasswords(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return resealRows<Sealed>(platform, {
    lock: (tx) => tx.rows(lockStatement),
    placeOf: ({ client_id, id }) => contextOf(client_id, id),
    store: async (tx, { client_id, id, password_enc }) => {
      await tx.run(resealStatement, [client_id, id, password_enc]);
    },
  });
}
