import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hintJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { cleanFilename, type NewCopy, queueCopyAgain } from '../media/public.ts';
import { addChanges } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { noteMedia } from './media-repo.ts';
import { findMessages } from './repo.ts';
import type { MessageRow } from './rows.ts';
import { findSeenMessage } from './seen.ts';

/** The copy of a message's file that is to be made. */
export function copyOf(
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
 * A person asks again for the file of a customer's message.
 * @throws AppError not_found; not_retriable when it is here already, or cannot be had any more
 */
export async function fetchMediaAgain(platform: Platform, actor: AccountActor, messageId: string): Promise<MessageRow> {
  const row = await platform.db.withTenant(actor.clientId, async (tx) => {
    const message = await findSeenMessage(tx, messageId, visibilityOf(actor));
    const { content } = message;
    const isWanted = typeof content['provider_media_id'] === 'string' && content['state'] === undefined;
    const known = typeof content['media_id'] === 'string' ? content['media_id'] : null;
    const copy = copyOf(actor.clientId, message.channel_id, { id: message.id, content, media_id: known });
    if (!isWanted || !(await queueCopyAgain(tx, copy))) {
      throw new AppError('not_retriable', { message: 'There is no file to be fetched again for this message.' });
    }
    const version = await noteMedia(tx, message.id, { media_id: copy.id, reason: null });
    if (version === null) throw new AppError('not_found', { message: 'The message was not found.' });
    await addChanges(tx, [{ collection: 'messages', id: message.id, marker: 'MODIFIED', version }]);
    const [changed] = await findMessages(tx, [message.id]);
    return changed ?? message;
  });
  platform.signal.hint('changes_new', actor.clientId);
  hintJobs(platform);
  return row;
}
