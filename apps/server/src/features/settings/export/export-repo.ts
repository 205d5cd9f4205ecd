import type { AccountExport } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type ExportRow = {
  id: string;
  state: AccountExport['state'];
  error: string | null;
  done: number;
  total: number;
  size_bytes: number | null;
  restarts: number;
  encrypted: boolean;
  started_at: Date | null;
  /** Database time, for what is left. */
  now: Date;
  created_by: string;
  created_at: Date;
  ended_at: Date | null;
  expires_at: Date | null;
};
const columns = `id, state, error, done, total, size_bytes, restarts, encrypted, started_at, now() as now, created_by, created_at,
  ended_at, expires_at`;

const insert = statement(
  'settings.insert_export',
  `insert into account_exports (client_id, id, created_by, password_enc, encrypted) values ($1, $2, $3, $4::bytea, $4::bytea is not null)
   on conflict (client_id) where state in ('waiting', 'running') do nothing returning ${columns}`,
);
/** @param password sealed @returns null while another one is in progress */
export async function insertExport(
  tx: TenantTx,
  { id, userId, password }: { id: string; userId: string; password: Buffer | null },
): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(insert, [tx.clientId, id, userId, password]);
  return row ?? null;
}

const latest = statement(
  'settings.find_latest_export',
  `select ${columns} from account_exports where client_id = $1 and (expires_at is null or expires_at > now())
   order by created_at desc, id desc limit 1`,
);
export async function findLatestExport(tx: TenantTx): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(latest, [tx.clientId]);
  return row ?? null;
}

const begin = statement(
  'settings.begin_export',
  `update account_exports set state = 'running', done = 0, total = 0, started_at = now()
   where client_id = $1 and id = $2 and state in ('waiting', 'running') returning ${columns}`,
);
/** @returns null when it has ended */
export async function beginExportRun(tx: TenantTx, id: string): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(begin, [tx.clientId, id]);
  return row ?? null;
}

const advance = statement(
  'settings.advance_export',
  `update account_exports set done = $4, total = $5
   where client_id = $1 and id = $2 and restarts = $3 and state = 'running'`,
);
/** @returns false when its contents must be collected again */
export async function advanceExport(tx: TenantTx, row: ExportRow, done: number, total: number): Promise<boolean> {
  return (await tx.run(advance, [tx.clientId, row.id, row.restarts, done, total])) === 1;
}

const complete = statement(
  'settings.finish_export',
  `with completed as (
     update account_exports set state = 'done', size_bytes = $4, done = total, ended_at = now(), password_enc = null,
       expires_at = now() + interval '7 days'
     where client_id = $1 and id = $2 and restarts = $3 and state = 'running' returning id
   ), replaced as (
     update account_exports e set expires_at = now() from completed
     where e.client_id = $1 and e.id <> completed.id and e.expires_at > now()
   )
   select id from completed`,
);
/** Earlier files go: an account has one. @returns false when its contents must be collected again */
export async function completeExport(tx: TenantTx, row: ExportRow, sizeBytes: number): Promise<boolean> {
  return (await tx.rows(complete, [tx.clientId, row.id, row.restarts, sizeBytes])).length === 1;
}

const fail = statement(
  'settings.end_export',
  `update account_exports set state = 'failed', error = $3, ended_at = now(), password_enc = null, expires_at = now() + interval '7 days'
   where client_id = $1 and id = $2 and state in ('waiting', 'running')`,
);
export async function failExport(tx: TenantTx, id: string, error: string): Promise<void> {
  await tx.run(fail, [tx.clientId, id, error]);
}

const cancel = statement(
  'settings.cancel_export',
  `update account_exports set state = 'failed', ended_at = now(), password_enc = null, expires_at = now()
   where client_id = $1 and state in ('waiting', 'running')`,
);
/** Ends the one in progress, as if nobody had asked for it. */
export async function cancelExport(tx: TenantTx): Promise<void> {
  await tx.run(cancel, [tx.clientId]);
}

const forget = statement(
  'settings.expire_exports',
  `update account_exports set restarts = restarts + 1, expires_at = case when state = 'done' then now() end
   where client_id = $1 and state <> 'failed'`,
);
/** Ends finished files, because they may name an erased contact; one in progress is collected again. */
export async function forgetAccountExports(tx: TenantTx): Promise<void> {
  await tx.run(forget, [tx.clientId]);
}

const listAccounts = statement(
  'settings.list_accounts_with_old_exports',
  'select distinct client_id from account_exports where expires_at < now()',
);
/** Across accounts. */
export async function listAccountsWithOldExports(tx: Executor): Promise<string[]> {
  return (await tx.rows<{ client_id: string }>(listAccounts)).map((row) => row.client_id);
}

const listOld = statement(
  'settings.list_old_exports',
  'select id from account_exports where client_id = $1 and expires_at < now()',
);
export async function listOldExports(tx: TenantTx): Promise<string[]> {
  return (await tx.rows<{ id: string }>(listOld, [tx.clientId])).map(({ id }) => id);
}

const remove = statement(
  'settings.delete_export',
  `delete from account_exports where client_id = $1 and id = $2 and state in ('done', 'failed')`,
);
export async function deleteExport(tx: TenantTx, id: string): Promise<void> {
  await tx.run(remove, [tx.clientId, id]);
}
