import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

/**
 * All properties of a contact that a merge decides on. Stored with the merge for undo, so the names must not change.
 */
export type MergeState = {
  id: string;
  name: string;
  phone_number: string | null;
  user_id: string | null;
  username: string | null;
  /** By the numbers of fields. */
  custom_fields: Record<string, string>;
  opted_in_at: string | null;
  opt_in_source: string | null;
  opted_out_at: string | null;
  created_at: string;
  deleted: boolean;
  merged_into: string | null;
  sandbox: boolean;
  lists: string[];
  suppressions: SuppressionState[];
};
export type SuppressionState = {
  source: string;
  active: boolean;
  scope: 'marketing' | 'all';
  detail: string | null;
  note: string | null;
  created_by: string;
  provider_at: string;
};

const lock = statement(
  'contacts.lock_for_merge',
  'select id from contacts where client_id = $1 and id = any($2) order by id for update',
);
const readStates = statement(
  'contacts.read_merge_states',
  `select c.id, c.name, c.phone_number, c.user_id, c.username, c.custom_fields, c.opted_in_at::text, c.opt_in_source,
     c.opted_out_at::text, c.created_at::text, c.deleted_at is not null as deleted, c.merged_into, c.sandbox,
     array(select m.contact_list_id from contact_list_members m
       where m.client_id = $1 and m.contact_id = c.id order by m.contact_list_id) as lists,
     coalesce((select jsonb_agg(jsonb_build_object('source', s.source, 'active', s.active, 'scope', s.scope,
       'detail', s.detail, 'note', s.note, 'created_by', s.created_by, 'provider_at', s.provider_at::text) order by s.source)
       from suppressions s where s.client_id = $1 and s.contact_id = c.id), '[]') as suppressions
   from contacts c where c.client_id = $1 and c.id = any($2)`,
);

/** Locks contacts in the order of ids, including those in the trash, and reads their state. */
export async function lockMergeStates(tx: TenantTx, ids: readonly string[]): Promise<Map<string, MergeState>> {
  await tx.rows(lock, [tx.clientId, ids]);
  const rows = await tx.rows<MergeState>(readStates, [tx.clientId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const write = statement(
  'contacts.write_merge_state',
  `update contacts set name = $3, phone_number = $4, user_id = $5, username = $6, custom_fields = $7::jsonb,
     opted_in_at = $8::timestamptz, opt_in_source = $9, opted_out_at = $10::timestamptz, updated_at = now(),
     sandbox = $11,
     version = version + 1
   where client_id = $1 and id = $2 returning version`,
);
const setSuppressions = statement(
  'contacts.set_merged_suppressions',
  `insert into suppressions as s (client_id, contact_id, source, active, scope, detail, note, created_by, provider_at)
   select $1, $2, x.source, x.active, x.scope, x.detail, x.note, x.created_by, x.provider_at
   from jsonb_to_recordset($3::jsonb) as x(source text, active boolean, scope text, detail text, note text, created_by text,
     provider_at timestamptz)
   on conflict (client_id, contact_id, source) do update set active = excluded.active, scope = excluded.scope,
     detail = excluded.detail, note = excluded.note, created_by = excluded.created_by, provider_at = excluded.provider_at,
     received_at = now()`,
);
const dropSuppressions = statement(
  'contacts.delete_other_suppressions',
  'delete from suppressions where client_id = $1 and contact_id = $2 and source <> all($3)',
);

/** Writes the state of a contact, without its lists. @returns its version */
export async function writeMergeState(tx: TenantTx, now: MergeState): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(write, [
    tx.clientId,
    now.id,
    now.name,
    now.phone_number,
    now.user_id,
    now.username,
    JSON.stringify(now.custom_fields),
    now.opted_in_at,
    now.opt_in_source,
    now.opted_out_at,
    now.sandbox,
  ]);
  if (row === undefined) throw new Error('a locked contact is gone');
  await tx.run(dropSuppressions, [tx.clientId, now.id, now.suppressions.map(({ source }) => source)]);
  if (now.suppressions.length > 0)
    await tx.run(setSuppressions, [tx.clientId, now.id, JSON.stringify(now.suppressions)]);
  return row.version;
}

const takeOver = statement(
  'contacts.mark_merged',
  `with left_lists as (
     delete from contact_list_members where client_id = $1 and contact_id = $2 returning contact_list_id
   )
   update contacts set deleted_at = now(), deletion_id = null, merged_into = $3, updated_at = now(), version = version + 1,
     trashed_list_ids = array(select contact_list_id from left_lists)
   where client_id = $1 and id = $2 returning version`,
);
const giveBack = statement(
  'contacts.unmark_merged',
  `with back as (
     update contacts set deleted_at = null, merged_into = null, trashed_list_ids = null, updated_at = now(),
       version = version + 1
     where client_id = $1 and id = $2 and merged_into = $3 returning version
   ), lists as (
     insert into contact_list_members (client_id, contact_list_id, contact_id)
     select $1, l.id, $2 from contact_lists l where l.client_id = $1 and l.id = any($4) and not l.deleting
       and exists (select from back)
     order by l.id on conflict do nothing
   )
   select version from back`,
);

/** Marks a contact as merged into another. @returns its version */
export async function markMerged(tx: TenantTx, id: string, into: string): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(takeOver, [tx.clientId, id, into]);
  if (row === undefined) throw new Error('a locked contact is gone');
  return row.version;
}

/** Restores a merged contact into its lists. @returns null when it is no longer merged into that contact */
export async function unmarkMerged(
  tx: TenantTx,
  id: string,
  from: string,
  lists: readonly string[],
): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(giveBack, [tx.clientId, id, from, lists]);
  return row?.version ?? null;
}

