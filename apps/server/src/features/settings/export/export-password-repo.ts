import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';

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
export async function resealExportPasswords(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  const { db, secrets } = platform;
  return db.system.transaction('maintenance', async (tx: Executor) => {
    const rows = (await tx.rows<Sealed>(lockStatement)).filter(({ password_enc: sealed }) =>
      secrets.isSealedBefore(sealed),
    );
    for (const { client_id: clientId, id, password_enc: sealed } of rows) {
      const password = secrets.open(sealed, contextOf(clientId, id));
      await tx.run(resealStatement, [clientId, id, sealPassword(platform, clientId, id, password)]);
    }
    return rows.length;
  });
}
