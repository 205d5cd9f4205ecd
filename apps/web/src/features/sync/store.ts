import type {
  Campaign,
  Change,
  Channel,
  Client,
  Collection,
  Contact,
  ContactList,
  Note,
  Standing,
  Thread,
  User,
  UserGroup,
} from '@parley/contract/types';
import { RecentMessages } from './last-message.ts';
import type { MessageEvent, MessageWindow } from './message-window.ts';
import { MessageWindows } from './message-windows.ts';
import { livingRows, putRow, type RowTable, rowOf } from './rows.ts';
import { ThreadList } from './thread-list.ts';
import { Topics } from './topics.ts';

/** What the store holds of each collection of the feed; message rows live in windows instead. */
export type Rows = {
  campaigns: Campaign;
  channels: Channel;
  clients: Client;
  contact_lists: ContactList;
  contacts: Contact;
  notes: Note;
  templates: Record<string, unknown>;
  threads: Thread;
  user_groups: UserGroup;
  users: User;
};
export type RowCollection = keyof Rows;

type Tables = { [K in RowCollection]: RowTable<Rows[K]> };

/** One row as it is written to the cache; `row` null is a remembered deletion. */
export type CachedRow = { collection: RowCollection; id: string; version: number; row: unknown };

const rowCollections = [
  'campaigns',
  'channels',
  'clients',
  'contact_lists',
  'contacts',
  'notes',
  'templates',
  'threads',
  'user_groups',
  'users',
] as const;

function isRowCollection(collection: Collection): collection is RowCollection {
  return (rowCollections as readonly string[]).includes(collection);
}

/**
 * Everything this browser knows of one account, kept right by the feed. Rows are replaced, never edited, so a screen may
 * compare by reference. Changes apply by version alone: twice, late or out of order they make the same rows.
 */
export class LiveStore {
  readonly uid: string;
  readonly topics = new Topics();
  readonly windows: MessageWindows;
  readonly threads: ThreadList;
  /** Threads whose stretch and notes are to go from the device; who writes there takes them. */
  readonly forgotten: string[] = [];
  #tables = Object.fromEntries(rowCollections.map((name) => [name, new Map()])) as Tables;
  #standing: Standing | null = null;
  #mentioned: ReadonlySet<string> | null = null;
  #dirtyRows = new Set<string>();
  #replaced = new Set<RowCollection>();
  #watchers = new Set<Set<string>>();
  #onDirty: () => void;
  #recent = new RecentMessages();
  #sorted = new Map<RowCollection, { revision: number; rows: readonly unknown[] }>();

