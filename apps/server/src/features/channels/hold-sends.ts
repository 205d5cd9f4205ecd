import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform/platform.ts';
import { holdChannel } from './provider-state-repo.ts';

/** Longer than all calls of `work` take together. */
const longestMs = 120_000;
/** Within this time the queues of all processes have read that the channel waits. */
const untilReadMs = 1_500;

/**
 * Nothing is sent by a channel while `work` runs, and everything goes afterwards. A refusal of what was on its way does
 * not pause the channel. Should this process die, the channel waits for two minutes at most.
 */
export async function whileSendsWait<T>(
  platform: Platform,
  { clientId, channelId }: { clientId: string; channelId: string },
  work: () => Promise<T>,
): Promise<T> {
  const hold = async (until: Date | null) => {
    await platform.db.withTenant(clientId, (tx) => holdChannel(tx, channelId, until));
    platform.notifier.notify('channels', channelId);
  };
  await hold(new Date(Date.now() + longestMs));
  try {
    await sleep(untilReadMs);
    return await work();
  } finally {
    await hold(null);
  }
}
