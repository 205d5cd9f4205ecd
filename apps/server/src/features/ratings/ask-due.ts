import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { idFromKey } from '../../platform/ids.ts';
import { sendAsBot } from '../messaging/public.ts';
import { lockCursor } from './cursor-query-repo.ts';
import { findDue, setAsked } from './due-query-repo.ts';
import { questionContent } from './question.ts';
import { findRule } from './ratings-query-repo.ts';

const atOnce = 50;

/**
 * Asks the customers whose time has come. Message and mark are one transaction, and one process at a time has the
 * account's cursor: nobody is asked twice.
 * @returns the channels on which questions wait to be sent, and whether there may be more
 */
export async function askDue(tx: TenantTx): Promise<{ more: boolean; sentOn: string[] }> {
  const sentOn = new Set<string>();
  if ((await lockCursor(tx)) === null) return { more: false, sentOn: [] };
  const rule = await findRule(tx);
  for (let n = 0; n < atOnce; n++) {
    const due = await findDue(tx, rule?.every_days ?? 0);
    if (due === null) return { more: false, sentOn: [...sentOn] };
    const obstacle = rule === null ? 'turned_off' : due.obstacle;
    if (rule === null || obstacle !== null) {
      await setAsked(tx, due.id, obstacle);
      continue;
    }
    const message = {
      threadId: due.thread_id,
      channelId: due.channel_id,
      type: 'interactive',
      marketing: false,
    } as const;
    try {
      const id = idFromKey(tx.clientId, 'rating question', due.id);
      await sendAsBot(tx, { ...message, id, content: questionContent(rule, due.id, due.phone) });
      await setAsked(tx, due.id, null);
      sentOn.add(due.channel_id);
    } catch (error) {
      // The reply window is closed, the customer opted out of everything, or is blocked.
      if (!(error instanceof AppError)) throw error;
      await setAsked(tx, due.id, error.code);
    }
  }
  return { more: true, sentOn: [...sentOn] };
}
