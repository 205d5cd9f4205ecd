import { createStore } from './store.ts';

/** What the start-up call answered: the account, and the id the push provider knows the user by. */
export type AccountStarted = { clientId: string; pushUserId: string | null };

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
