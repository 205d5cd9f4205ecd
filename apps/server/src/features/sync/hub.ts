import type { Language } from '@parley/contract/languages';
import type { Change } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Hydrators } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FeedPage, readFeed } from './feed.ts';
import { changesIn } from './feed-language.ts';
import { feedPosition, isPlacedSince } from './feed-repo.ts';

type ChangesPage = FeedPage & { kind: 'changes' };

/** What a member with restricted visibility sees of the feed. */
export type View = {
  /** Listeners of a language whose views have the same key get the same frame. */
  key: string;
  filter(tx: TenantTx, changes: readonly Change[]): Promise<Change[]>;
};

/** A listener of an account's feed: gets every page once, in order, starting at its cursor. */
export type Listener = {
  /** Null: everything is visible. */
  view: View | null;
  /** Of the server's sentences in rows. */
  language(): Language;
  onPage(page: ChangesPage, frame: Buffer): void;
  onReset(): void;
  /** The database stopped answering, or answers again. */
  onDatabase(answers: boolean): void;
};

/** Live readers of the feed in this process: the feed of an account is read once for all its listeners. */
export type Hub = {
  /** @returns the current position of an account */
  position(clientId: string): Promise<number>;
  /** Whether a cursor is from before a moment (milliseconds since the epoch). */
  isBefore(clientId: string, cursor: number, momentMs: number): Promise<boolean>;
  /**
   * Listens from `cursor` (null: from now on).
   * @returns the cursor it starts at, the current position for null, and a stop function
   */
  listen(clientId: string, cursor: number | null, listener: Listener): Promise<{ cursor: number; stop: () => void }>;
  close(): void;
};

type AccountFeed = {
  cursor: number;
  listeners: Set<Listener>;
  reading: boolean;
  again: boolean;
  /** When it was last read, on the process's clock. */
  answeredMs: number;
  silent: boolean;
};

/** A page in a language, encoded once for all sockets that receive it. */
function pageIn(language: Language, page: ChangesPage): { page: ChangesPage; frame: Buffer } {
  const changes = changesIn(language, page.changes);
  const frame = Buffer.from(JSON.stringify({ type: 'changes', cursor: String(page.cursor), changes }));
  return { page: { ...page, changes }, frame };
}

// Notifications between processes may get lost; a slow poll finds their changes.
const slowPollMs = 1_000;
/** Every feed is read once a second: one that was not for so long has a database that does not answer. */
const silenceMs = 8_000;

