import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/** As long as automations are silent after a member wrote, unless one says otherwise. */
const quietMinutes = 30;

/**
 * SQL condition: a member answers in a thread. They wrote in it lately, in Parley or on the phone of the number, what was
 * no template, and it was not done since. `sort_at`, which is never before `created_at`, only bounds what is read.
 * @param client SQL expression of the account @param thread of the thread's id
 */
export const isAnsweredByMember = (client: string, thread: string): string => `exists (
  select from messages a where a.client_id = ${client} and a.thread_id = ${thread} and a.direction = 'OUTGOING'
    and a.sort_at > now() - interval '${quietMinutes} minutes' and a.created_at > now() - interval '${quietMinutes} minutes'
    and a.source in ('INBOX', 'COMPOSE') and a.type <> 'template'
    and a.created_by not in ('bot', 'agent') and a.created_by not like 'api:%'
    and not exists (select from thread_events e where e.client_id = ${client} and e.thread_id = ${thread}
      and e.kind = 'done' and e.at > a.created_at))`;

const listStatement = statement(
  'messaging.list_answered_by_members',
  `select x.id from unnest($2::uuid[]) as x(id) where ${isAnsweredByMember('$1', 'x.id')}`,
);

/** Which of some threads a member answers now. */
export async function listAnsweredByMembers(tx: TenantTx, threadIds: readonly string[]): Promise<Set<string>> {
  if (threadIds.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(listStatement, [tx.clientId, [...new Set(threadIds)]]);
  return new Set(rows.map(({ id }) => id));
}
