import type { Executor, TenantTx } from '../../platform/db/sql.ts';

type Versioned = { id: string; version: number };

/** What features above this one do with their rows when a membership, a group or an account ends, in its transaction. */
export type TeamDependencies = {
  /** Takes an account's channels off the network. @returns their ids */
  closeChannels(tx: Executor, clientId: string): Promise<string[]>;
  /** Assigns all conversations of a member to another or (null) to no one. */
  reassignThreads(tx: TenantTx, from: string, to: string | null): Promise<Versioned[]>;
  /** Takes a group off all its conversations. */
  unassignGroup(tx: TenantTx, groupId: string): Promise<Versioned[]>;
  /** Ends the API keys that a member created. */
  revokeKeysOf(tx: TenantTx, userId: string): Promise<void>;
};