export function createHub(platform: Platform, hydrators: Hydrators): Hub {
  const feeds = new Map<string, AccountFeed>();
  const off = platform.notifier.on('changes', (clientId) => {
    const feed = feeds.get(clientId);
    if (feed !== undefined) void advance(clientId, feed);
  });
  const timer = setInterval(() => {
    for (const [clientId, feed] of feeds) {
      if (performance.now() - feed.answeredMs > silenceMs) tellDatabase(feed, false);
      void advance(clientId, feed);
    }
  }, slowPollMs);
  timer.unref();

  function tellDatabase(feed: AccountFeed, answers: boolean): void {
    if (feed.silent === !answers) return;
    feed.silent = !answers;
    for (const listener of feed.listeners) listener.onDatabase(answers);
  }

  async function advance(clientId: string, feed: AccountFeed): Promise<void> {
    if (feed.reading) {
      feed.again = true;
      return;
    }
    feed.reading = true;
    try {
      do {
        feed.again = false;
        const page = await readFeed(platform, hydrators, clientId, feed.cursor);
        feed.answeredMs = performance.now();
        tellDatabase(feed, true);
        if (page.kind === 'reset') {
          feed.cursor = page.cursor;
          for (const listener of feed.listeners) listener.onReset();
          continue;
        }
        if (page.changes.length === 0) continue;
        const tell = await framesFor(clientId, page, feed.listeners);
        feed.cursor = page.cursor;
        if (page.more) feed.again = true;
        for (const listener of feed.listeners) tell(listener);
      } while (feed.again);
    } catch (error) {
      platform.log.warn({ err: error }, 'feed: the database did not answer, trying again');
    } finally {
      feed.reading = false;
    }
  }

  /**
   * Encodes the frames of a page, one for each view and language, before any is sent, so that a failure loses none: the
   * page is read again.
   * @param listeners read again after every await: one that joins meanwhile gets this page too
   * @returns a function that sends the page to one listener
   */
  async function framesFor(
    clientId: string,
    page: ChangesPage,
    listeners: Iterable<Listener>,
  ): Promise<(listener: Listener) => void> {
    const filtered = new Map<string, ChangesPage>();
    for (;;) {
      const missing = missingView(listeners, filtered);
      if (missing === null) break;
      const filterPage = (tx: TenantTx) => missing.filter(tx, page.changes);
      const changes = await platform.db.withTenant(clientId, filterPage, { readOnly: true });
      filtered.set(missing.key, { ...page, changes });
    }
    const frames = new Map<string, ReturnType<typeof pageIn>>();
    const frameOf = ({ view, language }: Listener) => {
      const seen = view === null ? page : filtered.get(view.key);
      // Cannot be missing after the loop; if it were, the listener must not see more than its view.
      if (seen === undefined) return null;
      const key = `${language()} ${view?.key ?? ''}`;
      const made = frames.get(key) ?? pageIn(language(), seen);
      frames.set(key, made);
      return made;
    };
    for (const listener of listeners) frameOf(listener);
    return (listener) => {
      const own = frameOf(listener);
      if (own === null) listener.onReset();
      else listener.onPage(own.page, own.frame);
    };
  }

  async function catchUp(clientId: string, from: number, listener: Listener): Promise<AccountFeed> {
    let cursor = from;
    for (;;) {
      const feed = feeds.get(clientId);
      if (feed !== undefined && feed.cursor === cursor) {
        // Added in the same tick as the cursors were compared: no page can be missed in between.
        feed.listeners.add(listener);
        return feed;
      }
      const page = await readFeed(platform, hydrators, clientId, cursor);
      if (page.kind === 'reset') {
        listener.onReset();
        cursor = page.cursor;
      } else if (page.changes.length > 0) {
        const tell = await framesFor(clientId, page, [listener]);
        cursor = page.cursor;
        tell(listener);
        continue;
      }
      const current = feeds.get(clientId);
      if (current === undefined) {
        const made: AccountFeed = {
          ...{ cursor, listeners: new Set([listener]), reading: false, again: false },
          ...{ answeredMs: performance.now(), silent: false },
        };
        feeds.set(clientId, made);
        return made;
      }
      // The shared feed advances while this one reads: wait for it when it is behind, read again when it is ahead.
      if (current.cursor < cursor) await advance(clientId, current);
    }
  }

  return {
    position: (clientId) => platform.db.withTenant(clientId, feedPosition, { readOnly: true }),
    async isBefore(clientId, cursor, momentMs) {
      const placedSince = (tx: TenantTx) => isPlacedSince(tx, cursor, new Date(momentMs));
      return !(await platform.db.withTenant(clientId, placedSince, { readOnly: true }));
    },
    async listen(clientId, cursor, listener) {
      const start = cursor ?? (await platform.db.withTenant(clientId, feedPosition, { readOnly: true }));
      const feed = await catchUp(clientId, start, listener);
      return {
        cursor: start,
        stop() {
          feed.listeners.delete(listener);
          if (feed.listeners.size === 0 && feeds.get(clientId) === feed) feeds.delete(clientId);
        },
      };
    },
    close() {
      off();
      clearInterval(timer);
    },
  };
}

function missingView(listeners: Iterable<Listener>, made: ReadonlyMap<string, unknown>): View | null {
  for (const { view } of listeners) if (view !== null && !made.has(view.key)) return view;
  return null;
}
