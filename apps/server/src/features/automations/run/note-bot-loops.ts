import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { botAuthor, insertThreadEvents } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';

const untoldStatement = statement(
  'automations.list_untold_bot_loops',
  `select id from unnest($2::uuid[]) as x(id) where not exists (select from thread_events e
     where e.client_id = $1 and e.thread_id = x.id and e.kind = 'bot_loop' and e.at > now() - interval '1 day')`,
);

/** Writes into conversations that a bot there is not answered any more, once a day; Admins are told of the line. */
export async function noteBotLoops(tx: TenantTx, threadIds: readonly string[]): Promise<void> {
  if (threadIds.length === 0) return;
  const untold = await tx.rows<{ id: string }>(untoldStatement, [tx.clientId, [...new Set(threadIds)]]);
  for (const { id } of untold) {
    await addChanges(tx, await insertThreadEvents(tx, id, [{ kind: 'bot_loop', detail: {} }], botAuthor));
  }
}
