/** A clock; tests pass one they control. `now` in milliseconds since 1970, delays in milliseconds. */
export type Clock = {
  now(): number;
  setTimer(run: () => void, delayMs: number): number;
  clearTimer(timer: number): void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (run, delayMs) => window.setTimeout(run, delayMs),
  clearTimer: (timer) => window.clearTimeout(timer),
};
