import type { Label } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { isUuid } from '../../platform/ids.ts';
import { setTargetsDue } from '../messaging/public.ts';
import type { Visibility } from '../team/public.ts';

const columns = 'l.id, l.name, l.color, l.version';

const listStatement = statement(
  'inbox.list_labels',
  `select ${columns} from labels l where l.client_id = $1 order by lower(l.name), l.id limit 500`,
);

/** By name. */
export function listLabels(tx: TenantTx): Promise<Label[]> {
  return tx.rows(listStatement, [tx.clientId]);
}

const findStatement = statement(
  'inbox.find_labels',
  `select ${columns} from labels l where l.client_id = $1 and l.id = any($2)`,
);

export function findLabels(tx: TenantTx, ids: readonly string[]): Promise<Label[]> {
  return tx.rows(findStatement, [tx.clientId, ids]);
}

const lockStatement = statement(
  'inbox.lock_label',
  `select ${columns} from labels l where l.client_id = $1 and l.id = $2 for update`,
);

export async function lockLabel(tx: TenantTx, id: string): Promise<Label | null> {
  const [row] = isUuid(id) ? await tx.rows<Label>(lockStatement, [tx.clientId, id]) : [];
  return row ?? null;
}

const insertStatement = statement(
  'inbox.insert_label',
  'insert into labels (client_id, id, name, color) values ($1, $2, $3, $4) on conflict do nothing',
);

/** @returns false when the id or the name is taken */
export async function insertLabel(tx: TenantTx, { id, name, color }: Omit<Label, 'version'>): Promise<boolean> {
  return (await tx.run(insertStatement, [tx.clientId, id, name, color])) === 1;
}

const updateStatement = statement(
  'inbox.update_label',
  `update labels l set name = coalesce($3, l.name), color = coalesce($4, l.color), version = l.version + 1
   where l.client_id = $1 and l.id = $2 returning ${columns}`,
);

/** @returns null when there is none. @throws 23505 when another has the name */
export async function updateLabel(
  tx: TenantTx,
  id: string,
  { name, color }: Partial<Pick<Label, 'name' | 'color'>>,
): Promise<Label | null> {
  const [row] = await tx.rows<Label>(updateStatement, [tx.clientId, id, name ?? null, color ?? null]);
  return row ?? null;
}

const hiddenStatement = statement(
  'inbox.find_hidden_thread_of_label',
  `select from thread_labels l join shared_threads t on t.client_id = l.client_id and t.id = l.thread_id
   where l.client_id = $1 and l.label_id = $2
     and (t.channel_id <> all($3::uuid[]) or ($4::uuid is not null and t.assignee_id is distinct from $4
       and coalesce(t.assignee_group_id <> all($5::uuid[]), true))) limit 1`,
);

/** Whether a label is on conversations outside of what a member sees. */
export async function isOnHiddenThread(
  tx: TenantTx,
  id: string,
  { channelIds, assigneeId, groupIds }: Pick<Visibility, 'channelIds' | 'assigneeId' | 'groupIds'>,
): Promise<boolean> {
  return (await tx.rows(hiddenStatement, [tx.clientId, id, channelIds, assigneeId, groupIds])).length > 0;
}

const takeOffStatement = statement(
  'inbox.remove_label',
  'delete from thread_labels where client_id = $1 and label_id = $2',
);
const deleteStatement = statement(
  'inbox.delete_label',
  'delete from labels where client_id = $1 and id = $2 returning version',
);

type Versions = Array<{ id: string; version: number }>;

/** @returns its version, how many threads had it, and those that other reply targets fit now; null when there is none */
export async function deleteLabel(
  tx: TenantTx,
  id: string,
): Promise<{ version: number; threads: number; due: Versions } | null> {
  const threads = await tx.run(takeOffStatement, [tx.clientId, id]);
  const [row] = await tx.rows<{ version: number }>(deleteStatement, [tx.clientId, id]);
  if (row === undefined) return null;
  return { version: row.version, threads, due: threads === 0 ? [] : await setTargetsDue(tx) };
}

const addStatement = statement(
  'inbox.add_thread_labels',
  `insert into thread_labels (client_id, thread_id, label_id)
   select $1, $2, l.id from labels l where l.client_id = $1 and l.id = any($3) order by l.id for key share of l
   on conflict do nothing returning label_id`,
);
const removeStatement = statement(
  'inbox.remove_thread_labels',
  'delete from thread_labels where client_id = $1 and thread_id = $2 and label_id = any($3) returning label_id',
);

/** Applies the reply targets that fit with these labels. @returns what was not there before and what was */
export async function changeThreadLabels(
  tx: TenantTx,
  threadId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<{ added: string[]; removed: string[] }> {
  const ids = (rows: Array<{ label_id: string }>) => rows.map(({ label_id: id }) => id);
  const removed = remove.length === 0 ? [] : ids(await tx.rows(removeStatement, [tx.clientId, threadId, remove]));
  const added = add.length === 0 ? [] : ids(await tx.rows(addStatement, [tx.clientId, threadId, add]));
  if (added.length + removed.length > 0) await setTargetsDue(tx, threadId);
  return { added, removed };
}
