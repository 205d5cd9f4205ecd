import type { Thread } from '@parley/contract/types';
import { uuidv7 } from '../../../platform/id.ts';
import type { LiveAccount, OutgoingBody } from '../../sync/public.ts';
import { takesCaption } from './file-kinds.ts';
import type { PreparedFile } from './prepare-file.ts';
import { newestSeen, type SendOptions, sendOptionFields, undoable } from './thread-actions.ts';

/** A file prepared for sending. */
export type FileToSend = PreparedFile & { caption?: string; voice?: boolean };

/**
 * Queues a message per file; the first one has the quoted message.
 * @throws the database error when one cannot be stored; earlier ones are queued
 */
export async function sendFiles(
  account: LiveAccount,
  thread: Thread,
  files: readonly FileToSend[],
  quotedId: string | null,
  options: SendOptions = {},
): Promise<void> {
  const { sendAt = null } = options;
  const seen = sendAt === null ? newestSeen(account, thread.id) : undefined;
  for (const [index, { caption, voice, ...attachment }] of files.entries()) {
    const { kind, name } = attachment;
    const words = caption !== undefined && caption.trim() !== '' ? { caption } : {};
    const body: OutgoingBody = {
      id: uuidv7(),
      thread_id: thread.id,
      channel_id: thread.channel_id,
      source: 'INBOX',
      type: kind,
      [kind]: {
        media_id: '',
        ...(takesCaption(kind) ? words : {}),
        ...(kind === 'document' ? { filename: name.slice(0, 240) } : {}),
        ...(voice ? { voice } : {}),
      },
      ...(quotedId === null || index > 0 ? {} : { context: { message_id: quotedId } }),
      ...(seen === undefined || index > 0 ? {} : { confirm_seen: seen }),
      ...sendOptionFields(options),
    };
    await account.outbox.add(body, { attachment, ...undoable(sendAt) });
  }
}
