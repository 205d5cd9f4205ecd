/** What the start-up call told: whose account it is, and how the push provider knows the person. */
export type Started = { clientId: string; pushUserId: string | null };

let last: Started | null = null;
const listeners = new Set<(started: Started) => void>();

/** Told by the sync feature whenever the start-up call was answered. */
export function announceStarted(started: Started): void {
  last = started;
  for (const listener of [...listeners]) listener(started);
}

/** Calls the listener with the last answer, if there was one, and with every later one. @returns stops that */
export function onStarted(listener: (started: Started) => void): () => void {
  listeners.add(listener);
  if (last !== null) listener(last);
  return () => void listeners.delete(listener);
}
