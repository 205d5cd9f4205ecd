import { statement, type TenantTx } from '../../platform/db/sql.ts';

/* Saved replies that come from another tool. */

export type PastReply = { id: string; shortcut: string; name: string; body: string };
export type RefusedReply = { shortcut: string; reason: string };

const mostReplies = 5_000;

const countStatement = statement(
  'templates.count_replies',
  'select count(*)::int as n from session_templates where client_id = $1',
);
const sharedStatement = statement(
  'templates.list_shared_replies',
  `select shortcut, body from session_templates
   where client_id = $1 and shortcut = any($2) and owner_id is null and deleted_at is null`,
);
const insertStatement = statement(
  'templates.insert_past_replies',
  `insert into session_templates (client_id, id, name, shortcut, body, created_by)
   select $1, x.id, x.name, x.shortcut, x.body, $3
   from jsonb_to_recordset($2::jsonb) as x(id uuid, name text, shortcut text, body text)
   on conflict do nothing returning id`,
);

/**
 * Adds replies for the whole team; those that are there stay as they are.
 * @returns ids of those that are new; one that neither is new nor refused is there already
 */
export async function insertPastReplies(
  tx: TenantTx,
  replies: readonly PastReply[],
  by: string,
): Promise<{ made: string[]; refused: RefusedReply[] }> {
  if (replies.length === 0) return { made: [], refused: [] };
  const shortcuts = replies.map(({ shortcut }) => shortcut);
  const shared = await tx.rows<{ shortcut: string; body: string }>(sharedStatement, [tx.clientId, shortcuts]);
  const taken = new Map(shared.map(({ shortcut, body }) => [shortcut, body]));
  const [{ n: before } = { n: 0 }] = await tx.rows<{ n: number }>(countStatement, [tx.clientId]);
  const fresh: PastReply[] = [];
  const refused: RefusedReply[] = [];
  for (const reply of replies) {
    const { shortcut, body } = reply;
    const there = taken.get(shortcut);
    if (there === undefined && before + fresh.length < mostReplies) {
      fresh.push(reply);
      taken.set(shortcut, body);
    } else if (there === undefined)
      refused.push({ shortcut, reason: 'There is no room for another saved reply: an account has 5,000' });
    else if (there !== body) refused.push({ shortcut, reason: 'Another saved reply has this shortcut' });
  }
  const made = await tx.rows<{ id: string }>(insertStatement, [tx.clientId, JSON.stringify(fresh), by]);
  return { made: made.map(({ id }) => id), refused };
}

const deleteStatement = statement(
  'templates.delete_unused_replies',
  'delete from session_templates where client_id = $1 and id = any($2) and version = 1 and last_used_at is null',
);

/** Deletes replies that an import brought, without a trace; those that were changed or used since stay. */
export async function deleteUnusedReplies(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, ids]);
}
