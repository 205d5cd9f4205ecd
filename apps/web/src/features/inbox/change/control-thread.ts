import type { LiveAccount } from '../../sync/public.ts';

/**
 * Takes a conversation over from Meta’s agent or another application of the number, or hands it back. WhatsApp is asked
 * while the member waits.
 * @throws ApiError, NetworkError
 */
export async function controlThread(account: LiveAccount, threadId: string, action: 'take' | 'release'): Promise<void> {
  const row = await account.api('POST /api/threads/{id}/control', { params: { id: threadId }, body: { action } });
  account.store.putRows('threads', [row]);
}
