import type { ErasureCounts, ErasureReceipt } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/** What is looked for; emptied when the work is done. */
export type Subject = { contact_ids: string[]; phones: string[]; users: string[] };
export type ErasureRow = {
  id: string;
  contact_id: string | null;
  subject: Subject | null;
  subject_hashes: string[];
  state: ErasureReceipt['state'];
  error: string | null;
  counts: Partial<ErasureCounts>;
  file_ids: string[];
  lane: number;
  seq: number;
  requested_by: string;
  requested_at: Date;
  done_at: Date | null;
  request_hash: Buffer;
  key: string;
};
const columns = `id, contact_id, subject, subject_hashes, state, error, counts, file_ids, lane, seq, requested_by, requested_at,
  done_at, request_hash, requested_at::text as key`;

const chain = statement(
  'erasures_subject',
  `with recursive persons as (
     select id from contacts where client_id = $1 and id = $2
     union
     select c.id from persons p join contacts c on c.client_id = $1 and c.merged_into = p.id
   )
   select array(select id from persons) as contact_ids,
     array(select distinct v from (
       select i.value as v from contact_identities i where i.client_id = $1 and i.contact_id in (select id from persons) and i.kind = 'phone'
       union select c.phone_number from contacts c where c.client_id = $1 and c.id in (select id from persons)) x where v is not null) as phones,
     array(select distinct v from (
       select i.value as v from contact_identities i where i.client_id = $1 and i.contact_id in (select id from persons) and i.kind = 'user'
       union select c.user_id from contacts c where c.client_id = $1 and c.id in (select id from persons)) x where v is not null) as users`,
);
/** A person with everybody who became part of them. */
export async function subjectOf(tx: TenantTx, contactId: string): Promise<Subject> {
  const [row] = await tx.rows<Subject>(chain, [tx.clientId, contactId]);
  if (row === undefined) throw new Error('a held contact is gone');
  return row;
}

const hide = statement(
  'erasures_hide',
  `with lists as (
     delete from contact_list_members where client_id = $1 and contact_id = any($2) returning contact_id
   ), known as (
     delete from contact_identities where client_id = $1 and contact_id = any($2) returning kind
   ), hidden as (
     update contacts set deleted_at = coalesce(deleted_at, now()), deletion_id = null, trashed_list_ids = null, updated_at = now(),
       version = version + 1
     where client_id = $1 and id = any($2) returning id, version
   )
   select (select count(*) from lists)::int as list_memberships, (select count(*) from known)::int as identities,
     (select version from hidden where id = $3) as version`,
);
/** Out of sight at once, and nobody's number any more: who writes with it from now on is somebody new. */
export async function hidePerson(
  tx: TenantTx,
  contactIds: readonly string[],
  contactId: string,
): Promise<{ list_memberships: number; identities: number; version: number }> {
  const [row] = await tx.rows<{ list_memberships: number; identities: number; version: number }>(hide, [
    tx.clientId,
    contactIds,
    contactId,
  ]);
  if (row === undefined) throw new Error('a held contact is gone');
  return row;
}

const insert = statement(
  'erasures_insert',
  `insert into erasures (client_id, id, contact_id, subject, subject_hashes, counts, requested_by, request_hash)
   values ($1, $2, $3, $4::jsonb, $5, $6::jsonb, $7, $8) on conflict do nothing`,
);
/** @returns false when the id is taken or the person is being erased already */
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

const find = statement('erasures_find', `select ${columns} from erasures where client_id = $1 and id = $2`);
export async function findErasure(tx: TenantTx, id: string): Promise<ErasureRow | null> {
  const [row] = await tx.rows<ErasureRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const page = statement(
  'erasures_page',
  `select ${columns} from erasures where client_id = $1 and (requested_at, id) < ($2::timestamptz, $3::uuid)
   order by requested_at desc, id desc limit $4`,
);
export function listErasures(tx: TenantTx, before: { key: string; id: string }, limit: number): Promise<ErasureRow[]> {
  return tx.rows(page, [tx.clientId, before.key, before.id, limit]);
}

const count = statement(
  'erasures_count',
  `update erasures e set state = 'running', file_ids = e.file_ids || $4::uuid[], counts = (
     select coalesce(jsonb_object_agg(k, coalesce((e.counts->>k)::bigint, 0) + coalesce(($3::jsonb->>k)::bigint, 0)), '{}')
     from (select jsonb_object_keys(e.counts) union select jsonb_object_keys($3::jsonb)) x(k))
   where e.client_id = $1 and e.id = $2`,
);
/** Adds to the receipt, and notes bytes that the storage has to let go of after this is committed. */
export async function addCounts(
  tx: TenantTx,
  id: string,
  counts: Partial<ErasureCounts>,
  fileIds: readonly string[] = [],
): Promise<void> {
  await tx.run(count, [tx.clientId, id, JSON.stringify(counts), fileIds]);
}

const filesGone = statement(
  'erasures_files_gone',
  `update erasures set file_ids = array(select unnest(file_ids) except select unnest($3::uuid[])) where client_id = $1 and id = $2`,
);
export async function noteFilesGone(tx: TenantTx, id: string, fileIds: readonly string[]): Promise<void> {
  await tx.run(filesGone, [tx.clientId, id, fileIds]);
}

const move = statement('erasures_progress', 'update erasures set lane = $3, seq = $4 where client_id = $1 and id = $2');
export async function noteProgress(tx: TenantTx, id: string, lane: number, seq: number): Promise<void> {
  await tx.run(move, [tx.clientId, id, lane, seq]);
}

const end = statement(
  'erasures_end',
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
