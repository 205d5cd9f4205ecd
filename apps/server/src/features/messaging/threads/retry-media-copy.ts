import type { AccountActor } from '../../../platform/auth/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cleanFilename, enqueueCopyRetry, type NewCopy } from '../../media/public.ts';
import { addChanges } from '../../sync/public.ts';
import { visibilityOf } from '../../team/public.ts';
import { updateMessageMedia } from './message-media-repo.ts';
import { findMessages } from './message-repo.ts';
import type { MessageRow } from './rows-query.ts';
import { getVisibleMessage } from './visible.ts';

/** The copy to make of a message's file. */
export function mediaCopyOf(
  clientId: string,
  channelId: string,
  message: { id: string; content: object; media_id: string | null },
): NewCopy {
  const { provider_media_id: providerMediaId, filename } = message.content as Record<string, unknown>;
  return {
    clientId,
    id: message.media_id ?? newId(),
    channelId,
    messageId: message.id,
    providerMediaId: String(providerMediaId),
    filename: typeof filename === 'string' ? cleanFilename(filename) : null,
  };
}

/**
 * Copies the file of a customer's message again.
 * @throws AppError not_found; not_retriable when it is stored already, or WhatsApp no longer has it
 */
export async function retryMediaCopy(platform: Platform, actor: AccountActor, messageId: string): Promise<MessageRow> {
  const row = await platform.db.withTenant(actor.clientId, async (tx) => {
    const message = await getVisibleMessage(tx, messageId, visibilityOf(actor));
    const { content } = message;
    const isMissing = typeof content['provider_media_id'] === 'string' && content['state'] === undefined;
    const known = typeof content['media_id'] === 'string' ? content['media_id'] : null;
    const copy = mediaCopyOf(actor.clientId, message.channel_id, { id: message.id, content, media_id: known });
    if (!isMissing || !(await enqueueCopyRetry(tx, copy))) {
      throw new AppError('not_retriable', { message: 'This message has no file that can be fetched again.' });
    }
    const version = await updateMessageMedia(tx, message.id, { media_id: copy.id, reason: null });
    if (version === null) throw new AppError('not_found', { message: 'This message was not found.' });
    await addChanges(tx, [{ collection: 'messages', id: message.id, marker: 'MODIFIED', version }]);
    const [changed] = await findMessages(tx, [message.id]);
    return changed ?? message;
  });
  platform.notifier.notify('changes_new', actor.clientId);
  notifyJobs(platform);
  return row;
}
