import type { MergeCause, MergeSkipped } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

/* Merges with the names of the merged contacts, which stay in the contacts table. */

export type MergeRow = {
  id: string;
  contact_id: string;
  merged_ids: string[];
  merged_names: string[];
  cause: MergeCause;
  created_by: string;
  created_at: Date;
  undone_at: Date | null;
  undone_by: string | null;
  kept: MergeSkipped[] | null;
  undo: unknown;
  request_hash: Buffer;
  key: string;
};
const columns = `g.id, g.contact_id, g.merged_ids, g.cause, g.created_by, g.created_at, g.undone_at, g.undone_by, g.kept,
  g.undo, g.request_hash, g.created_at::text as key,
  array(select coalesce(c.name, '') from unnest(g.merged_ids) with ordinality as x(id, ord)
    left join shared_contacts c on c.client_id = g.client_id and c.id = x.id order by ord) as merged_names`;

const find = statement(
  'duplicates.find_merge',
  `select ${columns} from contact_merges g where g.client_id = $1 and g.id = $2`,
);
export async function findMerge(tx: TenantTx, id: string): Promise<MergeRow | null> {
  const [row] = await tx.rows<MergeRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const lock = statement(
  'duplicates.lock_merge',
  'select id from contact_merges where client_id = $1 and id = $2 for update',
);
/** Locks a merge. */
export async function lockMerge(tx: TenantTx, id: string): Promise<MergeRow | null> {
  const rows = await tx.rows(lock, [tx.clientId, id]);
  return rows.length === 0 ? null : findMerge(tx, id);
}

const ofContact = statement(
  'duplicates.list_merges',
  `select ${columns} from contact_merges g where g.client_id = $1 and g.contact_id = $2
     and (g.created_at, g.id) < ($3::timestamptz, $4::uuid)
   order by g.created_at desc, g.id desc limit $5`,
);
export function listMerges(
  tx: TenantTx,
  contactId: string,
  before: { key: string; id: string },
  limit: number,
): Promise<MergeRow[]> {
  return tx.rows(ofContact, [tx.clientId, contactId, before.key, before.id, limit]);
}
