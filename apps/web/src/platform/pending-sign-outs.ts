import { pendingSignOutPrefix } from './session-records.ts';
import type { KeyValue } from './storage.ts';

/**
 * Repeats sign-outs that the server did not confirm, at page start and when back online. Until then those sessions are
 * still active on the server, and the browser still has their cookies.
 * @param signOut rejects when there is no answer
 */
export async function sendPendingSignOuts(device: KeyValue, signOut: (sid: string) => Promise<unknown>): Promise<void> {
  const owed = device.keys().filter((key) => key.startsWith(pendingSignOutPrefix));
  for (const key of owed) {
    await signOut(key.slice(pendingSignOutPrefix.length)).then(
      () => device.remove(key),
      () => undefined,
    );
  }
}
