import type { UnavailableReason } from '@parley/contract/types';
import { createStore } from './store.ts';

/**
 * The state of the connection that the frame shows. `live` is false while nothing is sent or received; `waiting` counts
 * queued messages; `unavailableReason` is why the server takes none of them, if it said so.
 */
export type Connection = { live: boolean; waiting: number; unavailableReason: UnavailableReason | null };

export const useConnection = createStore<Connection>({ live: true, waiting: 0, unavailableReason: null });

/** Set by the live connection of the sync feature; the frame shows the banner. */
export function reportConnection(connection: Partial<Connection>): void {
  useConnection.set({ ...useConnection.get(), ...connection });
}
