/** Frames of the live connection and the long poll; shapes only, the socket parses by hand on its hot path. */

export const markers = ['NEW', 'MODIFIED', 'DELETED'] as const;
export type Marker = (typeof markers)[number];

/** Collections of the change feed, with the names of the storage paths. */
export const collections = [
  'calls',
  'campaigns',
  'channels',
  'clients',
  'contact_lists',
  'contacts',
  'drafts',
  'labels',
  'messages',
  'notes',
  'saved_views',
  'scheduled_messages',
  'stages',
  'templates',
  'thread_events',
  'threads',
  'user_groups',
  'users',
] as const;
export type Collection = (typeof collections)[number];

/** One change. `id: "*"` with `data: null` means: read that collection again. */
export type Change = {
  collection: Collection;
  id: string;
  marker: Marker;
  version: number;
  data: unknown;
};

/** What waits on a device without a connection and leaves in one call: `POST /api/sync/outbox`. */
export const outboxRoutes = ['POST /api/messages', 'POST /api/threads/{id}/notes', 'PUT /api/threads/{id}'] as const;
export type OutboxRoute = (typeof outboxRoutes)[number];

/** The most calls of one `POST /api/sync/outbox`, and the most bytes of their bodies together. */
export const outboxLimits = { calls: 50, bytes: 200_000 } as const;

/** The version of a final deletion: the contact was erased, and devices also delete drafts for it. */
export const deletedForeverVersion = Number.MAX_SAFE_INTEGER;

export type PresenceState = 'viewing' | 'typing' | 'away';

export type ClientFrame =
  /** `language`: of the server's sentences in rows, a BCP 47 tag; English without it. */
  | { type: 'auth'; token: string; cursor: string | null; language?: string }
  | { type: 'token'; token: string; language?: string }
  | { type: 'topics'; add?: string[]; remove?: string[] }
  | { type: 'presence'; thread_id: string; state: PresenceState };

export type ServerFrame =
  | { type: 'welcome'; cursor: string }
  | { type: 'changes'; cursor: string; changes: Change[] }
  | { type: 'reset'; reason: string }
  | { type: 'presence'; thread_id: string; user_id: string; state: PresenceState }
  /** The notifications of this user changed, or are being checked. */
  | { type: 'notifications' }
  /** What this user chose for all devices changed. */
  | { type: 'preferences' }
  /** Whether the database answers the server: while it does not, nothing new comes. */
  | { type: 'database'; answers: boolean }
  | { type: 'ping' };

/** Why the server closed a socket. */
export const closeCodes = {
  bad_frame: 4400,
  token: 4401,
  no_longer_a_member: 4403,
  slow: 4408,
  /** Too many frames, or connections of the member or account: not again at once. */
  too_many: 4429,
  restart: 4503,
} as const;
