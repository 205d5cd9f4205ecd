import type { Platform } from '../../platform/platform.ts';
import { sequenceChanges } from './changes-repo.ts';

const batch = 5_000;
const lookMs = 250;
const wholeTableMs = 1_000;
/** Writers take their ids some milliseconds before they commit, in another order: the low mark stays this far behind. */
const lagMs = 200;

/**
 * Gives positions to what single-row writers committed: at once when hinted, every 250 ms otherwise. The hot path
 * looks above the highest id it had moved a moment ago; a transaction that commits later than that is found by the
 * look at the whole table once a second.
 */
export function startSequencer(platform: Platform): { stop(): Promise<void> } {
  const system = platform.db.system.statements('sequencer');
  let low = 0;
  let highest = 0;
  let lowFrom = { highest: 0, at: 0 };
  let wholeAt = 0;
  let wake: (() => void) | undefined;
  let hinted = true;
  let stopped = false;

  const off = platform.signal.on('changes_new', () => {
    hinted = true;
    wake?.();
  });

  async function round(): Promise<void> {
    const now = performance.now();
    const whole = now - wholeAt >= wholeTableMs;
    if (whole) wholeAt = now;
    hinted = false;
    const result = await sequenceChanges(system, whole ? 0 : low);
    highest = Math.max(highest, result.highest);
    if (now - lowFrom.at >= lagMs) {
      low = lowFrom.highest;
      lowFrom = { highest, at: now };
    }
    for (const clientId of result.clientIds) platform.signal.hint('changes', clientId);
    if (result.moved >= batch) hinted = true;
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await round();
      } catch (error) {
        platform.log.warn({ err: error }, 'sequencer: the database did not answer, trying again');
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
      if (hinted || stopped) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
    }
  }

  const running = run();
  return {
    async stop() {
      stopped = true;
      off();
      wake?.();
      await running;
    },
  };
}
