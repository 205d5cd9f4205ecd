import { create } from 'zustand';

/**
 * What the frame tells people about the connection. `live` is false while nothing arrives or leaves; `waiting` counts
 * messages that go out when it is back.
 */
export type Connection = { live: boolean; waiting: number };

export const useConnection = create<Connection>(() => ({ live: true, waiting: 0 }));

/** Fed by the live connection of the sync feature; the frame shows the banner. */
export function reportConnection(connection: Partial<Connection>): void {
  useConnection.setState(connection);
}
