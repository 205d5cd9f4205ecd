import type { Message, Thread } from '@parley/contract/types';
import { ApiError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { undoUntilMs } from '../../../platform/undo-send.ts';
import type { LiveAccount, OutgoingBody } from '../../sync/public.ts';

/** When and how a message is sent. */
export type SendOptions = {
  /** When it is sent; at once without it. */
  sendAt?: string | null;
  /** When Send was pressed: the member's draft is emptied with the message, on the server too. */
  clearDraftAt?: Date;
  /** What is sent as it stands, though it looks like a variable. */
  asTyped?: readonly string[];
};

/** These as fields of `POST /api/messages`. */
export function sendOptionFields({ sendAt = null, clearDraftAt, asTyped = [] }: SendOptions) {
  return {
    ...(sendAt === null ? {} : { send_at: sendAt }),
    ...(clearDraftAt === undefined ? {} : { clear_draft_at: clearDraftAt.toISOString() }),
    ...(asTyped.length === 0 ? {} : { as_typed: [...asTyped] }),
  };
}

/**
 * Queues a text for a thread; the outbox sends it.
 * @param quotedId the message it replies to
 * @throws the database error when it cannot be stored; then nothing was queued
 */
export async function sendText(
  account: LiveAccount,
  thread: Thread,
  body: string,
  quotedId: string | null,
  options: SendOptions = {},
): Promise<void> {
  const { sendAt = null } = options;
  const seen = sendAt === null ? newestSeen(account, thread.id) : undefined;
  const message: OutgoingBody = {
    id: uuidv7(),
    thread_id: thread.id,
    channel_id: thread.channel_id,
    source: 'INBOX',
    type: 'text',
    text: { preview_url: false, body },
    ...(quotedId === null ? {} : { context: { message_id: quotedId } }),
    ...(seen === undefined ? {} : { confirm_seen: seen }),
    ...sendOptionFields(options),
  };
  await account.outbox.add(message, undoable(sendAt));
}

/** What holds a message back while its sending can be undone. */
export function undoable(sendAt: string | null): { hold_until_ms?: number } {
  const until = sendAt === null ? undoUntilMs() : undefined;
  return until === undefined ? {} : { hold_until_ms: until };
}

/** The newest message of a thread on this screen. */
export function newestSeen(account: LiveAccount, threadId: string): string | undefined {
  return account.store.window(threadId)?.messages.at(-1)?.id;
}

/** Sends a message again that the server has. @throws ApiError, NetworkError */
export async function retryMessage(account: LiveAccount, messageId: string): Promise<void> {
  const row = await account.api('POST /api/messages/{id}/retry', { params: { id: messageId } });
  account.store.putMessage({ id: row.id, version: row.version, row });
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
