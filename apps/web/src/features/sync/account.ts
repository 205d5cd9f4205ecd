import { goneForGood } from '@parley/contract/sync';
import type { Change, Collection, InputOf, OutputOf, RouteKey } from '@parley/contract/types';
import type { ApiOptions } from '../../platform/api.ts';
import { ApiError } from '../../platform/errors.ts';
import { backoffMs } from './backoff.ts';
import type { DeviceCache } from './cache.ts';
import { CacheWriter } from './cache-writer.ts';
import { Connection, type ConnectionState, type ConnectionTimings, defaultTimings } from './connection.ts';
import { Drafts } from './drafts.ts';
import { OpenThreads } from './open-threads.ts';
import { Outbox, type OutboxDependencies } from './outbox.ts';
import type { SocketLike } from './socket.ts';
import { LiveStore } from './store.ts';
import type { Tabs } from './tabs.ts';
import type { ThreadQuery } from './thread-queries.ts';

/** The typed call of `platform/api`. */
export type ApiCall = <K extends RouteKey>(key: K, input: InputOf<K>, options?: ApiOptions) => Promise<OutputOf<K>>;

export type LiveAccountDependencies = {
  uid: string;
  api: ApiCall;
  /** `POST /api/media`. */
  upload: OutboxDependencies['upload'];
  token: () => Promise<string>;
  renewToken: () => Promise<unknown>;
  openSocket: () => SocketLike;
  cache: DeviceCache;
  tabs: Tabs;
  deviceOnline: () => boolean;
  /** The start-up call was answered. */
  onStarted?: (started: { clientId: string; pushUserId: string | null; timeZone: string | null }) => void;
  /** The person is no longer a member of the account. */
  onRemoved: () => void;
  timings?: ConnectionTimings;
};

/** `starting`: nothing to show yet; `ready`: rows are on the screen, from the device or the server; `failed`: neither was to be had so far. */
export type AccountPhase = 'starting' | 'ready' | 'failed';

/** Threads are read this many at a time. */
const threadPageSize = 100;
/** What every start reads: the threads people work on. */
const startQuery: ThreadQuery = { state: 'ACTIVE' };

/**
 * One account as this tab sees it: rows from the device at once, made right by the server, kept right by the feed.
 * Topics: those of the store, the outbox and the drafts, and 'connection' and 'phase'.
 */
export class LiveAccount {
  readonly store: LiveStore;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly api: ApiCall;
  #deps: LiveAccountDependencies;
  #connection: Connection;
  #writer: CacheWriter;
  #cursor: string | null = null;
  #connectionState: ConnectionState = 'connecting';
  #phase: AccountPhase = 'starting';
  #threads: OpenThreads;
  #stopped = false;
  #stopListening: () => void;

