import type { Message, OutputOf, Thread } from '@parley/contract/types';
import { api } from '../../../platform/api.ts';
import { NetworkError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/id.ts';

export type Sandbox = OutputOf<'GET /api/sandbox'>;
export type FirstConversation = { threadId: string; greeting: string; sent: Message | null };

/** Timeout and poll interval for a message to appear, milliseconds. */
const timeoutMs = 20_000;
const pollIntervalMs = 400;

/** The newest sandbox conversation and its last outgoing message; null while there is none. */
export async function findFirstConversation(sandbox: Sandbox): Promise<FirstConversation | null> {
  const query = { channel_id: sandbox.channel.id, limit: 1 };
  const [thread] = (await api('GET /api/threads', { query })).data;
  return thread === undefined ? null : conversationOf(thread);
}

async function conversationOf(thread: Thread): Promise<FirstConversation> {
  const { data } = await api('GET /api/threads/{id}/messages', { params: { id: thread.id }, query: { limit: 50 } });
  const firstMessage = data.find((message) => message.direction === 'INCOMING')?.text?.body ?? '';
  const sent = data.find((message) => message.direction === 'OUTGOING') ?? null;
  return { threadId: thread.id, greeting: firstMessage, sent };
}

/** Sends a message as the simulated customer; resolves when its conversation exists. @throws ApiError, NetworkError */
export async function simulateCustomerMessage(sandbox: Sandbox, words: string): Promise<FirstConversation> {
  const [phone] = sandbox.phones;
  if (phone === undefined) throw new Error('a sandbox without a phone');
  const body = { id: uuidv7(), type: 'text' as const, text: { body: words } };
  await api('POST /api/sandbox/phones/{phone_id}/messages', { params: { phone_id: phone.id }, body });
  return poll(async () => {
    const found = await findFirstConversation(sandbox);
    return found !== null && found.greeting !== '' ? found : null;
  });
}

/**
 * Sends the reply and waits until it is sent or has failed.
 * @param id the same for every try, so that trying again sends nothing twice
 * @throws ApiError, NetworkError
 */
export async function sendFirstReply(
  sandbox: Sandbox,
  { threadId }: FirstConversation,
  id: string,
  body: string,
): Promise<Message> {
  await api('POST /api/messages', {
    body: {
      id,
      channel_id: sandbox.channel.id,
      thread_id: threadId,
      source: 'INBOX',
      type: 'text',
      text: { preview_url: false, body },
    },
  });
  return poll(async () => {
    const message = await api('GET /api/messages/{id}', { params: { id } });
    return message.status === 0 ? null : message;
  });
}

async function poll<T>(look: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > end) throw new NetworkError('timeout');
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}
