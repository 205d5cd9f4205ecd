import type {
  Campaign,
  Change,
  Channel,
  Client,
  Collection,
  Contact,
  ContactList,
  Label,
  MemberAccess,
  Message,
  Note,
  SavedView,
  Stage,
  Thread,
  ThreadEvent,
  User,
  UserGroup,
} from '@parley/contract/types';
import type { MessageEvent, MessageWindow } from './message-window.ts';
import type { MessageWindows } from './message-windows.ts';
import { RecentMessages } from './recent-messages.ts';
import { existingRows, putRow, type RowTable, rowOf } from './rows.ts';
import { ThreadList } from './thread-list.ts';
import { Topics } from './topics.ts';

/** The rows of each collection of the feed; message rows are in windows instead. */
export type Rows = {
  campaigns: Campaign;
  channels: Channel;
  clients: Client;
  contact_lists: ContactList;
  contacts: Contact;
  labels: Label;
  notes: Note;
  saved_views: SavedView;
  scheduled_messages: Message;
  stages: Stage;
  templates: Record<string, unknown>;
  thread_events: ThreadEvent;
  threads: Thread;
  user_groups: UserGroup;
  users: User;
};
export type RowCollection = keyof Rows;

type Tables = { [K in RowCollection]: RowTable<Rows[K]> };

/** One row as written to the cache; `row` null is a stored deletion. */
export type CachedRow = { collection: RowCollection; id: string; version: number; row: unknown };

