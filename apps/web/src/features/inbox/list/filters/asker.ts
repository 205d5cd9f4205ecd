import { type Clock, systemClock } from '../../../../platform/clock.ts';

const firstWaitMs = 300;
/** Further changes wait this many times as long as the answer took, so that counting never fills the server. */
const restFactor = 30;
const leastRestMs = 2_000;
const mostRestMs = 15_000;

/**
 * Asks the server what it counts, again after changes, one question at a time. An answer is shown although something
 * changed meanwhile: where something always changes, none would be.
 */
export function createAsker<Answer>(
  ask: () => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
  clock: Clock = systemClock,
) {
  let timer: number | null = null;
  let asking = false;
  let changedSince = false;
  let stopped = false;
  let restUntilMs = 0;
  const run = async () => {
    timer = null;
    asking = true;
    changedSince = false;
    const beganMs = clock.now();
    try {
      const answer = await ask();
      if (!stopped) onAnswer(answer);
    } catch {
      // The numbers stay as they were; the next change asks again.
    }
    const tookMs = clock.now() - beganMs;
    restUntilMs = clock.now() + Math.min(mostRestMs, Math.max(leastRestMs, restFactor * tookMs));
    asking = false;
    if (changedSince && !stopped) changed();
  };
  const changed = () => {
    if (asking) changedSince = true;
    else timer ??= clock.setTimer(() => void run(), Math.max(firstWaitMs, restUntilMs - clock.now()));
  };
  return {
    changed,
    stop() {
      stopped = true;
      if (timer !== null) clock.clearTimer(timer);
    },
  };
}
