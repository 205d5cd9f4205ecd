import type { Clock } from '../platform/clock.ts';

/** A clock that tests control. `pass` runs due timers in order, with promises settling in between. */
export function turnedClock(startMs = 1_800_000_000_000) {
  let now = startMs;
  let nextTimer = 1;
  const timers = new Map<number, { dueAt: number; run: () => void }>();
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const clock: Clock = {
    now: () => now,
    setTimer(run, delayMs) {
      timers.set(nextTimer, { dueAt: now + delayMs, run });
      return nextTimer++;
    },
    clearTimer: (timer) => void timers.delete(timer),
  };
  return {
    clock,
    settle,
    /** Milliseconds until each pending timer, soonest first. */
    pending: () => [...timers.values()].map(({ dueAt }) => dueAt - now).sort((one, other) => one - other),
    /** Advances time like a sleeping machine: nothing runs. */
    jump(ms: number) {
      now += ms;
    },
    async pass(ms: number) {
      const end = now + ms;
      await settle();
      for (;;) {
        const due = [...timers].filter(([, { dueAt }]) => dueAt <= end).sort((a, b) => a[1].dueAt - b[1].dueAt)[0];
        if (!due) break;
        timers.delete(due[0]);
        now = Math.max(now, due[1].dueAt);
        due[1].run();
        await settle();
      }
      now = end;
    },
  };
}
