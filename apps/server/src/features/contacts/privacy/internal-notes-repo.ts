import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const ofPerson = statement(
  'privacy_internal_notes',
  `select n.id, n.thread_id as conversation, n.created_at as at, n.created_by as by, n.body,
     case when n.created_by in ('bot', 'webhook') then 'Bot'
       else coalesce(
         (select m.name from client_users m where m.client_id = $1 and m.user_id = w.id),
         (select f.name from former_members f where f.client_id = $1 and f.user_id = w.id),
         case when n.created_by like 'api%' then n.created_by end, '…') end as author,
     (select coalesce(jsonb_object_agg(x.id, x.name), '{}') from (
       select m.user_id as id, m.name from client_users m where m.client_id = $1 and m.user_id = any(n.user_ids)
       union all select f.user_id, f.name from former_members f where f.client_id = $1 and f.user_id = any(n.user_ids)
       union all select g.id, g.name from user_groups g where g.client_id = $1 and g.id = any(n.group_ids)) x) as names
   from threads t join notes n on n.client_id = t.client_id and n.thread_id = t.id
   cross join lateral (select case when n.created_by ~ '^[0-9a-f-]{36}$' then n.created_by::uuid end as id) w
   where t.client_id = $1 and t.contact_id = $2 order by n.thread_id, n.created_at, n.id`,
);

/** `author`: what the product shows over the note; dots for somebody whom it does not know any more. */
export type InternalNote = { id: string; conversation: string; at: Date; by: string; author: string; body: string };

/** How a name stands in a body (decision 130). */
const marked = /@\[([^\]\n]*)\]\((?:user|group):([0-9a-f-]{36})\)/g;

/** What the team wrote to itself in a person's conversations, oldest first, with the names that are shown today. */
export async function readInternalNotes(tx: TenantTx, contactId: string): Promise<InternalNote[]> {
  const rows = await tx.rows<InternalNote & { names: Record<string, string> }>(ofPerson, [tx.clientId, contactId]);
  return rows.map(({ names, ...note }) => ({
    ...note,
    body: note.body.replaceAll(marked, (_whole, then: string, id: string) => `@${names[id] ?? then}`),
  }));
}

const remove = statement(
  'privacy_remove_internal_notes',
  `delete from notes n using threads t
   where t.client_id = $1 and t.contact_id = any($2) and n.client_id = $1 and n.thread_id = t.id`,
);
/** Those of some people's conversations, with whom they name. @returns how many */
export function removeInternalNotes(tx: TenantTx, contactIds: readonly string[]): Promise<number> {
  return tx.run(remove, [tx.clientId, contactIds]);
}
