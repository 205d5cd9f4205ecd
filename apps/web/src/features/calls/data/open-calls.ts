import type { PhoneCall } from '@parley/contract/types';
import { createStore } from '../../../platform/store.ts';
import type { LiveAccount } from '../../sync/public.ts';
import { useOwnCall } from './own-call.ts';

/** Calls that ring or go on, as the server told last. */
export const useOpenCalls = createStore<readonly PhoneCall[]>([]);
/** Calls that do not ring in this page any more: silenced here. */
export const useSilenced = createStore<ReadonlySet<string>>(new Set());

/** Why the last attempt failed. Kept here: what shows a call is gone while it is being answered. */
export const useCallProblem = createStore<{ id: string; words: string } | null>(null);

export function silence(id: string): void {
  useSilenced.set(new Set(useSilenced.get()).add(id));
}

/** Calls that ring in this page. */
export function ringingOf(calls: readonly PhoneCall[], silenced: ReadonlySet<string>): PhoneCall[] {
  return calls.filter(({ id, rings }) => rings && !silenced.has(id));
}

/** A call that rings ends without a word when its caller gives up while the page is offline. */
const pollMs = 5_000;

/**
 * Keeps the calls of an account current in this page.
 * @param onRead with the calls before and now
 * @returns a function that ends it
 */
export function followCalls(
  account: LiveAccount,
  onRead: (before: readonly PhoneCall[], now: readonly PhoneCall[]) => void,
): () => void {
  let stopped = false;
  let reading = false;
  let again = false;
  const read = async () => {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    try {
      const { data } = await account.api('GET /api/calls', {});
      if (stopped) return;
      const before = useOpenCalls.get();
      useOpenCalls.set(data);
      onRead(before, data);
    } catch {
      // The next change, poll or connection reads again.
    } finally {
      reading = false;
      if (again && !stopped) void read();
      again = false;
    }
  };
  const { topics } = account.store;
  const stops = [
    topics.subscribe('calls', () => void read()),
    topics.subscribe('connection', () => {
      if (account.connection() === 'live') void read();
    }),
  ];
  const timer = setInterval(() => {
    if (useOpenCalls.get().length > 0 || useOwnCall.get() !== null) void read();
  }, pollMs);
  void read();
  return () => {
    stopped = true;
    for (const stop of stops) stop();
    clearInterval(timer);
    useOpenCalls.set([]);
  };
}
