import type { Channel } from '@parley/contract/types';
import { createStore, useReadable } from './store.ts';

/** Refresh interval of times on a screen, milliseconds; they are shown in minutes. */
const stepMs = 15_000;

const shown = createStore(Date.now());
let readers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function step(): void {
  shown.set(Date.now());
}

function subscribe(listener: () => void): () => void {
  const stop = shown.subscribe(listener);
  readers += 1;
  timer ??= setInterval(step, stepMs);
  return () => {
    stop();
    readers -= 1;
    if (readers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function get(): number {
  // There were no listeners for a while: the first reader gets the current time, later ones of the same step the same.
  if (timer === undefined && Date.now() - shown.get() > stepMs) step();
  return shown.get();
}

/** The current time, milliseconds since 1970, in steps of 15 s, the same for everything on the screen. */
export function useNow(): number {
  return useReadable({ get, subscribe });
}

/** The time of a channel: sandbox channels may be ahead of real time. */
export function channelNow(nowMs: number, channel: Channel | undefined): number {
  return nowMs + (channel?.clock_offset_ms ?? 0);
}
