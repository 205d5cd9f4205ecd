import type { Message, Thread } from '@parley/contract/types';
import { ApiError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/id.ts';
import type { LiveAccount } from '../sync/public.ts';

/**
 * Queues a text for a thread; it goes out by itself.
 * @param quotedId the message it answers
 * @throws what the device says when it cannot keep the message; then nothing was queued
 */
export async function sendText(
  account: LiveAccount,
  thread: Thread,
  body: string,
  quotedId: string | null,
): Promise<void> {
  const seen = newestSeen(account, thread.id);
  await account.outbox.add({
    id: uuidv7(),
    thread_id: thread.id,
    channel_id: thread.channel_id,
    source: 'INBOX',
    type: 'text',
    text: { preview_url: false, body },
    ...(quotedId === null ? {} : { context: { message_id: quotedId } }),
    ...(seen === undefined ? {} : { confirm_seen: seen }),
  });
}

/** The newest message of a thread that stands on this screen. */
export function newestSeen(account: LiveAccount, threadId: string): string | undefined {
  return account.store.window(threadId)?.messages.at(-1)?.id;
}

/** The person's *Send again* for a message the server has. @throws ApiError, NetworkError */
export async function retryMessage(account: LiveAccount, messageId: string): Promise<void> {
  const row = await account.api('POST /api/messages/{id}/retry', { params: { id: messageId } });
  account.store.putMessage({ id: row.id, version: row.version, row });
}

/** Everything in a thread was seen. A failure is left to the next look at it: the count comes back with the row. */
export async function markRead(account: LiveAccount, threadId: string): Promise<void> {
  const takeBack = account.store.threads.patch(threadId, { unread_count: 0 });
  try {
    const row = await account.api('POST /api/threads/{id}/read', { params: { id: threadId } });
    account.store.putRows('threads', [row]);
  } catch {
    // Offline, or the thread is gone: nothing was claimed to anybody.
  } finally {
    takeBack();
  }
}

/** Reads a thread that an address names. @returns false when there is none. @throws ApiError, NetworkError */
export async function findThread(account: LiveAccount, threadId: string): Promise<boolean> {
  try {
    const row = await account.api('GET /api/threads/{id}', { params: { id: threadId } });
    account.store.putRows('threads', [row]);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** Reads a contact into the store. @throws ApiError, NetworkError */
export async function loadContact(account: LiveAccount, contactId: string): Promise<void> {
  account.store.putRows('contacts', [await account.api('GET /api/contacts/{id}', { params: { id: contactId } })]);
}

/** Whether a message may be sent again by hand: only what failed or what nobody knows about. */
export function maySendAgain(message: Message): boolean {
  return message.direction === 'OUTGOING' && (message.status === -1 || message.send_state === 'unknown');
}
