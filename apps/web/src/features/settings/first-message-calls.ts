import type { Message, OutputOf, Thread } from '@parley/contract/types';
import { api } from '../../platform/api.ts';
import { NetworkError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/id.ts';

export type Sandbox = OutputOf<'GET /api/sandbox'>;
export type FirstConversation = { threadId: string; hello: string; sent: Message | null };

/** How long what was sent may take to show, and how often is looked, milliseconds. */
const patienceMs = 20_000;
const lookMs = 400;

/** The newest conversation of the sandbox, with what we sent in it last; null while there is none. */
export async function readFirstConversation(sandbox: Sandbox): Promise<FirstConversation | null> {
  const query = { channel_id: sandbox.channel.id, limit: 1 };
  const [thread] = (await api('GET /api/threads', { query })).data;
  return thread === undefined ? null : conversationOf(thread);
}

async function conversationOf(thread: Thread): Promise<FirstConversation> {
  const { data } = await api('GET /api/threads/{id}/messages', { params: { id: thread.id }, query: { limit: 50 } });
  const hello = data.find((message) => message.direction === 'INCOMING')?.text?.body ?? '';
  const sent = data.find((message) => message.direction === 'OUTGOING') ?? null;
  return { threadId: thread.id, hello, sent };
}

/** The simulated customer writes; answers when the conversation stands in the inbox. @throws ApiError, NetworkError */
export async function letCustomerWrite(sandbox: Sandbox, words: string): Promise<FirstConversation> {
  const [phone] = sandbox.phones;
  if (phone === undefined) throw new Error('a sandbox without a phone');
  const body = { id: uuidv7(), type: 'text' as const, text: { body: words } };
  await api('POST /api/sandbox/phones/{phone_id}/messages', { params: { phone_id: phone.id }, body });
  return until(async () => {
    const found = await readFirstConversation(sandbox);
    return found !== null && found.hello !== '' ? found : null;
  });
}

/**
 * Sends the answer and waits for what becomes of it.
 * @param id the same for every try, so that trying again sends nothing twice
 * @throws ApiError, NetworkError
 */
export async function sendFirstAnswer(
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
  return until(async () => {
    const message = await api('GET /api/messages/{id}', { params: { id } });
    return message.status === 0 ? null : message;
  });
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > end) throw new NetworkError('timeout');
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}
