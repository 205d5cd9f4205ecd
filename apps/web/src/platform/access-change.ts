import { createStore } from './store.ts';

const changes = createStore(0);

/** Called by the sync feature when the user's role or permissions are not what they were. */
export function reportAccessChange(): void {
  changes.set(changes.get() + 1);
}

/** Calls the listener at every change: what the server refused before may be allowed now. @returns stops that */
export const onAccessChange = changes.subscribe;
