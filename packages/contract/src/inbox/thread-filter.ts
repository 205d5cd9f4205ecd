import type { Thread } from './schema.ts';
import type { Stage } from './stage-schema.ts';

/**
 * `waiting`: longest without an answer first; `due`: the reply or resolution that is due first; `window`: the reply window that closes
 * first; `unread`: unread first.
 */
export const threadSorts = ['newest', 'waiting', 'due', 'window', 'unread'] as const;
export type ThreadSort = (typeof threadSorts)[number];

type Flag = 'true' | 'false';

/** Conditions that a conversation's row decides, as `GET /api/threads` takes them. */
export type ThreadConditions = {
  state?: 'ACTIVE' | 'DONE' | undefined;
  /** `me`, a member's id, or `none`: neither with a member nor with a group. */
  assignee?: string | undefined;
  assignee_group?: string | undefined;
  channel_id?: string | undefined;
  /** A label's id. */
  label?: string | undefined;
  /** A stage's id, or `none`. */
  stage?: string | undefined;
  /** The reply window closes soon, as the account's `closing_soon_minutes` say, and the customer waits. */
  closing?: Flag | undefined;
  /** The reply was due and nobody answered, or the resolution was and it is not done. */
  overdue?: Flag | undefined;
  /** The last message was not sent. */
  failed?: Flag | undefined;
  snoozed?: Flag | undefined;
  unread?: Flag | undefined;
  /** The customer wrote last. */
  waiting?: Flag | undefined;
  /** Last activity at this time or later; ISO with milliseconds, as the API writes times. */
  since?: string | undefined;
  /** Last activity before this time. */
  until?: string | undefined;
};

/** Conditions that need more than the conversation's row: a device without these rows asks the server. */
export type LookupConditions = {
  /** The contact is in this list. */
  contact_list?: string | undefined;
  /** The customer came from this ad or post, by WhatsApp's id; `any`: from one of them. */
  ad?: string | undefined;
  /** The conversation has pictures, videos, recordings or documents. */
  media?: 'true' | undefined;
  /** A custom field of the contact, by name; not empty, or `field_value` in any case of letters. */
  field?: string | undefined;
  field_value?: string | undefined;
};

/** Parts the conditions of a view or query by what decides them. */
export function splitConditions(conditions: ThreadConditions & LookupConditions): {
  ofRow: ThreadConditions;
  lookup: LookupConditions;
} {
  const { contact_list, ad, media, field, field_value, ...ofRow } = conditions;
  const given = Object.entries({ contact_list, ad, media, field, field_value }).filter(
    ([, value]) => value !== undefined,
  );
  return { ofRow, lookup: Object.fromEntries(given) };
}

/**
 * What a column of the board shows of a view. Conversations in a stage that closes are done: a view of active ones shows
 * them there all the same.
 */
export function columnConditions<Conditions extends ThreadConditions>(
  view: Conditions,
  stage: Pick<Stage, 'id' | 'closes'> | null,
): Conditions {
  if (stage === null) return { ...view, stage: 'none' };
  return { ...view, stage: stage.id, ...(stage.closes && view.state === 'ACTIVE' && { state: undefined }) };
}

/** The views that are the same for everyone. */
export const viewConditions = {
  mine: { state: 'ACTIVE', assignee: 'me', snoozed: 'false' },
  unassigned: { state: 'ACTIVE', assignee: 'none', snoozed: 'false' },
  active: { state: 'ACTIVE', snoozed: 'false' },
  closing: { state: 'ACTIVE', closing: 'true', snoozed: 'false' },
  overdue: { state: 'ACTIVE', overdue: 'true', snoozed: 'false' },
  snoozed: { state: 'ACTIVE', snoozed: 'true' },
  failed: { state: 'ACTIVE', failed: 'true' },
  done: { state: 'DONE' },
} as const satisfies Record<string, ThreadConditions>;
export type CountedView = keyof typeof viewConditions;

/** Of accounts that chose none. */
export const defaultClosingSoonMinutes = 120;

/** Who looks, and when; channels of the sandbox have clocks of their own. */
export type ThreadClock = {
  uid: string;
  nowMs: number;
  channelNowMs: (channelId: string) => number;
  /** How long before its end a reply window is closing soon. */
  closingSoonMs: number;
};

export function isSnoozed({ snoozed_until: until }: Pick<Thread, 'snoozed_until'>, nowMs: number): boolean {
  return until === 'reply' || (until != null && Date.parse(until) > nowMs);
}

/** Whether the member on whose device the thread is gets no notifications of it. */
export function isMuted({ muted_until: until }: Pick<Thread, 'muted_until'>, nowMs: number): boolean {
  return until === 'always' || (until != null && Date.parse(until) > nowMs);
}

