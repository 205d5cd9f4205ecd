import type { MergeCause, MergeKept } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

const hold = statement('contacts_hold_understanding', 'select hold_understanding()');

/** Until commit nothing that came in is understood, so that no message lands with a contact that is being taken over. */
export async function holdUnderstanding(tx: TenantTx): Promise<void> {
  await tx.rows(hold);
}

/** Everything of a contact that a merge decides about. */
export type Standing = {
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
  /** Met in a sandbox only; unknown in merges of before it was kept. */
  sandbox?: boolean;
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
  'contacts_merge_lock',
  'select id from contacts where client_id = $1 and id = any($2) order by id for update',
);
const standing = statement(
  'contacts_merge_standing',
  `select c.id, c.name, c.phone_number, c.user_id, c.username, c.custom_fields, c.opted_in_at::text, c.opt_in_source,
     c.opted_out_at::text, c.created_at::text, c.deleted_at is not null as deleted, c.merged_into, c.sandbox,
     array(select m.contact_list_id from contact_list_members m
       where m.client_id = $1 and m.contact_id = c.id order by m.contact_list_id) as lists,
     coalesce((select jsonb_agg(jsonb_build_object('source', s.source, 'active', s.active, 'scope', s.scope,
       'detail', s.detail, 'note', s.note, 'created_by', s.created_by, 'provider_at', s.provider_at::text) order by s.source)
       from suppressions s where s.client_id = $1 and s.contact_id = c.id), '[]') as suppressions
   from contacts c where c.client_id = $1 and c.id = any($2)`,
);

/** Holds contacts until commit, in the order of ids, and says how they stand. Trash included. */
export async function lockStandings(tx: TenantTx, ids: readonly string[]): Promise<Map<string, Standing>> {
  await tx.rows(lock, [tx.clientId, ids]);
  const rows = await tx.rows<Standing>(standing, [tx.clientId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const write = statement(
  'contacts_merge_write',
  `update contacts set name = $3, phone_number = $4, user_id = $5, username = $6, custom_fields = $7::jsonb,
     opted_in_at = $8::timestamptz, opt_in_source = $9, opted_out_at = $10::timestamptz, updated_at = now(),
     sandbox = coalesce($11, sandbox) and not exists (
       select from threads t join channels h on h.client_id = t.client_id and h.id = t.channel_id
       where t.client_id = $1 and t.contact_id = $2 and not h.sandbox),
     version = version + 1
   where client_id = $1 and id = $2 returning version`,
);
const setSuppressions = statement(
  'contacts_merge_suppressions',
  `insert into suppressions as s (client_id, contact_id, source, active, scope, detail, note, created_by, provider_at)
   select $1, $2, x.source, x.active, x.scope, x.detail, x.note, x.created_by, x.provider_at
   from jsonb_to_recordset($3::jsonb) as x(source text, active boolean, scope text, detail text, note text, created_by text,
     provider_at timestamptz)
   on conflict (client_id, contact_id, source) do update set active = excluded.active, scope = excluded.scope,
     detail = excluded.detail, note = excluded.note, created_by = excluded.created_by, provider_at = excluded.provider_at,
     received_at = now()`,
);
const dropSuppressions = statement(
  'contacts_merge_drop_suppressions',
  'delete from suppressions where client_id = $1 and contact_id = $2 and source <> all($3)',
);

/** Makes a contact stand as given; lists are another call. @returns its version */
export async function writeStanding(tx: TenantTx, now: Standing): Promise<number> {
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
    now.sandbox ?? null,
  ]);
  if (row === undefined) throw new Error('a locked contact is gone');
  await tx.run(dropSuppressions, [tx.clientId, now.id, now.suppressions.map(({ source }) => source)]);
  if (now.suppressions.length > 0)
    await tx.run(setSuppressions, [tx.clientId, now.id, JSON.stringify(now.suppressions)]);
  return row.version;
}

const takeOver = statement(
  'contacts_merge_take_over',
  `with left_lists as (
     delete from contact_list_members where client_id = $1 and contact_id = $2 returning contact_list_id
   )
   update contacts set deleted_at = now(), deletion_id = null, merged_into = $3, updated_at = now(), version = version + 1,
     trashed_list_ids = array(select contact_list_id from left_lists)
   where client_id = $1 and id = $2 returning version`,
);
const giveBack = statement(
  'contacts_merge_give_back',
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

/** Puts a contact away as part of another. @returns its version */
export async function takeOverContact(tx: TenantTx, id: string, into: string): Promise<number> {
  const [row] = await tx.rows<{ version: number }>(takeOver, [tx.clientId, id, into]);
  if (row === undefined) throw new Error('a locked contact is gone');
  return row.version;
}

/** @param lists those it was in @returns null when it is part of that contact no more */
export async function giveBackContact(
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
  'contacts_merge_identities',
  `update contact_identities i set contact_id = $3 from (
     select kind, key from contact_identities where client_id = $1 and contact_id = $2 order by kind, key for update) x
   where i.client_id = $1 and i.kind = x.kind and i.key = x.key returning i.kind, i.key`,
);
const returnIdentities = statement(
  'contacts_merge_return_identities',
  `update contact_identities i set contact_id = $3
   from (select * from unnest($4::text[], $5::text[]) as y(kind, key) order by kind, key) x
   where i.client_id = $1 and i.contact_id = $2 and i.kind = x.kind and i.key = x.key returning i.kind, i.key`,
);

export function moveAllIdentities(tx: TenantTx, from: string, to: string): Promise<MovedIdentity[]> {
  return tx.rows(moveIdentities, [tx.clientId, from, to]);
}
/** @returns those that were still there to go back */
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
  'contacts_merge_notes',
  'update contact_notes set contact_id = $3 where client_id = $1 and contact_id = $2 returning id',
);
const moveActivity = statement(
  'contacts_merge_activity',
  'update contact_activity set contact_id = $3 where client_id = $1 and contact_id = $2 returning id',
);
const returnNotes = statement(
  'contacts_merge_return_notes',
  'update contact_notes set contact_id = $3 where client_id = $1 and contact_id = $2 and id = any($4) returning id',
);
const returnActivity = statement(
  'contacts_merge_return_activity',
  'update contact_activity set contact_id = $3 where client_id = $1 and contact_id = $2 and id = any($4) returning id',
);

/** Notes and what was done go over to another contact. @param only these; default all */
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

// ---- the merges themselves ----

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
  kept: MergeKept[] | null;
  undo: unknown;
  request_hash: Buffer;
  key: string;
};
const columns = `g.id, g.contact_id, g.merged_ids, g.cause, g.created_by, g.created_at, g.undone_at, g.undone_by, g.kept,
  g.undo, g.request_hash, g.created_at::text as key,
  array(select coalesce(c.name, '') from unnest(g.merged_ids) with ordinality as x(id, ord)
    left join contacts c on c.client_id = g.client_id and c.id = x.id order by ord) as merged_names`;

