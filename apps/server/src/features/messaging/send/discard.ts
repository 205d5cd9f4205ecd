import type { AccountActor } from '../../../platform/auth/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { visibilityOf } from '../../team/public.ts';
import { markDiscarded } from '../state/discard-repo.ts';
import { findMessages } from '../threads/message-repo.ts';
import type { MessageRow } from '../threads/rows-query.ts';
import { getVisibleMessage } from '../threads/visible.ts';

/**
 * Discards a message that has not left, so that it never does.
 * @returns the message, also when it was discarded before
 * @throws AppError not_found; not_discardable when it may have left, or is one of a broadcast
 */
export async function discardMessage(platform: Platform, actor: AccountActor, messageId: string): Promise<MessageRow> {
  const { row, isNew } = await platform.db.withTenant(actor.clientId, async (tx) => {
    await getVisibleMessage(tx, messageId, visibilityOf(actor));
    const changed = await markDiscarded(tx, messageId, { at: new Date().toISOString(), by: actor.author });
    if (changed !== null) return { row: changed, isNew: true };
    const [now] = await findMessages(tx, [messageId]);
    if (now?.send_state === 'discarded') return { row: now, isNew: false };
    throw new AppError('not_discardable', { message: whyNot(now) });
  });
  if (isNew) platform.notifier.notify('changes_new', actor.clientId);
  return row;
}

function whyNot(row: MessageRow | undefined): string {
  if (row?.source === 'BROADCAST') return 'This message is part of a broadcast. Cancel the broadcast to stop it.';
  if (row?.direction === 'OUTGOING' && row.send_state === 'failed')
    return 'This message failed, so it isn’t sent unless you send it again.';
  return 'This message may have left already, so it can’t be discarded.';
}