  /**
   * @param uid the signed-in person
   * @param onDirty told whenever there is something new to write to the device
   */
  constructor(uid: string, onDirty: () => void = () => undefined) {
    this.uid = uid;
    this.#onDirty = onDirty;
    this.windows = new MessageWindows(this.topics, onDirty);
    this.threads = new ThreadList(uid, this.#tables.threads, this.topics);
  }

  /** One row, or undefined when it is unknown or deleted. */
  row<K extends RowCollection>(collection: K, id: string): Rows[K] | undefined {
    return rowOf<Rows[K]>(this.#tables[collection], id);
  }

  /** All rows of a small collection, sorted; the same array until one of them changes. */
  list<K extends Exclude<RowCollection, 'threads'>>(collection: K): readonly Rows[K][] {
    const revision = this.topics.revision(collection);
    const held = this.#sorted.get(collection);
    if (held?.revision === revision) return held.rows as readonly Rows[K][];
    const rows = livingRows<Rows[K]>(this.#tables[collection]).sort((a, b) => labelOf(a).localeCompare(labelOf(b)));
    this.#sorted.set(collection, { revision, rows });
    return rows;
  }

  /** The account itself. */
  client(): Client | undefined {
    return this.list('clients')[0];
  }

  /** What decides about this person's rights here; null until the server has said it in this tab. */
  standing(): Standing | null {
    return this.#standing;
  }

  /** Touches 'standing' when it is another than before. */
  setStanding(standing: Standing): void {
    if (JSON.stringify(standing) === JSON.stringify(this.#standing)) return;
    this.#standing = standing;
    this.topics.touch('standing');
  }

  /** Threads with an unread note that names this person; null until the server has said it in this tab. */
  mentioned(): ReadonlySet<string> | null {
    return this.#mentioned;
  }

  /** Touches 'mentioned'. */
  setMentioned(threadIds: Iterable<string>): void {
    this.#mentioned = new Set(threadIds);
    this.topics.touch('mentioned');
  }

  /**
   * Applies changes of the feed.
   * @returns the collections that changed as a whole and must be read again
   */
  applyChanges(changes: readonly Change[]): Collection[] {
    const readAgain = new Set<Collection>();
    this.topics.batch(() => {
      for (const change of changes) {
        if (change.id === '*') readAgain.add(change.collection);
        else this.#applyChange(change);
      }
    });
    return [...readAgain];
  }

  #applyChange(change: Change): void {
    const row = change.marker === 'DELETED' ? null : change.data;
    // A living row without data was gone or out of sight when the server delivered the change: its own change follows.
    if (row === null && change.marker !== 'DELETED') return;
    if (change.collection === 'messages') {
      this.putMessage({ id: change.id, version: change.version, row } as MessageEvent);
    } else if (isRowCollection(change.collection)) {
      this.#put(change.collection, change.id, change.version, row as Rows[RowCollection] | null);
      if (change.collection === 'threads' && row === null) this.#forgetThread(change.id);
    }
  }

  /** A thread that is gone or out of sight takes along what was held of it. */
  #forgetThread(threadId: string): void {
    this.forgotten.push(threadId);
    this.windows.drop(threadId);
    const { notes } = this.#tables;
    for (const [id, { row }] of [...notes]) {
      if (row?.thread_id === threadId && notes.delete(id)) this.#moved('notes', id);
    }
  }

  /**
   * Applies one message event to its stretch and, when it is the last of its thread, to the thread's row. Touches 'messages'
   * for those who follow messages of threads that are not open.
   */
  putMessage(event: MessageEvent): void {
    this.topics.batch(() => {
      this.windows.apply(event);
      this.topics.touch('messages');
      if (event.row === null) return;
      this.#recent.note(event.row);
      const held = this.#tables.threads.get(event.row.thread_id);
      if (held === undefined || held.row === null) return;
      const row = this.#recent.applyTo(held.row);
      if (row === held.row) return;
      this.#tables.threads.set(row.id, { version: held.version, row });
      this.#moved('threads', row.id);
    });
  }

  /** Puts rows read from the server; each stands only if it is newer than what is held. */
  putRows<K extends RowCollection>(collection: K, rows: readonly Rows[K][]): void {
    this.topics.batch(() => {
      for (const row of rows) this.#put(collection, rowId(row), rowVersion(row), row);
    });
  }

  /**
   * Makes a collection exactly what was just read, whatever versions were held. Rows that changed by the feed while the
   * reading ran stay: they are newer.
   * @param changed from `watch()`, begun before the reading
   */
  replaceRows<K extends RowCollection>(collection: K, rows: readonly Rows[K][], changed: ReadonlySet<string>): void {
    this.topics.batch(() => {
      const table: RowTable<Rows[K]> = this.#tables[collection];
      for (const id of [...table.keys()]) {
        if (changed.has(`${collection}/${id}`)) continue;
        table.delete(id);
        this.#moved(collection, id);
      }
      this.putRows(collection, rows);
      this.#replaced.add(collection);
      this.#onDirty();
    });
  }

  /** Collects the names of rows that change from now on, until `end`: `collection/id`. */
  watch(): { changed: ReadonlySet<string>; end: () => void } {
    const changed = new Set<string>();
    this.#watchers.add(changed);
    return { changed, end: () => this.#watchers.delete(changed) };
  }

  /** Fills an empty store from the cache; nothing counts as changed. */
  restore(rows: readonly CachedRow[]): void {
    this.topics.batch(() => {
      for (const { collection, id, version, row } of rows) {
        const table = this.#tables[collection] as RowTable<unknown>;
        if (putRow(table, id, version, row)) this.#announce(collection, id);
      }
    });
  }

  /**
   * What changed since the last call, for the cache: rows to write, and collections whose cached rows go first.
   */
  takeDirtyRows(): { rows: CachedRow[]; replaced: RowCollection[] } {
    const replaced = [...this.#replaced];
    const names = new Set(this.#dirtyRows);
    for (const collection of replaced) {
      for (const id of this.#tables[collection].keys()) names.add(`${collection}/${id}`);
    }
    this.#dirtyRows.clear();
    this.#replaced.clear();
    const rows: CachedRow[] = [];
    for (const name of names) {
      const [collection, id] = splitName(name);
      const held = this.#tables[collection].get(id);
      if (held !== undefined) rows.push({ collection, id, version: held.version, row: held.row });
    }
    return { rows, replaced };
  }

  /** The stretch of a thread that is held, if any. */
  window(threadId: string): MessageWindow | undefined {
    return this.windows.get(threadId);
  }

  #put<K extends RowCollection>(collection: K, id: string, version: number, row: Rows[K] | null): void {
    const table: RowTable<Rows[K]> = this.#tables[collection];
    const newest = row !== null && collection === 'threads' ? this.#recent.applyTo(row as Thread) : row;
    if (putRow(table, id, version, newest as Rows[K] | null)) this.#moved(collection, id);
  }

  #moved(collection: RowCollection, id: string): void {
    const name = `${collection}/${id}`;
    this.#dirtyRows.add(name);
    this.#onDirty();
    for (const changed of this.#watchers) changed.add(name);
    this.#announce(collection, id);
  }

  #announce(collection: RowCollection, id: string): void {
    if (collection === 'threads') this.threads.moved(id);
    this.topics.touch(collection);
    this.topics.touch(`${collection}/${id}`);
  }
}

function labelOf(row: Rows[RowCollection]): string {
  if ('channel_label' in row) return String(row.channel_label);
  return 'name' in row ? String(row.name) : '';
}

function rowId(row: Rows[RowCollection]): string {
  if ('client_id' in row && typeof row.client_id === 'string' && !('id' in row)) return row.client_id;
  return 'id' in row ? String(row.id) : '';
}

/** Lists and templates may come without a version; then any change of the feed is newer. */
function rowVersion(row: Rows[RowCollection]): number {
  return 'version' in row && typeof row.version === 'number' ? row.version : 0;
}

function splitName(name: string): [RowCollection, string] {
  const slash = name.indexOf('/');
  return [name.slice(0, slash) as RowCollection, name.slice(slash + 1)];
}
