import type { Thread } from '@parley/contract/types';
import type { LiveAccount } from '../sync/public.ts';

/**
 * Changes a thread on the screen at once and on the server.
 * @throws ApiError, NetworkError; then the screen shows the thread as it was
 */
export async function changeThread(
  account: LiveAccount,
  threadId: string,
  change: Partial<Pick<Thread, 'state' | 'assignee_id' | 'assignee_group_id'>>,
): Promise<void> {
  const takeBack = account.store.threads.patch(threadId, change);
  try {
    // The screen shows it already: it is done also when the page is left before the answer.
    const call = { params: { id: threadId }, body: change };
    const row = await account.api('PUT /api/threads/{id}', call, { keepalive: true });
    account.store.putRows('threads', [row]);
  } finally {
    takeBack();
  }
}
