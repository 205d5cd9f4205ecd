import type { Channel } from '@parley/contract/types';
import { useSyncExternalStore } from 'react';

/** What a screen says about time is this fresh, milliseconds: it counts in minutes. */
const stepMs = 15_000;

const listeners = new Set<() => void>();
let shownMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(step, stepMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function step(): void {
  shownMs = Date.now();
  for (const listener of [...listeners]) listener();
}

function read(): number {
  // Nobody listened for a while: the first reader gets the present, later ones of the same step the same.
  if (timer === undefined && Date.now() - shownMs > stepMs) shownMs = Date.now();
  return shownMs;
}

/** The present, milliseconds since 1970, in steps of 15 s, the same for everything on the screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read);
}

/** The time of a channel: sandbox channels may live ahead of real time. */
export function channelNow(nowMs: number, channel: Channel | undefined): number {
  return nowMs + (channel?.clock_offset_ms ?? 0);
}
