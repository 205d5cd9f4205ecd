import { unreadFor } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { type RowTable, rowOf } from './rows.ts';
import {
  combinedProgress,
  comparePositions,
  matchesQuery,
  type QueryProgress,
  queryKey,
  type ThreadPosition,
  type ThreadQuery,
  threadPosition,
} from './thread-queries.ts';
import type { Topics } from './topics.ts';

/** An optimistic change to a thread that the server has not answered yet. */
export type ThreadPatch = Partial<
  Pick<
    Thread,
    | 'state'
    | 'assignee_id'
    | 'assignee_group_id'
    | 'snoozed_until'
    | 'label_ids'
    | 'stage_id'
    | 'value'
    | 'unread_count'
    | 'muted_until'
  >
>;

/**
 * The threads of a query without gaps. `complete` is false while the server has more, `started` while none of it was
 * read yet.
 */
export type ThreadSelection = { threads: readonly Thread[]; complete: boolean; started: boolean };

export type SavedQueries = { query: ThreadQuery; progress: QueryProgress }[];

/** Threads in order of their last activity, and the read progress of each query. */
export class ThreadList {
  #uid: string;
  #table: RowTable<Thread>;
  #topics: Topics;
  /** Positions of the existing threads, latest first, with their ids. */
  #order: { position: ThreadPosition; id: string }[] = [];
  #placed = new Map<string, ThreadPosition>();
  #byContact = new Map<string, Set<string>>();
  #patches = new Map<string, readonly ThreadPatch[]>();
  #patched = new Map<string, { row: Thread; shown: Thread }>();
  /** Names of contacts that wait on the device. */
  #names: ReadonlyMap<string, string> = new Map();
  #queries = new Map<string, { query: ThreadQuery; progress: QueryProgress }>();
  /** Rows as the user sees them, by the row of the server. */
  #groups = new Set<string>();
  #own = new WeakMap<Thread, Thread>();
  #snapshot: readonly Thread[] | null = null;
  #selections = new Map<string, ThreadSelection>();

  constructor(uid: string, table: RowTable<Thread>, topics: Topics) {
    this.#uid = uid;
    this.#table = table;
    this.#topics = topics;
  }

  /** A thread as shown on screen: the row with optimistic changes. */
  get(id: string): Thread | undefined {
    const row = this.#ownOf(rowOf(this.#table, id));
    const patches = this.#patches.get(id);
    const name = row && this.#names.get(row.contact_id);
    if (row === undefined || (patches === undefined && name === undefined)) return row;
    const existing = this.#patched.get(id);
    if (existing?.row === row) return existing.shown;
    const named = name === undefined ? {} : { contact: { ...row.contact, name } };
    const shown = Object.assign({}, row, ...(patches ?? []), named) as Thread;
    this.#patched.set(id, { row, shown });
    return shown;
  }

