import { uuidv7 } from '../../../platform/id.ts';
import { turnThread } from '../../answering/public.ts';
import type { LiveAccount, ThreadChange as QueuedChange } from '../../sync/public.ts';

export type { QueuedChange };

/** `give`: the AI assistant answers; `stop`: it no longer does, and nobody has the conversation. */
export type ThreadChange = QueuedChange | 'give' | 'stop';

/**
 * Queues a change of a thread and shows it as done; the outbox sends it, also after a reload. What is for the AI
 * assistant is sent at once: only the server knows who has the conversation.
 * @throws the database error when it cannot be stored, ApiError or a network error; then nothing was changed
 */
export async function changeThread(account: LiveAccount, threadId: string, change: ThreadChange): Promise<void> {
  if (typeof change === 'string') await turnThread(threadId, change);
  else await account.outbox.addOperation(uuidv7(), threadId, change);
}
