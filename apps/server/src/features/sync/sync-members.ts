import type { MemberActor } from '../../platform/auth/actor.ts';
import type { View } from './hub.ts';

/** The member functions that live connections need; the team feature provides them. */
export type SyncMembers = {
  /** The member's view of the feed; null: everything. */
  viewOf(actor: MemberActor): View | null;
  /** The threads among these that the member may see. */
  visibleThreads(actor: MemberActor, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Reports that a member has connected. @returns a callback for when the connection closes */
  connected(actor: MemberActor): () => void;
  /** Reports that a member without a live connection has polled for changes. */
  polled(actor: MemberActor): void;
};

/** The reason of a reset after the access of a reader changed. */
export const accessChanged = 'Your permissions have changed.';
