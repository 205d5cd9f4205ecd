import type { Thread } from '@parley/contract/types';
import { uuidv7 } from '../../platform/id.ts';
import type { LiveAccount, OutgoingBody } from '../sync/public.ts';
import { newestSeen } from './data.ts';
import { takesCaption } from './file-kinds.ts';
import type { PreparedFile } from './prepare-file.ts';

/** A file to be sent, as it was made ready on this device. */
export type FileToSend = PreparedFile & { caption?: string; voice?: boolean };

/**
 * Queues a message for every file; the first one answers the quoted message.
 * @throws what the device says when it cannot keep one; those before it are queued
 */
export async function sendFiles(
  account: LiveAccount,
  thread: Thread,
  files: readonly FileToSend[],
  quotedId: string | null,
): Promise<void> {
  const seen = newestSeen(account, thread.id);
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
    };
    await account.outbox.add(body, { attachment });
  }
}
