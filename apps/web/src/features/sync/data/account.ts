import { deletedForeverVersion, type OutboxRoute } from '@parley/contract/sync';
import type { Change, Collection, InputOf, OutputOf } from '@parley/contract/types';
import type { ApiCall } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import { backoffMs } from './backoff.ts';
import type { DeviceCache } from './cache.ts';
import { CacheWriter } from './cache-writer.ts';
import { Connection, type ConnectionState, type ConnectionTimings, defaultTimings } from './connection.ts';
import type { DraftSync } from './draft-sync.ts';
import { Drafts } from './drafts.ts';
import { type CallInOrder, makeOneByOne } from './one-by-one.ts';
import type { OpenThreads, OpenThreadsDependencies } from './open-threads.ts';
import { Outbox, type OutboxDependencies } from './outbox.ts';
import type { Refusal } from './outgoing.ts';
import { PresenceBoard } from './presence.ts';
import { createShownOperations } from './shown-operations.ts';
import type { SocketLike } from './socket.ts';
import { LiveStore, ofThreads } from './store.ts';
import type { Tabs } from './tabs.ts';
import type { ThreadQuery } from './thread-queries.ts';

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
  /** The startup call succeeded. @param askedAt when it was sent, ms of `performance.now()` */
  onStarted?: (answer: OutputOf<'GET /api/bootstrap'>, askedAt: number) => void;
  /** The server refused a change of a conversation, which is shown as before. */
  onOperationRefused?: (refusal: Refusal, threadId: string) => void;
  /** The user is no longer a member of the account. */
  onRemoved: () => void;
  timings?: ConnectionTimings;
};

/**
 * `starting`: nothing to show yet; `ready`: rows are shown, from the device or the server; `failed`: neither is
 * available so far.
 */
export type AccountPhase = 'starting' | 'ready' | 'failed';

/** Threads are read this many at a time. */
const threadPageSize = 100;
/** Read at every start: the active threads. */
const startQuery: ThreadQuery = { state: 'ACTIVE' };

/**
 * One account in this tab: rows from the device immediately, corrected by the server, kept current by the change
 * feed. Topics: those of the store, the outbox and the drafts, and 'connection' and 'phase'.
 */
export class LiveAccount {
  readonly store: LiveStore;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly presence: PresenceBoard;
  readonly api: ApiCall;
  readonly cache: DeviceCache;
  #deps: LiveAccountDependencies;
  #connection: Connection;
  #writer: CacheWriter;
  #cursor: string | null = null;
  #connectionState: ConnectionState = 'connecting';
  #phase: AccountPhase = 'starting';
  #draftSync: DraftSync | null = null;
  #threads: OpenThreads | null = null;
  #stopped = false;
  #stopListening: () => void;

