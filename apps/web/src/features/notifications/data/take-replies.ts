import { forgetReply, type KeptReply, readReplies } from '../../../platform/kept-replies.ts';
import type { LiveAccount } from '../../sync/public.ts';

let taking: Promise<void> = Promise.resolve();

/**
 * Queues what was written in notifications, now and with every connection: a conversation that this device does not
 * have is asked for. @returns stops that
 */
export function followReplies(account: LiveAccount): () => void {
  if (typeof caches === 'undefined') return () => undefined;
  void takeReplies(account);
  return account.store.topics.subscribe('connection', () => {
    if (account.connection() === 'live') void takeReplies(account);
  });
}

/** Queues what was written in notifications; one after the other, so that none is queued again when it has left. */
export function takeReplies(account: LiveAccount): Promise<void> {
  // The next connection tries again.
  taking = taking.then(() => takeAll(account)).catch(() => undefined);
  return taking;
}

async function takeAll(account: LiveAccount): Promise<void> {
  const clientId = account.store.client()?.client_id;
  if (clientId === undefined) return;
  for (const reply of await readReplies(clientId)) {
    // One whose conversation cannot be read now does not hold up the others.
    await take(account, reply).catch(() => undefined);
  }
}

async function take(account: LiveAccount, { id, threadId, text }: KeptReply): Promise<void> {
  const thread =
    account.store.threads.get(threadId) ?? (await account.api('GET /api/threads/{id}', { params: { id: threadId } }));
  await account.outbox.add({
    id,
    thread_id: threadId,
    channel_id: thread.channel_id,
    source: 'INBOX',
    type: 'text',
    text: { preview_url: false, body: text },
  });
  await forgetReply(id);
}
