import type { Change } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FeedPage, type Hydrators, readFeed } from './feed.ts';
import { feedPosition, isPlacedSince } from './feed-repo.ts';

type ChangesPage = FeedPage & { kind: 'changes' };

/** A page of the feed as somebody sees it who does not see everything. */
export type View = {
  /** Listeners whose views have the same key get the same frame. */
  key: string;
  narrow(tx: TenantTx, changes: readonly Change[]): Promise<Change[]>;
};

/** One listener of an account's feed: gets every page once, in order, from the cursor it gave. */
export type Listener = {
  /** Null: sees everything. */
  view: View | null;
  onPage(page: ChangesPage, frame: Buffer): void;
  onReset(): void;
};

/** Live readers of the feed in this process: each account's feed is read once, however many listen. */
export type Hub = {
  /** @returns the present position of an account */
  position(clientId: string): Promise<number>;
  /** Whether a cursor is from before a moment, milliseconds since the epoch: what was read up to it is no longer right. */
  isBefore(clientId: string, cursor: number, momentMs: number): Promise<boolean>;
  /**
   * Listens from `cursor` (null: from now on).
   * @returns where it starts and how to stop; null cursor answers the present position
   */
  listen(clientId: string, cursor: number | null, listener: Listener): Promise<{ cursor: number; stop: () => void }>;
  close(): void;
};

type AccountFeed = { cursor: number; listeners: Set<Listener>; reading: boolean; again: boolean };

/** The one encoding of a page of changes, shared by every socket that gets it. */
export function encodeChanges(page: ChangesPage): Buffer {
  return Buffer.from(JSON.stringify({ type: 'changes', cursor: String(page.cursor), changes: page.changes }));
}

// Hints may be lost between processes; a slow look finds what they would have said.
const slowLookMs = 1_000;

export function createHub(platform: Platform, hydrators: Hydrators): Hub {
  const feeds = new Map<string, AccountFeed>();
  const off = platform.signal.on('changes', (clientId) => {
    const feed = feeds.get(clientId);
    if (feed !== undefined) void advance(clientId, feed);
  });
  const timer = setInterval(() => {
    for (const [clientId, feed] of feeds) void advance(clientId, feed);
  }, slowLookMs);
  timer.unref();

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
   * Makes the frames of a page before anybody gets it, one a view, so that a failure loses none: the page is read again.
   * @param listeners looked at again after every wait: who joins meanwhile gets this page too
   * @returns tells one of them
   */
  async function framesFor(
    clientId: string,
    page: ChangesPage,
    listeners: Iterable<Listener>,
  ): Promise<(listener: Listener) => void> {
    const narrowed = new Map<string, { page: ChangesPage; frame: Buffer }>();
    for (;;) {
      const missing = missingView(listeners, narrowed);
      if (missing === null) break;
      const narrow = (tx: TenantTx) => missing.narrow(tx, page.changes);
      const own = { ...page, changes: await platform.db.withTenant(clientId, narrow, { readOnly: true }) };
      narrowed.set(missing.key, { page: own, frame: encodeChanges(own) });
    }
    let shared: Buffer | undefined;
    return (listener) => {
      if (listener.view === null) {
        shared ??= encodeChanges(page);
        listener.onPage(page, shared);
        return;
      }
      const own = narrowed.get(listener.view.key);
      // Cannot be missing after the loop; if it were, nobody may get more than their view.
      if (own === undefined) listener.onReset();
      else listener.onPage(own.page, own.frame);
    };
  }

  async function catchUp(clientId: string, from: number, listener: Listener): Promise<AccountFeed> {
    let cursor = from;
    for (;;) {
      const feed = feeds.get(clientId);
      if (feed !== undefined && feed.cursor === cursor) {
        // Added in the same turn as the cursors were compared: no page can pass between.
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
        const made: AccountFeed = { cursor, listeners: new Set([listener]), reading: false, again: false };
        feeds.set(clientId, made);
        return made;
      }
      // The shared feed moves on while this one reads: wait for it when it is behind, read again when it is ahead.
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
