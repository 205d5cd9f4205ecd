import type { TenantTx } from '../../../platform/db/sql.ts';
import { botAuthor, insertThreadEvents } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';
import { listUntoldBotLoops } from './untold-bot-loops-query.ts';

/** Writes into conversations that a bot there is not answered any more, once a day; Admins are told of the line. */
export async function noteBotLoops(tx: TenantTx, threadIds: readonly string[]): Promise<void> {
  for (const id of await listUntoldBotLoops(tx, threadIds)) {
    await addChanges(tx, await insertThreadEvents(tx, id, [{ kind: 'bot_loop', detail: {} }], botAuthor));
  }
}
