import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const untoldStatement = statement(
  'automations.list_untold_bot_loops',
  `select id from unnest($2::uuid[]) as x(id) where not exists (select from shared_thread_events e
     where e.client_id = $1 and e.thread_id = x.id and e.kind = 'bot_loop' and e.at > now() - interval '1 day')`,
);

/** Of conversations those without a line of this day that a bot is not answered any more. */
export async function listUntoldBotLoops(tx: TenantTx, threadIds: readonly string[]): Promise<string[]> {
  if (threadIds.length === 0) return [];
  const rows = await tx.rows<{ id: string }>(untoldStatement, [tx.clientId, [...new Set(threadIds)]]);
  return rows.map(({ id }) => id);
}
