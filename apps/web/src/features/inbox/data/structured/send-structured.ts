import type { Thread } from '@parley/contract/types';
import { uuidv7 } from '../../../../platform/id.ts';
import type { LiveAccount } from '../../../sync/public.ts';
import { newestSeen, type SendOptions, sendOptionFields } from '../thread-actions.ts';
import type { StructuredContent } from './drafts.ts';

/**
 * Queues a location, a contact card or an interactive message for a thread; the outbox sends it.
 * @throws the database error when it cannot be stored; then nothing was queued
 */
export async function sendStructured(
  account: LiveAccount,
  thread: Thread,
  content: StructuredContent,
  quotedId: string | null,
  options: Pick<SendOptions, 'sendAt' | 'asTyped'>,
): Promise<void> {
  const { sendAt = null } = options;
  const seen = sendAt === null ? newestSeen(account, thread.id) : undefined;
  await account.outbox.add({
    id: uuidv7(),
    thread_id: thread.id,
    channel_id: thread.channel_id,
    source: 'INBOX',
    ...content,
    ...(quotedId === null ? {} : { context: { message_id: quotedId } }),
    ...(seen === undefined ? {} : { confirm_seen: seen }),
    ...sendOptionFields(options),
  });
}