const rowCollections = [
  'campaigns',
  'channels',
  'clients',
  'contact_lists',
  'contacts',
  'labels',
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

/** Collections whose rows go with their thread. */
export const ofThreads = ['notes', 'scheduled_messages', 'thread_events'] as const;

function isRowCollection(collection: Collection): collection is RowCollection {
  return (rowCollections as readonly string[]).includes(collection);
}

/**
 * All data of one account in this browser, kept current by the change feed. Rows are replaced, never edited, so a
 * screen may compare by reference. Changes are applied by version alone: repeated, late or out of order they result
 * in the same rows.
 */
export class LiveStore {
  readonly uid: string;
  readonly topics = new Topics();
  /** Null until the code of conversations is loaded, which puts them here: no messages are read before. */
  windows: MessageWindows | null = null;
  readonly threads: ThreadList;
  /** Threads whose message window and notes must be deleted on the device; the writer removes them from this list. */
  readonly forgotten: string[] = [];
  #tables = Object.fromEntries(rowCollections.map((name) => [name, new Map()])) as Tables;
  #access: MemberAccess | null = null;
  #mentioned: ReadonlySet<string> | null = null;
  #dirtyRows = new Set<string>();
  #replaced = new Set<RowCollection>();
  #watchers = new Set<Set<string>>();
  #onDirty: () => void;
  #recent = new RecentMessages();
  #sorted = new Map<RowCollection, { revision: number; rows: readonly unknown[] }>();

  /**
   * @param uid the signed-in user
   * @param onDirty called whenever there are changes to write to the device
   */
  constructor(uid: string, onDirty: () => void = () => undefined) {
    this.uid = uid;
    this.#onDirty = onDirty;
    this.threads = new ThreadList(uid, this.#tables.threads, this.topics);
  }

  /** One row, or undefined when it is unknown or deleted. */
  row<K extends RowCollection>(collection: K, id: string): Rows[K] | undefined {
    return rowOf<Rows[K]>(this.#tables[collection], id);
  }

  /** All rows of a small collection, sorted; the same array until one of them changes. */
  list<K extends Exclude<RowCollection, 'threads'>>(collection: K): readonly Rows[K][] {
    const revision = this.topics.revision(collection);
    const known = this.#sorted.get(collection);
    if (known?.revision === revision) return known.rows as readonly Rows[K][];
    const rows = existingRows<Rows[K]>(this.#tables[collection]).sort((a, b) => labelOf(a).localeCompare(labelOf(b)));
    this.#sorted.set(collection, { revision, rows });
    return rows;
  }

  /** The account itself. */
  client(): Client | undefined {
    return this.list('clients')[0];
  }

  /** The user's permissions; null until the server has sent them in this tab. */
  access(): MemberAccess | null {
    return this.#access;
  }

  /** Touches 'access' when it changed. */
  setAccess(access: MemberAccess): void {
    if (JSON.stringify(access) === JSON.stringify(this.#access)) return;
    this.#access = access;
    this.topics.touch('access');
  }

  /** Threads with an unread note that mentions the user; null until the server has sent them in this tab. */
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
    // A row without data was deleted or invisible when the server sent the change: its own change follows.
    if (row === null && change.marker !== 'DELETED') return;
    if (change.collection === 'messages') {
      this.putMessage({ id: change.id, version: change.version, row } as MessageEvent);
    } else if (isRowCollection(change.collection)) {
      this.#put(change.collection, change.id, change.version, row as Rows[RowCollection] | null);
      if (change.collection === 'threads' && row === null) this.#forgetThread(change.id);
    }
  }

  /** Deletes everything about a thread that was deleted or is no longer visible. */
  #forgetThread(threadId: string): void {
    this.forgotten.push(threadId);
    this.windows?.drop(threadId);
    for (const collection of ofThreads) {
      const table: RowTable<{ thread_id: string }> = this.#tables[collection];
      for (const [id, { row }] of [...table]) {
        if (row?.thread_id === threadId && table.delete(id)) this.#moved(collection, id);
      }
    }
  }

  /**
   * Applies a message event to its window and, when it is the thread's last message, to the thread's row. Touches
   * 'messages' for observers of messages in threads that are not open.
   */
  putMessage(event: MessageEvent): void {
    this.topics.batch(() => {
      this.windows?.apply(event);
      this.topics.touch('messages');
      if (event.row !== null) this.noteMessage(event.row);
    });
  }

  /** Applies a message's status to its thread's row, if it is the last one. */
  noteMessage(message: Message): void {
    this.#recent.note(message);
    const known = this.#tables.threads.get(message.thread_id);
    if (known === undefined || known.row === null) return;
    const row = this.#recent.applyTo(known.row);
    if (row === known.row) return;
    this.#tables.threads.set(row.id, { version: known.version, row });
    this.#moved('threads', row.id);
  }

  /** Stores rows read from the server; each only if it is newer than the known one. */
  putRows<K extends RowCollection>(collection: K, rows: readonly Rows[K][]): void {
    this.topics.batch(() => {
      for (const row of rows) {
        const [id, version] = [rowId(row), rowVersion(row)];
        if (collection === 'contacts') this.#forgetSameVersion(collection, id, version, row);
        this.#put(collection, id, version, row);
      }
    });
  }

  /** A contact shows the names of custom fields, which change without a new version: then the row just read wins. */
  #forgetSameVersion<K extends RowCollection>(collection: K, id: string, version: number, row: Rows[K]): void {
    const table: RowTable<Rows[K]> = this.#tables[collection];
    const known = table.get(id);
    if (known?.version === version && JSON.stringify(known.row) !== JSON.stringify(row)) table.delete(id);
  }

  /** Removes a row that the server said is gone. @param version of its deletion */
  dropRow(collection: RowCollection, id: string, version: number): void {
    this.topics.batch(() => this.#put(collection, id, version, null));
  }

  /**
   * Replaces a collection by the rows just read, whatever their versions. Rows that the feed changed during the read
   * stay: they are newer.
   * @param changed from `watch()`, started before the read
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

  /** Collects the names of rows that change until `end`: `collection/id`. */
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

  /** Changes since the last call, for the cache: rows to write, and collections whose cached rows are deleted first. */
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
      const known = this.#tables[collection].get(id);
      if (known !== undefined) rows.push({ collection, id, version: known.version, row: known.row });
    }
    return { rows, replaced };
  }

  /** The message window of a thread, if loaded. */
  window(threadId: string): MessageWindow | undefined {
    return this.windows?.get(threadId);
  }

  #put<K extends RowCollection>(collection: K, id: string, version: number, row: Rows[K] | null): void {
    const table: RowTable<Rows[K]> = this.#tables[collection];
    const newest = row !== null && collection === 'threads' ? this.#recent.applyTo(row as Thread) : row;
    if (!putRow(table, id, version, newest as Rows[K] | null)) return;
    this.#moved(collection, id);
    if (collection === 'contacts' && row !== null) this.#nameThreads(row as Contact);
  }

  /** The rows of threads contain the names of their contact, which change without the thread. */
  #nameThreads({ id: contactId, name, username }: Contact): void {
    for (const id of this.threads.ofParticipant(contactId)) {
      const known = this.#tables.threads.get(id);
      const group = known?.row?.group;
      if (known?.row == null || group === undefined) continue;
      const participants = group.participants.map((one) =>
        one.contact_id === contactId ? { ...one, name, username } : one,
      );
      this.#tables.threads.set(id, {
        version: known.version,
        row: { ...known.row, group: { ...group, participants } },
      });
      this.#moved('threads', id);
    }
    for (const id of this.threads.ofContact(contactId)) {
      const known = this.#tables.threads.get(id);
      const thread = known?.row;
      if (known === undefined || !thread || thread.contact_id !== contactId) continue;
      if (thread.contact.name === name && thread.contact.username === username) continue;
      const row = { ...thread, contact: { ...thread.contact, name, username } };
      this.#tables.threads.set(id, { version: known.version, row });
      this.#moved('threads', id);
    }
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
