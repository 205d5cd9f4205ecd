import type { LiveAccount } from '../../sync/public.ts';

/**
 * Blocks the customer of a conversation on its channel, or unblocks them. WhatsApp is asked while the member waits.
 * @throws ApiError, NetworkError
 */
export async function setBlocked(account: LiveAccount, threadId: string, blocked: boolean): Promise<void> {
  const params = { id: threadId };
  const row = blocked
    ? await account.api('POST /api/threads/{id}/block', { params })
    : await account.api('POST /api/threads/{id}/unblock', { params });
  account.store.putRows('threads', [row]);
}
