import type { Clock } from '../platform/clock.ts';

/** The specification's times in milliseconds, and the bar's height in px. */
export const loadingBar = { durationMs: 2000, throttleMs: 200, hideMs: 500, resetMs: 400, heightPx: 3 } as const;

export type LoadingPhase = 'idle' | 'loading' | 'finishing' | 'error';

/** How far the bar is after a time, 0 to 1: ever slower, 70 % after the duration, never the whole way. */
export function progressAt(elapsedMs: number): number {
  return (2 / Math.PI) * Math.atan((2 * elapsedMs) / loadingBar.durationMs);
}

/**
 * The bar over page changes. What takes under 200 ms never shows it; then it eases on until the page is there, stands
 * full for 500 ms, and is gone 400 ms later. A failure turns it red first. Starting again starts over.
 */
export function createLoadingBar(clock: Clock) {
  const listeners = new Set<() => void>();
  let phase: LoadingPhase = 'idle';
  let startedAt = 0;
  let timer: number | null = null;

  const become = (next: LoadingPhase) => {
    if (phase === next) return;
    phase = next;
    for (const listener of [...listeners]) listener();
  };
  const after = (delayMs: number, run: () => void) => {
    if (timer !== null) clock.clearTimer(timer);
    timer = clock.setTimer(() => {
      timer = null;
      run();
    }, delayMs);
  };
  const end = (last: 'finishing' | 'error') => {
    if (phase !== 'loading') {
      if (timer !== null && phase === 'idle') clock.clearTimer(timer);
      return;
    }
    become(last);
    after(loadingBar.hideMs, () => {
      become('finishing');
      after(loadingBar.resetMs, () => become('idle'));
    });
  };
  return {
    phase: () => phase,
    /** Milliseconds since the bar became visible. */
    elapsedMs: () => clock.now() - startedAt,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start(): void {
      if (phase !== 'loading') become('idle');
      after(loadingBar.throttleMs, () => {
        startedAt = clock.now();
        become('loading');
      });
    },
    finish: () => end('finishing'),
    fail: () => end('error'),
  };
}
