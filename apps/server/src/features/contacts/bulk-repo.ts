import type { BulkJob } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { Which } from './which-repo.ts';

/** Which contacts an act goes through, with what its maker may see. */
export type StoredSelection = { ids: string[]; which?: never } | { which: Which; masked: boolean; ids?: never };

export type BulkRow = Omit<BulkJob, 'created_at' | 'ended_at' | 'file'> & {
  act: Record<string, unknown>;
  selection: StoredSelection;
  cursor: string | null;
  /** Of the file of an export; null while there is none. */
  file_bytes: number | null;
  created_at: Date;
  ended_at: Date | null;
  request_hash: Buffer;
};

const columns = `id, kind, act, selection, state, cursor, seen, changed, total, error, file_bytes, created_by, created_at, ended_at, request_hash`;

const insert = statement(
  'contact_bulk_insert',
  `insert into contact_bulk_acts (client_id, id, kind, act, selection, total, created_by, request_hash)
   values ($1, $2, $3, $4::jsonb, $5::jsonb, $6, $7, $8) on conflict (client_id, id) do nothing`,
);

/** @returns false when the id is taken */
export async function insertBulk(
  tx: TenantTx,
  row: Pick<BulkRow, 'id' | 'kind' | 'act' | 'selection' | 'total' | 'created_by' | 'request_hash'>,
): Promise<boolean> {
  const { id, kind, act, selection, total, created_by, request_hash } = row;
  const values = [
    tx.clientId,
    id,
    kind,
    JSON.stringify(act),
    JSON.stringify(selection),
    total,
    created_by,
    request_hash,
  ];
  return (await tx.run(insert, values)) === 1;
}

const find = statement(
  'contact_bulk_find',
  `select ${columns} from contact_bulk_acts where client_id = $1 and id = $2`,
);
export async function findBulk(tx: TenantTx, id: string): Promise<BulkRow | null> {
  const [row] = await tx.rows<BulkRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const recent = statement(
  'contact_bulk_recent',
  `select ${columns} from contact_bulk_acts where client_id = $1 and created_at > now() - interval '7 days'
     and case kind when 'export' then created_by = $2 else created_at > now() - interval '1 day' end
   order by created_at desc, id desc limit 50`,
);
/** Acts of the last day, and this author's exports of the last seven. */
export function listRecentBulk(tx: TenantTx, author: string): Promise<BulkRow[]> {
  return tx.rows(recent, [tx.clientId, author]);
}

const begin = statement(
  'contact_bulk_begin',
  `update contact_bulk_acts set state = 'running' where client_id = $1 and id = $2 and state in ('waiting', 'running')
   returning ${columns}`,
);
/** Locks the act for a step. @returns null when it ended or was cancelled */
export async function beginBulkStep(tx: TenantTx, id: string): Promise<BulkRow | null> {
  const [row] = await tx.rows<BulkRow>(begin, [tx.clientId, id]);
  return row ?? null;
}

const advance = statement(
  'contact_bulk_advance',
  `update contact_bulk_acts set cursor = $3, seen = seen + $4, changed = changed + $5 where client_id = $1 and id = $2`,
);
export async function advanceBulk(
  tx: TenantTx,
  id: string,
  step: { cursor: string; seen: number; changed: number },
): Promise<void> {
  await tx.run(advance, [tx.clientId, id, step.cursor, step.seen, step.changed]);
}

const end = statement(
  'contact_bulk_end',
  `update contact_bulk_acts set state = $3, error = $4, ended_at = now()
   where client_id = $1 and id = $2 and state in ('waiting', 'running') returning ${columns}`,
);
/** @returns null when it had ended before */
export async function endBulk(
  tx: TenantTx,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  error: string | null,
): Promise<BulkRow | null> {
  const [row] = await tx.rows<BulkRow>(end, [tx.clientId, id, state, error]);
  return row ?? null;
}

const purge = statement(
  'contact_bulk_purge',
  `delete from contact_bulk_acts where ended_at < now() - interval '30 days'`,
);
export function purgeBulk(tx: Executor): Promise<number> {
  return tx.run(purge);
}
