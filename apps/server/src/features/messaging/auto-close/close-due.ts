import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { addChanges } from '../../sync/public.ts';
import { botAuthor, sendAsBot } from '../send/send-as-bot.ts';
import { changeThread } from '../threads/change-thread.ts';
import { type Closable, findAutoCloseRule, lockThreadsToClose } from './due-query-repo.ts';

const atOnce = 50;

/**
 * Marks conversations as done whose time has come. Text and mark are one transaction, and what another process holds is
 * left to it: each is closed once.
 * @returns the channels on which texts wait to be sent, and whether there may be more
 */
export async function closeDue(tx: TenantTx): Promise<{ more: boolean; sentOn: string[] }> {
  const rule = await findAutoCloseRule(tx);
  if (rule === null) return { more: false, sentOn: [] };
  const threads = await lockThreadsToClose(tx, atOnce);
  const sentOn = new Set<string>();
  const text = rule.text.trim();
  for (const thread of threads) {
    if (text !== '' && (await sendText(tx, thread, text))) sentOn.add(thread.channel_id);
    const change = { state: 'DONE', closedAfterMinutes: rule.after_minutes } as const;
    await addChanges(tx, (await changeThread(tx, thread.id, change, botAuthor)) ?? []);
  }
  return { more: threads.length === atOnce, sentOn: [...sentOn] };
}

async function sendText(tx: TenantTx, thread: Closable, body: string): Promise<boolean> {
  const { id: threadId, channel_id: channelId, last_message_id: last } = thread;
  const id = idFromKey(tx.clientId, 'auto close', threadId, last ?? '');
  try {
    const content = { preview_url: false, body };
    await sendAsBot(tx, { id, threadId, channelId, type: 'text', content, marketing: false });
    return true;
  } catch (error) {
    // The reply window is closed, or the customer is blocked or opted out: it is closed without a text.
    if (error instanceof AppError) return false;
    throw error;
  }
}
