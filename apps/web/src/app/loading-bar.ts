import type { Clock } from '../platform/clock.ts';
import { createStore } from '../platform/store.ts';

/** The specification's times in milliseconds, and the bar's height in px. */
export const loadingBar = { durationMs: 2000, throttleMs: 200, hideMs: 500, resetMs: 400, heightPx: 3 } as const;

export type LoadingPhase = 'idle' | 'loading' | 'finishing' | 'error';

/** The bar's progress after a time, 0 to 1: slowing down, 70% after the duration, never complete. */
export function progressAt(elapsedMs: number): number {
  return (2 / Math.PI) * Math.atan((2 * elapsedMs) / loadingBar.durationMs);
}

/**
 * The bar during page changes. Hidden for loads under 200 ms; then it advances until the page is loaded, stays full for
 * 500 ms, and disappears 400 ms later. A failure turns it red first. Starting again restarts it.
 */
export function createLoadingBar(clock: Clock) {
  const phase = createStore<LoadingPhase>('idle');
  let startedAt = 0;
  let timer: number | null = null;

  const after = (delayMs: number, run: () => void) => {
    if (timer !== null) clock.clearTimer(timer);
    timer = clock.setTimer(() => {
      timer = null;
      run();
    }, delayMs);
  };
  const end = (last: 'finishing' | 'error') => {
    if (phase.get() !== 'loading') {
      if (timer !== null && phase.get() === 'idle') clock.clearTimer(timer);
      return;
    }
    phase.set(last);
    after(loadingBar.hideMs, () => {
      phase.set('finishing');
      after(loadingBar.resetMs, () => phase.set('idle'));
    });
  };
  return {
    phase: phase.get,
    subscribe: phase.subscribe,
    /** Milliseconds since the bar became visible. */
    elapsedMs: () => clock.now() - startedAt,
    start(): void {
      if (phase.get() !== 'loading') phase.set('idle');
      after(loadingBar.throttleMs, () => {
        startedAt = clock.now();
        phase.set('loading');
      });
    },
    finish: () => end('finishing'),
    fail: () => end('error'),
  };
}
