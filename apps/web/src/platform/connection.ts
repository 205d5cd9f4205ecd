import { createStore } from './store.ts';

/**
 * The state of the connection that the frame shows. `live` is false while nothing is sent or received; `waiting` counts
 * queued messages.
 */
export type Connection = { live: boolean; waiting: number };

export const useConnection = createStore<Connection>({ live: true, waiting: 0 });

/** Set by the live connection of the sync feature; the frame shows the banner. */
export function reportConnection(connection: Partial<Connection>): void {
  useConnection.set({ ...useConnection.get(), ...connection });
}
