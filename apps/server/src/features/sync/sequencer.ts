import type { Platform } from '../../platform/platform.ts';
import { startPollLoop } from '../../platform/poll-loop.ts';
import { sequenceChanges } from './changes-repo.ts';

const batch = 5_000;
const pollMs = 250;
const restMs = 1_000;
const wholeTableMs = 1_000;
/** Writers get their ids some milliseconds before they commit, in another order: the low mark stays this far behind. */
const lagMs = 200;

/**
 * Assigns positions to the changes of single-row writers: immediately when notified, otherwise every 250 ms,
 * and every second while there is nothing. Usually
 * it reads above the highest id it moved a moment ago; a full read once a second finds transactions that committed
 * later.
 */
export function startSequencer(platform: Platform): { stop(): Promise<void> } {
  const system = platform.db.system.statements('sequencer');
  let low = 0;
  let highest = 0;
  let lowFrom = { highest: 0, at: 0 };
  let wholeAt = 0;
  async function round(): Promise<number> {
    const now = performance.now();
    const whole = now - wholeAt >= wholeTableMs;
    if (whole) wholeAt = now;
    const result = await sequenceChanges(system, whole ? 0 : low);
    highest = Math.max(highest, result.highest);
    if (now - lowFrom.at >= lagMs) {
      low = lowFrom.highest;
      lowFrom = { highest, at: now };
    }
    for (const clientId of result.clientIds) platform.notifier.notify('changes', clientId);
    return result.moved >= batch ? 0 : pollMs;
  }

  const failure = 'sequencer: the database did not answer, retrying';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: pollMs, restMs }, round);
  const off = platform.notifier.on('changes_new', loop.wake);
  return {
    async stop() {
      off();
      await loop.stop();
    },
  };
}
