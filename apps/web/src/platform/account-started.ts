import type { OutputOf } from '@parley/contract/types';
import { createStore } from './store.ts';

/** What the start-up call answered, among others the account and the id the push provider knows the user by. */
export type AccountStarted = OutputOf<'GET /api/bootstrap'> & {
  /** When the call was sent, ms of `performance.now()`. */
  askedAt: number;
};

const started = createStore<AccountStarted | null>(null);

/** Called by the sync feature with every answer to the start-up call. */
export const publishAccountStarted = started.set;

/** Calls the listener with the last answer, if there was one, and with every later one. @returns stops that */
export function onAccountStarted(listener: (started: AccountStarted) => void): () => void {
  const tell = () => {
    const last = started.get();
    if (last !== null) listener(last);
  };
  const stop = started.subscribe(tell);
  tell();
  return stop;
}