  /** A row with what is unread for this user, and whether they muted it. */
  #ownOf(row: Thread | undefined): Thread | undefined {
    if (row === undefined) return undefined;
    const existing = this.#own.get(row);
    if (existing !== undefined) return existing;
    const unread = unreadFor(row, this.#uid);
    const { read_state: state, mutes, ...rest } = row;
    const muted_until = mutes?.[this.#uid];
    const own = state === undefined ? row : { ...rest, unread_count: unread, ...(muted_until && { muted_until }) };
    this.#own.set(row, own);
    return own;
  }

  /** Threads of a contact, by id; some may be gone. */
  ofContact(contactId: string): Iterable<string> {
    return this.#byContact.get(contactId) ?? [];
  }

  /** Groups that a contact is or was in. */
  ofParticipant(contactId: string): string[] {
    return [...this.#groups].filter((id) =>
      rowOf(this.#table, id)?.group?.participants.some(({ contact_id }) => contact_id === contactId),
    );
  }

  /** All loaded threads, latest activity first; the same array until one changes. */
  all(): readonly Thread[] {
    this.#snapshot ??= this.#order.flatMap(({ id }) => this.get(id) ?? []);
    return this.#snapshot;
  }

  /** The loaded part of a query; the same object until a thread or the progress changes. */
  select(query: ThreadQuery): ThreadSelection {
    const key = queryKey(query);
    const existing = this.#selections.get(key) ?? this.#select(query);
    this.#selections.set(key, existing);
    return existing;
  }

  #select(query: ThreadQuery): ThreadSelection {
    const reach = combinedProgress(query, this.#queries.values());
    const threads: Thread[] = [];
    for (const thread of this.all()) {
      const below =
        !reach.complete && (reach.horizon === null || comparePositions(threadPosition(thread), reach.horizon) > 0);
      if (below) break;
      if (matchesQuery(query, thread, this.#uid)) threads.push(thread);
    }
    return { threads, complete: reach.complete, started: reach.complete || reach.horizon !== null };
  }

  #changed(): void {
    this.#snapshot = null;
    this.#selections.clear();
  }

  /** The read progress of this query. */
  progress(query: ThreadQuery): QueryProgress {
    return this.#queries.get(queryKey(query))?.progress ?? { horizon: null, nextCursor: null, complete: false };
  }

  /** Records a page of a query as read; its rows were put into the store before. */
  noteRead(query: ThreadQuery, page: { data: readonly Thread[]; next_cursor: string | null }): void {
    const last = page.data.at(-1);
    const horizon = last === undefined ? this.progress(query).horizon : threadPosition(last);
    const progress = { horizon, nextCursor: page.next_cursor, complete: page.next_cursor === null };
    this.#queries.set(queryKey(query), { query, progress });
    this.#changed();
    this.#topics.touch('threads');
  }

  savedQueries(): SavedQueries {
    return [...this.#queries.values()];
  }

  restoreQueries(saved: SavedQueries): void {
    for (const entry of saved) this.#queries.set(queryKey(entry.query), entry);
    this.#changed();
    this.#topics.touch('threads');
  }

  /** Forgets the read progress of all queries: the next page starts at the top. */
  forgetQueries(): void {
    this.#queries.clear();
    this.#changed();
    this.#topics.touch('threads');
  }

  /**
   * Shows a change immediately.
   * @returns a function that removes it after the server's response
   */
  patch(id: string, change: ThreadPatch): () => void {
    const show = (patches: readonly ThreadPatch[]) => {
      if (patches.length === 0) this.#patches.delete(id);
      else this.#patches.set(id, patches);
      this.#patched.delete(id);
      this.#changed();
      this.#topics.touch('threads');
      this.#topics.touch(`threads/${id}`);
    };
    show([...(this.#patches.get(id) ?? []), change]);
    return () => show((this.#patches.get(id) ?? []).filter((patch) => patch !== change));
  }

  /** Shows contacts under names that wait on the device. @param names by contact, all of them */
  showNames(names: ReadonlyMap<string, string>): void {
    const before = this.#names;
    const changed = [...new Set([...before.keys(), ...names.keys()])].filter((id) => before.get(id) !== names.get(id));
    if (changed.length === 0) return;
    this.#names = names;
    this.#changed();
    this.#topics.touch('threads');
    for (const threadId of changed.flatMap((id) => [...this.ofContact(id)])) {
      this.#patched.delete(threadId);
      this.#topics.touch(`threads/${threadId}`);
    }
  }

  /** Moves a thread whose row changed to its position. The caller notifies the listeners. */
  moved(id: string): void {
    this.#changed();
    const before = this.#placed.get(id);
    const row = rowOf(this.#table, id);
    if (row?.group === undefined) this.#groups.delete(id);
    else this.#groups.add(id);
    const after = row === undefined ? undefined : threadPosition(row);
    if (before !== undefined && after !== undefined && comparePositions(before, after) === 0) return;
    if (before !== undefined) {
      this.#order.splice(this.#indexOf(before), 1);
      this.#placed.delete(id);
    }
    if (after !== undefined) {
      const contactId = row?.contact_id ?? '';
      this.#byContact.set(contactId, (this.#byContact.get(contactId) ?? new Set()).add(id));
      this.#order.splice(this.#indexOf(after), 0, { position: after, id });
      this.#placed.set(id, after);
    }
  }

  /** The index of a position, or its insertion index. */
  #indexOf(position: ThreadPosition): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#order[middle];
      if (at !== undefined && comparePositions(at.position, position) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