export type MovedIdentity = { kind: 'phone' | 'user'; key: string };
const moveIdentities = statement(
  'contacts.move_identities',
  `update contact_identities i set contact_id = $3 from (
     select kind, key from contact_identities where client_id = $1 and contact_id = $2 order by kind, key for update) x
   where i.client_id = $1 and i.kind = x.kind and i.key = x.key returning i.kind, i.key`,
);
const returnIdentities = statement(
  'contacts.return_identities',
  `update contact_identities i set contact_id = $3
   from (select * from unnest($4::text[], $5::text[]) as y(kind, key) order by kind, key) x
   where i.client_id = $1 and i.contact_id = $2 and i.kind = x.kind and i.key = x.key returning i.kind, i.key`,
);

export function moveAllIdentities(tx: TenantTx, from: string, to: string): Promise<MovedIdentity[]> {
  return tx.rows(moveIdentities, [tx.clientId, from, to]);
}
/** @returns the moved identities */
export function moveIdentitiesBack(
  tx: TenantTx,
  from: string,
  to: string,
  moved: readonly MovedIdentity[],
): Promise<MovedIdentity[]> {
  const values = [tx.clientId, from, to, moved.map(({ kind }) => kind), moved.map(({ key }) => key)];
  return tx.rows(returnIdentities, values);
}

const moveNotes = statement(
  'contacts.move_notes',
  'update contact_notes set contact_id = $3 where client_id = $1 and contact_id = $2 returning id',
);
const moveActivity = statement(
  'contacts.move_activity',
  'update contact_activity set contact_id = $3 where client_id = $1 and contact_id = $2 returning id',
);
const returnNotes = statement(
  'contacts.return_notes',
  'update contact_notes set contact_id = $3 where client_id = $1 and contact_id = $2 and id = any($4) returning id',
);
const returnActivity = statement(
  'contacts.return_activity',
  'update contact_activity set contact_id = $3 where client_id = $1 and contact_id = $2 and id = any($4) returning id',
);

/** Moves notes and activity to another contact. @param only ids to move; default all */
export async function moveHistory(
  tx: TenantTx,
  from: string,
  to: string,
  only?: { notes: readonly string[]; activity: readonly string[] },
): Promise<{ notes: string[]; activity: string[] }> {
  const ids = (rows: Array<{ id: string }>) => rows.map(({ id }) => id);
  const values = [tx.clientId, from, to];
  if (only === undefined) {
    return { notes: ids(await tx.rows(moveNotes, values)), activity: ids(await tx.rows(moveActivity, values)) };
  }
  return {
    notes: ids(await tx.rows(returnNotes, [...values, only.notes])),
    activity: ids(await tx.rows(returnActivity, [...values, only.activity])),
  };
}

const successor = statement(
  'contacts.find_merge_successor',
  `with recursive chain as (
     select id, merged_into, deleted_at, 1 as step from contacts where client_id = $1 and id = $2
     union all
     select c.id, c.merged_into, c.deleted_at, h.step + 1 from chain h
     join contacts c on c.client_id = $1 and c.id = h.merged_into where h.step < 50
   ) select id from chain where merged_into is null and deleted_at is null`,
);
/** Follows merges to the contact's current successor; null when that one is in the trash. */
export async function findMergeSuccessor(tx: TenantTx, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(successor, [tx.clientId, id]);
  return row?.id ?? null;
}

const clearStatement = statement(
  'contacts.clear_merged',
  `update contacts c set name = '', custom_fields = '{}', opt_in_source = null, trashed_list_ids = null, phone_number = null,
     user_id = null, username = null
   from unnest($1::uuid[], $2::uuid[]) as x(client_id, id)
   where c.client_id = x.client_id and c.id = x.id and c.merged_into is not null`,
);
/** Clears the data of merged contacts when their merge can no longer be undone. */
export async function clearMergedContacts(
  tx: Executor,
  contacts: ReadonlyArray<{ clientId: string; id: string }>,
): Promise<void> {
  if (contacts.length === 0) return;
  await tx.run(clearStatement, [contacts.map(({ clientId }) => clientId), contacts.map(({ id }) => id)]);
}