const insert = statement(
  'contact_merges_insert',
  `insert into contact_merges (client_id, id, contact_id, merged_ids, cause, created_by, request_hash)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (client_id, id) do nothing`,
);
/** @returns false when the id is taken */
export async function insertMerge(
  tx: TenantTx,
  row: {
    id: string;
    contactId: string;
    mergedIds: readonly string[];
    cause: MergeCause;
    author: string;
    requestHash: Buffer;
  },
): Promise<boolean> {
  const { id, contactId, mergedIds, cause, author, requestHash } = row;
  return (await tx.run(insert, [tx.clientId, id, contactId, mergedIds, cause, author, requestHash])) === 1;
}

const keepUndo = statement(
  'contact_merges_keep_undo',
  'update contact_merges set undo = $3::jsonb where client_id = $1 and id = $2',
);
export async function writeUndo(tx: TenantTx, id: string, undo: object): Promise<void> {
  await tx.run(keepUndo, [tx.clientId, id, JSON.stringify(undo)]);
}

const find = statement(
  'contact_merges_find',
  `select ${columns} from contact_merges g where g.client_id = $1 and g.id = $2`,
);
export async function findMerge(tx: TenantTx, id: string): Promise<MergeRow | null> {
  const [row] = await tx.rows<MergeRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const hold1 = statement(
  'contact_merges_hold',
  'select id from contact_merges where client_id = $1 and id = $2 for update',
);
/** The merge, held until commit. */
export async function holdMerge(tx: TenantTx, id: string): Promise<MergeRow | null> {
  const held = await tx.rows(hold1, [tx.clientId, id]);
  return held.length === 0 ? null : findMerge(tx, id);
}

const ofContact = statement(
  'contact_merges_of_contact',
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

const end = statement(
  'contact_merges_undone',
  `with places as (delete from contact_merge_messages where client_id = $1 and merge_id = $2),
     note_places as (delete from contact_merge_notes where client_id = $1 and merge_id = $2)
   update contact_merges set undone_at = now(), undone_by = $3, kept = $4::jsonb, undo = null
   where client_id = $1 and id = $2`,
);
/** A merge was taken back: what was where is forgotten. */
export async function endMerge(tx: TenantTx, id: string, author: string, kept: readonly MergeKept[]): Promise<void> {
  await tx.run(end, [tx.clientId, id, author, JSON.stringify(kept)]);
}

const laterOf = statement(
  'contact_merges_later',
  `select 1 from contact_merges l join contact_merges m on m.client_id = $1 and m.id = $2
   where l.client_id = $1 and l.contact_id = m.contact_id and l.undone_at is null and l.undo is not null
     and (l.created_at, l.id) > (m.created_at, m.id) limit 1`,
);
/** Whether the same contact took over others later, which is taken back first. */
export async function hasLaterMerge(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.rows(laterOf, [tx.clientId, id])).length > 0;
}

const successor = statement(
  'contacts_merge_successor',
  `with recursive chain as (
     select id, merged_into, deleted_at, 1 as step from contacts where client_id = $1 and id = $2
     union all
     select c.id, c.merged_into, c.deleted_at, h.step + 1 from chain h
     join contacts c on c.client_id = $1 and c.id = h.merged_into where h.step < 50
   ) select id from chain where merged_into is null and deleted_at is null`,
);
/** The contact that everything which named this one means now; null when there is none outside the trash. */
export async function contactNow(tx: TenantTx, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(successor, [tx.clientId, id]);
  return row?.id ?? null;
}

const forget = statement(
  'contact_merges_age',
  `with old as materialized (
     select client_id, id, merged_ids from contact_merges
     where undo is not null and created_at < now() - interval '30 days' order by created_at limit 2000
   ), places as (
     delete from contact_merge_messages x using old o where x.client_id = o.client_id and x.merge_id = o.id
   ), note_places as (
     delete from contact_merge_notes x using old o where x.client_id = o.client_id and x.merge_id = o.id
   ), emptied as (
     update contacts c set name = '', custom_fields = '{}', opt_in_source = null, trashed_list_ids = null, phone_number = null,
       user_id = null, username = null
     from old o where c.client_id = o.client_id and c.id = any(o.merged_ids) and c.merged_into is not null
   )
   update contact_merges m set undo = null from old o where m.client_id = o.client_id and m.id = o.id`,
);
/** What can be taken back no more: how things were is forgotten; that they were merged stays. */
export function purgeMerges(tx: Executor): Promise<number> {
  return tx.run(forget);
}