/** Whether Meta's agent or another application of the number answers there, and not the team. */
export function isHeldByOther({ holder }: Pick<Thread, 'holder'>): boolean {
  return holder !== undefined && holder.by !== 'us';
}

/**
 * What is unread for a member. Without a reading of their own: what nobody has read, or what was read and still waits for
 * an answer.
 */
export function unreadFor(
  thread: Pick<Thread, 'unread_count' | 'read_state' | 'waiting_since' | 'state'>,
  uid: string,
): number {
  const { unread_count: unread, read_state: reading } = thread;
  const own = reading?.by[uid];
  if (reading !== undefined && own !== undefined) return Math.max(0, reading.received - own);
  const answered = reading?.by['*'];
  const waits = thread.waiting_since !== null && thread.state === 'ACTIVE';
  if (!waits || reading === undefined || answered === undefined) return unread;
  return Math.max(unread, reading.received - answered);
}

export function isClosing(
  thread: Pick<Thread, 'waiting_since' | 'window_expires_at'>,
  nowMs: number,
  closingSoonMs: number,
): boolean {
  const { waiting_since: since, window_expires_at: expires } = thread;
  if (since == null || expires === null) return false;
  const left = Date.parse(expires) - nowMs;
  return left > 0 && left < closingSoonMs;
}

export function matchesThread(wanted: ThreadConditions, thread: Thread, clock: ThreadClock): boolean {
  const { state, assignee, assignee_group: group, channel_id: channel, label, stage } = wanted;
  const is = (flag: Flag | undefined, value: () => boolean) => flag === undefined || (flag === 'true') === value();
  return (
    (state === undefined || thread.state === state) &&
    (channel === undefined || thread.channel_id === channel) &&
    (label === undefined || thread.label_ids?.includes(label) === true) &&
    (stage === undefined || thread.stage_id === (stage === 'none' ? null : stage)) &&
    (group === undefined || thread.assignee_group_id === group) &&
    (assignee === undefined || isAssigned(assignee, thread, clock.uid)) &&
    is(wanted.closing, () => isClosing(thread, clock.channelNowMs(thread.channel_id), clock.closingSoonMs)) &&
    is(wanted.overdue, () => dueMs(thread) <= clock.channelNowMs(thread.channel_id)) &&
    is(wanted.failed, () => thread.last_message?.status === -1) &&
    is(wanted.snoozed, () => isSnoozed(thread, clock.nowMs)) &&
    is(wanted.unread, () => unreadFor(thread, clock.uid) > 0) &&
    is(wanted.waiting, () => thread.waiting_since != null) &&
    (wanted.since === undefined || (thread.last_message_at ?? '') >= wanted.since) &&
    (wanted.until === undefined || (thread.last_message_at ?? '') < wanted.until)
  );
}

/** When the reply or the resolution is due, whichever is first; infinity: none is. */
function dueMs({
  reply_due_at: reply,
  resolve_due_at: resolution,
}: Pick<Thread, 'reply_due_at' | 'resolve_due_at'>): number {
  return Math.min(...[reply, resolution].map((at) => (at == null ? Number.POSITIVE_INFINITY : Date.parse(at))));
}

function isAssigned(assignee: string, thread: Thread, uid: string): boolean {
  if (assignee === 'none') return thread.assignee_id === null && thread.assignee_group_id === null;
  return thread.assignee_id === (assignee === 'me' ? uid : assignee);
}

/** The order of a sort; ties by latest activity, then by id. */
export function compareThreads(sort: ThreadSort, clock: ThreadClock): (a: Thread, b: Thread) => number {
  return (a, b) => {
    const [x, y] = [sortKeyOf(sort, a, clock), sortKeyOf(sort, b, clock)];
    if (x !== y) return x < y ? -1 : 1;
    const [at, other] = [a.last_message_at ?? '', b.last_message_at ?? ''];
    if (at !== other) return at < other ? 1 : -1;
    return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
  };
}

function sortKeyOf(sort: ThreadSort, thread: Thread, clock: ThreadClock): number {
  const { waiting_since: since, window_expires_at: expires } = thread;
  if (sort === 'waiting') return since == null ? Number.POSITIVE_INFINITY : Date.parse(since);
  if (sort === 'due') return dueMs(thread);
  if (sort === 'unread') return unreadFor(thread, clock.uid) > 0 ? 0 : 1;
  if (sort === 'newest' || expires === null) return sort === 'newest' ? 0 : Number.POSITIVE_INFINITY;
  const closes = Date.parse(expires);
  return closes > clock.channelNowMs(thread.channel_id) ? closes : Number.POSITIVE_INFINITY;
}