  constructor(deps: LiveAccountDependencies) {
    this.#deps = deps;
    this.api = deps.api;
    // Whoever reads something has it kept, not the feed alone: the next word of it may be long in coming.
    this.store = new LiveStore(deps.uid, () => this.#writer.schedule());
    this.drafts = new Drafts(deps.cache, this.store.topics);
    this.outbox = new Outbox({
      cache: deps.cache,
      topics: this.store.topics,
      send: (body) => deps.api('POST /api/messages', { body }),
      sendNote: async ({ thread_id: threadId, ...body }) => {
        this.store.putRows('notes', [
          await deps.api('POST /api/threads/{id}/notes', { params: { id: threadId }, body }),
        ]);
      },
      upload: deps.upload,
      onSent: (message) => this.store.putMessage({ id: message.id, version: message.version, row: message }),
      onSession: () => undefined,
      exclusively: deps.tabs.exclusively,
      tellOthers: deps.tabs.tellOthers,
    });
    this.#stopListening = deps.tabs.onTold(() => void this.outbox.reread().catch(() => undefined));
    this.#writer = new CacheWriter(deps.cache, this.store, () => this.#cursor);
    this.#threads = new OpenThreads({
      windows: this.store.windows,
      readCached: (threadId) => deps.cache.readWindow(threadId),
      readPage: (threadId, query) => deps.api('GET /api/threads/{id}/messages', { params: { id: threadId }, query }),
      onRead: () => this.#writer.schedule(),
    });
    this.#connection = new Connection(
      {
        openSocket: deps.openSocket,
        token: deps.token,
        renewToken: deps.renewToken,
        poll: (query, signal) => deps.api('GET /api/sync/poll', { query }, { signal }),
        cursor: () => this.#cursor,
        onChanges: (cursor, changes) => this.#take(cursor, changes),
        onReset: () => void this.#startAfresh(),
        onRemoved: deps.onRemoved,
        onState: (state) => this.#showConnection(state),
        deviceOnline: deps.deviceOnline,
      },
      deps.timings ?? defaultTimings,
    );
  }

  connection(): ConnectionState {
    return this.#connectionState;
  }

  phase(): AccountPhase {
    return this.#phase;
  }

  /** Shows what the device remembers, then goes on from its position; without one, reads everything. */
  async start(): Promise<void> {
    const content = await this.#deps.cache.read();
    if (this.#stopped) return;
    this.store.restore(content.rows);
    this.drafts.restore(content.drafts);
    this.outbox.restore(content.outbox);
    if (content.mark === null) return this.#readAll();
    this.store.threads.restoreQueries(content.mark.queries);
    this.#cursor = content.mark.cursor;
    this.#showPhase('ready');
    this.#connection.start();
    // The feed keeps these rows right; reading them at every start is the specification's, and heals an old device.
    await this.#readReference().catch(() => undefined);
  }

  /**
   * Ends everything this tab does for the account.
   * @param keep whether what is gathered is still written to the device; not when the person signed out
   */
  async stop(keep = true): Promise<void> {
    this.#stopped = true;
    this.#connection.stop();
    this.outbox.stop();
    this.#stopListening();
    if (keep) await this.#writer.flush();
    this.#writer.stop();
    this.#deps.tabs.close();
    this.#deps.cache.close();
  }

  /** The page became visible or the device online. */
  nudge(): void {
    this.#connection.nudge();
    this.outbox.retryNow();
  }

  deviceWentOffline(): void {
    this.#connection.deviceWentOffline();
  }

  /** The page may be gone in a moment. */
  flush(): void {
    void this.#writer.flush();
  }

  /** The session has a new token. */
  renewed(token: string): void {
    this.#connection.renewed(token);
    this.outbox.retryNow();
  }

  /** Threads of this person with something unread, as far as they are held. */
  unreadOfMine(): number {
    const { uid, threads } = this.store;
    return threads.all().filter((thread) => thread.unread_count > 0 && thread.assignee_id === uid).length;
  }

  /**
   * Keeps a thread's messages right while it is on the screen.
   * @returns the function that says that it left the screen
   */
  openThread(threadId: string): () => void {
    this.#writer.used(threadId);
    return this.#threads.open(threadId);
  }

  /** @throws ApiError, NetworkError */
  async loadOlder(threadId: string): Promise<void> {
    await this.#threads.loadOlder(threadId);
  }

  /** Reads the next page of a selection; a no-op when all of it is held. @throws ApiError, NetworkError */
  async loadThreads(query: ThreadQuery): Promise<void> {
    const { nextCursor, complete } = this.store.threads.progress(query);
    if (complete) return;
    const cursor = nextCursor === null ? {} : { cursor: nextCursor };
    const page = await this.api('GET /api/threads', {
      query: { ...(query as InputOf<'GET /api/threads'>['query']), ...cursor, limit: threadPageSize },
    });
    this.store.topics.batch(() => {
      this.store.putRows('threads', page.data);
      this.store.threads.noteRead(query, page);
    });
    this.#writer.schedule();
  }

  #take(cursor: string, changes: readonly Change[]): void {
    const readAgain = this.store.topics.batch(() => {
      const collections = this.store.applyChanges(changes);
      for (const { collection, id, version } of changes) {
        if (collection === 'messages' || collection === 'notes') this.outbox.settle(id);
        if (version === goneForGood) this.#forgetTyped(id);
      }
      return collections;
    });
    this.#cursor = cursor;
    this.#writer.schedule();
    for (const collection of readAgain) void this.#readCollection(collection);
  }

  #forgetTyped(threadId: string): void {
    void import('./forget.ts')
      .then(({ forgetTyped }) => forgetTyped(threadId, this, this.#deps.cache))
      .catch(() => undefined); // a device that cannot write keeps nothing more either
  }

  /** What went meanwhile is not named any more, so the device keeps nothing but what was typed. */
  async #startAfresh(): Promise<void> {
    this.#cursor = null;
    await this.#deps.cache.clear().catch(() => undefined);
    await this.#readAll();
  }

  /** Reads everything again and goes on from there: the start on a new device, and the way back from every loss. */
  async #readAll(): Promise<void> {
    for (let failures = 1; !this.#stopped; failures++) {
      try {
        const cursor = await this.#readReference();
        await this.#readThreads();
        if (this.#stopped) return;
        this.#threads.distrust();
        this.#cursor = cursor;
        this.#showPhase('ready');
        this.#writer.schedule();
        this.#connection.start();
        return;
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
        if (this.#phase === 'starting') this.#showPhase('failed');
        if (failures > 1) this.#showConnection('offline');
        await new Promise((resolve) => setTimeout(resolve, backoffMs(failures, 500, 30_000)));
      }
    }
  }

  /** @returns the position for which the answer is true */
  async #readReference(): Promise<string> {
    const watch = this.store.watch();
    try {
      const read = await this.api('GET /api/bootstrap', {});
      this.store.topics.batch(() => {
        this.store.replaceRows('clients', [read.client], watch.changed);
        this.store.replaceRows('users', [...read.users, read.user], watch.changed);
        this.store.replaceRows('user_groups', read.user_groups, watch.changed);
        this.store.setStanding(read.standing);
        this.store.replaceRows('channels', read.channels, watch.changed);
        this.store.replaceRows('templates', read.templates, watch.changed);
        this.store.replaceRows('contact_lists', read.contact_lists, watch.changed);
      });
      const { client, push_user_id: pushUserId, time_zone: timeZone } = read;
      this.#deps.onStarted?.({ clientId: client.client_id, pushUserId, timeZone });
      return read.cursor;
    } finally {
      watch.end();
    }
  }

  async #readThreads(): Promise<void> {
    const watch = this.store.watch();
    try {
      const page = await this.api('GET /api/threads', { query: { state: 'ACTIVE', limit: threadPageSize } });
      this.store.topics.batch(() => {
        this.store.replaceRows('threads', page.data, watch.changed);
        this.store.threads.forgetQueries();
        this.store.threads.noteRead(startQuery, page);
      });
    } finally {
      watch.end();
    }
  }

  async #readCollection(collection: Collection): Promise<void> {
    try {
      if (collection === 'threads') await this.#readThreads();
      // What stands in open conversations is read again, their notes with it.
      else if (collection === 'messages' || collection === 'notes') this.#threads.distrust();
      else if (collection === 'contacts' || collection === 'campaigns')
        this.store.replaceRows(collection, [], new Set());
      else await this.#readReference();
      this.#writer.schedule();
    } catch {
      // The rows stay as they were; reading everything again brings them as soon as the server answers.
      this.#connection.stop();
      await this.#readAll();
    }
  }

  #showConnection(state: ConnectionState): void {
    if (state === this.#connectionState) return;
    this.#connectionState = state;
    this.store.topics.touch('connection');
    if (state !== 'live') return;
    this.outbox.retryNow();
    this.#threads.reread();
  }

  #showPhase(phase: AccountPhase): void {
    this.#phase = phase;
    this.store.topics.touch('phase');
  }
}
