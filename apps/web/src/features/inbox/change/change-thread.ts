import { uuidv7 } from '../../../platform/id.ts';
import type { LiveAccount, ThreadChange } from '../../sync/public.ts';

export type { ThreadChange };

/**
 * Queues a change of a thread and shows it as done; the outbox sends it, also after a reload.
 * @throws the database error when it cannot be stored; then nothing was changed
 */
export async function changeThread(account: LiveAccount, threadId: string, change: ThreadChange): Promise<void> {
  await account.outbox.addOperation(uuidv7(), threadId, change);
}