  constructor(deps: LiveAccountDependencies) {
    this.#deps = deps;
    this.api = deps.api;
    this.cache = deps.cache;
    // Responses of calls are cached as well: the next change of the row may come much later.
    this.store = new LiveStore(deps.uid, () => this.#writer.schedule());
    this.drafts = new Drafts(deps.cache, this.store.topics);
    this.presence = new PresenceBoard(this.store.topics);
    // Before the first connection nothing is sent: it reads all drafts, typed ones included.
    this.drafts.onTyped = (threadId) => this.#draftSync?.typed(threadId);
    let gathering: Promise<CallInOrder> | undefined;
    const inOrder: CallInOrder = async (route, inputs, options) => {
      // Not part of what the start loads.
      gathering ??= import('./outbox-calls.ts').then(
        ({ gatherCalls }) => gatherCalls(deps.api),
        () => (key, all, how) => makeOneByOne(deps.api, key, all, how),
      );
      return (await gathering)(route, inputs, options);
    };
    const call = async <K extends OutboxRoute>(route: K, input: InputOf<K>): Promise<OutputOf<K>> => {
      const { answers, error } = await inOrder(route, [input]);
      const [answer] = answers;
      if (answer === undefined) throw error;
      return answer;
    };
    this.outbox = new Outbox({
      cache: deps.cache,
      topics: this.store.topics,
      send: (body) => call('POST /api/messages', { body }),
      sendNote: async ({ thread_id: threadId, ...body }) => {
        this.store.putRows('notes', [await call('POST /api/threads/{id}/notes', { params: { id: threadId }, body })]);
      },
      sendOperations: async (id, bodies) => {
        const inputs = bodies.map((body) => ({ params: { id }, body }));
        // Leaving the page right after a click must not cancel it; otherwise it would wait for the next visit.
        const { answers, error } = await inOrder('PUT /api/threads/{id}', inputs, { keepalive: true });
        this.store.putRows('threads', answers.slice(-1));
        return { done: answers.length, error };
      },
      // Rarely needed: not part of what the start loads.
      sendContact: async (contactId, entry) =>
        (await import('./contact-changes.ts')).sendContactChange(this, contactId, entry),
      onlyAssignee: () => (this.store.client()?.only_assignee_replies ? this.store.uid : null),
      showOperations: createShownOperations(this.store.threads),
      showNames: (names) => this.store.threads.showNames(names),
      onOperationRefused: (refusal, threadId) => deps.onOperationRefused?.(refusal, threadId),
      upload: deps.upload,
      onSent: (message) => {
        if (message.send_at !== undefined) this.store.putRows('scheduled_messages', [message]);
        else this.store.putMessage({ id: message.id, version: message.version, row: message });
      },
      onSession: () => undefined,
      exclusively: deps.tabs.exclusively,
      notifyTabs: deps.tabs.notifyTabs,
    });
    this.#stopListening = deps.tabs.onNotified((sent) => {
      if (sent !== undefined) this.drafts.sent(sent);
      void this.outbox.reread().catch(() => undefined);
    });
    this.#writer = new CacheWriter(
      deps.cache,
      this.store,
      () => this.#cursor,
      () => void this.#readAgain(),
    );
    this.#connection = new Connection(
      {
        openSocket: deps.openSocket,
        token: deps.token,
        renewToken: deps.renewToken,
        poll: (query, signal) => deps.api('GET /api/sync/poll', { query }, { signal }),
        cursor: () => this.#cursor,
        onChanges: (cursor, changes) => this.#take(cursor, changes),
        onSignal: (frame) => {
          if (frame.type === 'presence') this.presence.take(frame);
          else this.store.topics.touch(frame.type);
        },
        onSocket: (send) => (send === null ? this.presence.disconnected() : this.presence.connected(send)),
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

  /** Shows the device's rows, then resumes from their position; without one, reads everything. */
  async start(): Promise<void> {
    const content = await this.#deps.cache.read();
    if (this.#stopped) return;
    this.store.restore(content.rows);
    this.drafts.restore(content.drafts);
    this.outbox.restore(content.outbox);
    if (content.checkpoint === null) return this.#readAll();
    this.store.threads.restoreQueries(content.checkpoint.queries);
    this.#cursor = content.checkpoint.cursor;
    this.#showPhase('ready');
    this.#connection.start();
    // The feed keeps these rows current; the specification requires reading them at every start, which also repairs
    // an outdated device.
    await this.#readReference().catch(() => undefined);
  }

  /**
   * Stops everything in this tab for the account.
   * @param keep whether pending changes are still written to the device; false when the user signed out
   */
  async stop(keep = true): Promise<void> {
    this.#stopped = true;
    this.#connection.stop();
    this.outbox.stop();
    this.#draftSync?.stop();
    this.#stopListening();
    if (keep) await this.#writer.flush();
    this.#writer.stop();
    this.#deps.tabs.close();
    this.#deps.cache.close();
  }

  /**
   * Deletes what this device stores, except drafts and the outbox, and reads again what is shown.
   * @throws the browser's error when it could not be deleted
   */
  async clearCopy(): Promise<void> {
    this.#connection.stop();
    try {
      await this.#deleteCopy();
    } finally {
      void this.#readAll();
    }
  }

  /** The page became visible or the device online. */
  reconnect(): void {
    this.#connection.reconnect();
    this.outbox.retryNow();
  }

  deviceWentOffline(): void {
    this.#connection.deviceWentOffline();
  }

  /** The page may be closed in a moment. */
  flush(): void {
    void this.#writer.flush();
    void this.#draftSync?.send();
  }

  /** The session has a new token. */
  renewed(token: string): void {
    this.#connection.renewed(token);
    this.outbox.retryNow();
  }

  /** The user's loaded threads with unread messages. */
  unreadOfMine(): number {
    const { uid, threads } = this.store;
    return threads.all().filter((thread) => thread.unread_count > 0 && thread.assignee_id === uid).length;
  }

  /** For `threadsOf`. @param make called once */
  withThreads(make: (deps: OpenThreadsDependencies) => OpenThreads): OpenThreads {
    this.#threads ??= make({
      store: this.store,
      readCached: (threadId) => this.#deps.cache.readWindow(threadId),
      readPage: async (threadId, query) => {
        const page = await this.api('GET /api/threads/{id}/messages', { params: { id: threadId }, query });
        const [newest] = page.data;
        if (newest !== undefined) this.store.noteMessage(newest);
        return page;
      },
      onDirty: () => this.#writer.schedule(),
      onOpen: (threadId) => this.#writer.used(threadId),
    });
    return this.#threads;
  }

  /** Reads the next page of a selection; a no-op when all of it is loaded. @throws ApiError, NetworkError */
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
      for (const { collection, id, version, data } of changes) {
        if (collection === 'calls') this.store.topics.touch(collection);
        if (collection === 'drafts') void this.#syncDrafts((drafts) => drafts.noted(data));
        if (collection === 'messages' || (ofThreads as readonly string[]).includes(collection)) this.outbox.settle(id);
        if (version === deletedForeverVersion) this.#forgetTyped(id);
      }
      return collections;
    });
    this.#cursor = cursor;
    this.#writer.schedule();
    for (const collection of readAgain) void this.#readCollection(collection);
  }

  /** What was typed is on the server, where it can be shared. */
  sendDrafts(threadId: string): Promise<void> {
    return this.#syncDrafts((drafts) => drafts.send(threadId));
  }

  /** Its code is loaded after the first screen. Without it drafts stay on the device until the next connection. */
  async #syncDrafts(work: (drafts: DraftSync) => unknown): Promise<void> {
    try {
      const module = await import('./draft-sync.ts');
      if (this.#stopped) return;
      this.#draftSync ??= new module.DraftSync(this.api, this.drafts, this.store);
      await work(this.#draftSync);
    } catch {
      // The code could not be loaded.
    }
  }

  #forgetTyped(id: string): void {
    void import('./forget.ts')
      .then(({ forgetTyped }) => forgetTyped(id, this, this.#deps.cache))
      .catch(() => undefined); // A device that cannot write stores nothing else either.
  }

  /** Deletions meanwhile are unknown, so the device keeps only drafts and the outbox. */
  async #startAfresh(): Promise<void> {
    await this.#deleteCopy().catch(() => undefined);
    await this.#readAll();
  }

  /** Without a position nothing is written until everything is read again; what is being written comes before. */
  async #deleteCopy(): Promise<void> {
    this.#cursor = null;
    await this.#writer.flush();
    await this.cache.clear();
    this.store.topics.touch('cache');
  }

  async #readAgain(): Promise<void> {
    this.#connection.stop();
    this.#cursor = null;
    await this.#readAll();
  }

  /** Reads everything again and continues from there: at the first start on a device, and after every reset. */
  async #readAll(): Promise<void> {
    for (let failures = 1; !this.#stopped; failures++) {
      try {
        const cursor = await this.#readReference();
        await this.#readThreads();
        if (this.#stopped) return;
        this.#threads?.markStale();
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

  /** @returns the position of the response */
  async #readReference(): Promise<string> {
    const watch = this.store.watch();
    try {
      const askedAt = performance.now();
      const read = await this.api('GET /api/bootstrap', {});
      this.store.topics.batch(() => {
        this.store.replaceRows('clients', [read.client], watch.changed);
        this.store.replaceRows('users', [...read.users, read.user], watch.changed);
        this.store.replaceRows('user_groups', read.user_groups, watch.changed);
        this.store.setAccess(read.access);
        this.store.replaceRows('channels', read.channels, watch.changed);
        this.store.replaceRows('templates', read.templates, watch.changed);
        this.store.replaceRows('contact_lists', read.contact_lists, watch.changed);
        this.store.replaceRows('labels', read.labels, watch.changed);
        this.store.replaceRows('stages', read.stages, watch.changed);
        this.store.replaceRows('saved_views', read.saved_views, watch.changed);
      });
      this.#deps.onStarted?.(read, askedAt);
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
      else if (collection === 'drafts') await this.#syncDrafts((drafts) => drafts.connected());
      else if (collection === 'saved_views') {
        this.store.replaceRows(collection, (await this.api('GET /api/views', {})).data, new Set());
      }
      // What belongs to open conversations is read again.
      else if (collection === 'messages' || (ofThreads as readonly string[]).includes(collection))
        this.#threads?.markStale();
      else if (collection === 'contacts' || collection === 'campaigns')
        this.store.replaceRows(collection, [], new Set());
      else await this.#readReference();
      this.#writer.schedule();
    } catch {
      // The rows stay; reading everything again replaces them as soon as the server answers.
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
    this.#threads?.reread();
    void this.#syncDrafts((drafts) => drafts.connected());
  }

  #showPhase(phase: AccountPhase): void {
    this.#phase = phase;
    this.store.topics.touch('phase');
  }
}
