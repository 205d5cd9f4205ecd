import type { MemberActor } from '../../platform/auth/actor.ts';
import type { View } from './hub.ts';

/** What the live connections ask about people; the team feature answers. */
export type PeopleOfSync = {
  /** How a member sees the feed; null: everything. */
  viewOf(actor: MemberActor): View | null;
  /** Of some threads those the member sees. */
  seenThreads(actor: MemberActor, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** A member is connected from now on. @returns call it when the connection is gone */
  connected(actor: MemberActor): () => void;
  /** A member without a live connection has just asked for changes. */
  seen(actor: MemberActor): void;
};

/** Why a reader starts afresh whose limits were changed: what it has read may be more than it may see, or less. */
export const accessChanged = 'What you may see has changed.';
