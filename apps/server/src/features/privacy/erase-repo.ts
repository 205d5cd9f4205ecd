import type { ErasureCounts, ErasureReceipt } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import type { ErasureSubject } from '../contacts/public.ts';

export type ErasureRow = {
  id: string;
  contact_id: string | null;
  subject: ErasureSubject | null;
  subject_hashes: string[];
  state: ErasureReceipt['state'];
  error: string | null;
  counts: Partial<ErasureCounts>;
  file_ids: string[];
  partition: number;
  seq: number;
  requested_by: string;
  requested_at: Date;
  done_at: Date | null;
  request_hash: Buffer;
  key: string;
};
const columns = `id, contact_id, subject, subject_hashes, state, error, counts, file_ids, partition, seq, requested_by, requested_at,
  done_at, request_hash, requested_at::text as key`;

const insert = statement(
  'privacy.insert_erasure',
  `insert into erasures (client_id, id, contact_id, subject, subject_hashes, counts, requested_by, request_hash)
   values ($1, $2, $3, $4::jsonb, $5, $6::jsonb, $7, $8) on conflict do nothing`,
);
/** @returns false when the id is taken or the contact is being erased already */
export async function insertErasure(
  tx: TenantTx,
  row: Pick<
    ErasureRow,
    'id' | 'contact_id' | 'subject' | 'subject_hashes' | 'counts' | 'requested_by' | 'request_hash'
  >,
): Promise<boolean> {
  const { id, contact_id, subject, subject_hashes, counts, requested_by, request_hash } = row;
  const values = [
    tx.clientId,
    id,
    contact_id,
    JSON.stringify(subject),
    subject_hashes,
    JSON.stringify(counts),
    requested_by,
    request_hash,
  ];
  return (await tx.run(insert, values)) === 1;
}

const find = statement('privacy.find_erasure', `select ${columns} from erasures where client_id = $1 and id = $2`);
export async function findErasure(tx: TenantTx, id: string): Promise<ErasureRow | null> {
  const [row] = await tx.rows<ErasureRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const page = statement(
  'privacy.list_erasures',
  `select ${columns} from erasures where client_id = $1 and (requested_at, id) < ($2::timestamptz, $3::uuid)
   order by requested_at desc, id desc limit $4`,
);
export function listErasures(tx: TenantTx, before: { key: string; id: string }, limit: number): Promise<ErasureRow[]> {
  return tx.rows(page, [tx.clientId, before.key, before.id, limit]);
}

const count = statement(
  'privacy.add_erasure_counts',
  `update erasures e set state = 'running', file_ids = e.file_ids || $4::uuid[], counts = (
     select coalesce(jsonb_object_agg(k, coalesce((e.counts->>k)::bigint, 0) + coalesce(($3::jsonb->>k)::bigint, 0)), '{}')
     from (select jsonb_object_keys(e.counts) union select jsonb_object_keys($3::jsonb)) x(k))
   where e.client_id = $1 and e.id = $2`,
);
/** Adds to the counts and to the files that are deleted from the storage after the commit. */
export async function addErasureCounts(
  tx: TenantTx,
  id: string,
  counts: Partial<ErasureCounts>,
  fileIds: readonly string[] = [],
): Promise<void> {
  await tx.run(count, [tx.clientId, id, JSON.stringify(counts), fileIds]);
}

const filesGone = statement(
  'privacy.remove_pending_files',
  `update erasures set file_ids = array(select unnest(file_ids) except select unnest($3::uuid[])) where client_id = $1 and id = $2`,
);
export async function removePendingFiles(tx: TenantTx, id: string, fileIds: readonly string[]): Promise<void> {
  await tx.run(filesGone, [tx.clientId, id, fileIds]);
}

const move = statement(
  'privacy.save_progress',
  'update erasures set partition = $3, seq = $4 where client_id = $1 and id = $2',
);
export async function saveProgress(tx: TenantTx, id: string, partition: number, seq: number): Promise<void> {
  await tx.run(move, [tx.clientId, id, partition, seq]);
}

const end = statement(
  'privacy.end_erasure',
  `update erasures set state = $3, error = $4, done_at = case when $3 = 'done' then now() end,
     subject = case when $3 = 'done' then null else subject end, contact_id = case when $3 = 'done' then null else contact_id end
   where client_id = $1 and id = $2 and state <> 'done'`,
);
export async function endErasure(
  tx: TenantTx,
  id: string,
  state: 'done' | 'failed',
  error: string | null,
): Promise<void> {
  await tx.run(end, [tx.clientId, id, state, error]);
}
