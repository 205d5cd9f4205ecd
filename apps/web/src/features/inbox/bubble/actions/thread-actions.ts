import type { Message } from '@parley/contract/types';
import { ApiError } from '../../../../platform/errors.ts';
import type { LiveAccount } from '../../../sync/public.ts';

/** Sends a message again that the server has. @throws ApiError, NetworkError */
export async function retryMessage(account: LiveAccount, messageId: string): Promise<void> {
  const row = await account.api('POST /api/messages/{id}/retry', { params: { id: messageId } });
  account.store.putMessage({ id: row.id, version: row.version, row });
}

/** Decides that a message is never sent. @throws ApiError, NetworkError */
export async function discardMessage(account: LiveAccount, messageId: string): Promise<void> {
  const row = await account.api('POST /api/messages/{id}/discard', { params: { id: messageId } });
  account.store.putMessage({ id: row.id, version: row.version, row });
}

/** Whether a message may be discarded: it has not left, and no broadcast decides about it. */
export function mayDiscard({ direction, status, send_state, source }: Message): boolean {
  return (
    direction === 'OUTGOING' &&
    status === 0 &&
    (send_state === 'waiting' || send_state === 'held') &&
    source !== 'BROADCAST'
  );
}

/** Marks a message as important for the team, or no longer. @throws ApiError, NetworkError */
export async function starMessage(account: LiveAccount, { id }: Message, starred: boolean): Promise<void> {
  const row = await account.api('PUT /api/messages/{id}/star', { params: { id }, body: { starred } });
  account.store.putMessage({ id, version: row.version, row });
}

/** Marks a thread as read. After a failure the next visit tries again: the count comes back with the row. */
export async function markRead(account: LiveAccount, threadId: string): Promise<void> {
  const takeBack = account.store.threads.patch(threadId, { unread_count: 0 });
  try {
    const row = await account.api('POST /api/threads/{id}/read', { params: { id: threadId } });
    account.store.putRows('threads', [row]);
  } catch {
    // Offline, or the thread is gone: nothing depends on it.
  } finally {
    takeBack();
  }
}

/** Reads a thread of the URL. @returns false when there is none. @throws ApiError, NetworkError */
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

/** Whether a message may be sent again by hand: only failed ones and those of unknown outcome. */
export function maySendAgain(message: Message): boolean {
  return message.direction === 'OUTGOING' && (message.status === -1 || message.send_state === 'unknown');
}
