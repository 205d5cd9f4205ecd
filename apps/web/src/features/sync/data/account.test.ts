/// <reference types="node" />
import { deletedForeverVersion } from '@parley/contract/sync';
import type { Note } from '@parley/contract/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiCall } from '../../../platform/api.ts';
import { addressOf } from '../../../platform/api.ts';
import { sendHttp } from '../../../platform/http.ts';
import { LiveAccount } from './account.ts';
import type { DeviceCache } from './cache.ts';
import { type ConnectionTimings, defaultTimings } from './connection.ts';
import { FeedServer, me } from './feed-server.fixture.ts';
import { createMemoryCache } from './memory-cache.ts';
import { threadsOf } from './open-threads.ts';
import { buildMessage, buildThread } from './sample-rows.ts';

const quick: ConnectionTimings = { ...defaultTimings, firstWaitMs: 20, longestWaitMs: 100, socketRetryMs: 300 };
const soon = { timeout: 40_000, interval: 10 };

let server: FeedServer;
const running: LiveAccount[] = [];

beforeEach(async () => {
  server = new FeedServer();
  server.putThread(buildThread({ id: 'thread-1' }));
  server.putMessage(buildMessage({ id: 'm1' }));
  await server.start();
});
afterEach(async () => {
  for (const account of running.splice(0)) await account.stop();
  await server.stop();
});

/** A tab with the account open. */
function openTab(cache: DeviceCache = createMemoryCache(), timings = quick) {
  const seen = { removed: 0, renewed: 0 };
  const api: ApiCall = async (key, input, options) => {
    const { method, path } = addressOf(key, input);
    const url = `http://127.0.0.1:${server.port}${path}`;
    return (await sendHttp({
      method,
      url,
      body: (input as { body?: unknown }).body,
      signal: options?.signal,
    })) as never;
  };
  const account = new LiveAccount({
    uid: me,
    api,
    upload: () => Promise.reject(new Error('nothing is uploaded here')),
    token: async () => `token-${seen.renewed}`,
    renewToken: async () => {
      seen.renewed += 1;
    },
    openSocket: () => new WebSocket(`ws://127.0.0.1:${server.port}/api/sync`),
    cache,
    tabs: {
      exclusively: (work) => work(),
      notifyTabs: () => undefined,
      onNotified: () => () => undefined,
      close: () => undefined,
    },
    deviceOnline: () => true,
    onRemoved: () => {
      seen.removed += 1;
    },
    timings,
  });
  running.push(account);
  void account.start();
  return { account, seen, live: () => vi.waitFor(() => expect(account.connection()).toBe('live'), soon) };
}

function shown(account: LiveAccount) {
  return {
    threads: account.store.threads.all().map(({ id, version }) => `${id} ${version}`),
    messages: account.store.window('thread-1')?.messages.map(({ id, version }) => `${id} ${version}`),
  };
}

describe('an account on screen', () => {
  it('reads everything once, then follows the feed from that position', async () => {
    const { account, live } = openTab();
    await live();
    threadsOf(account).open('thread-1');
    await vi.waitFor(() => expect(shown(account).messages).toEqual(['m1 1']), soon);
    server.putMessage(buildMessage({ id: 'm2' }));
    server.putThread(buildThread({ id: 'thread-1', version: 2, unread_count: 1 }));
    await vi.waitFor(
      () => expect(shown(account)).toEqual({ threads: ['thread-1 2'], messages: ['m1 1', 'm2 1'] }),
      soon,
    );
    expect(server.resumed).toEqual(['2']);
  });

  it('keeps messages current that were read before their thread is opened', async () => {
    const { account, live } = openTab();
    await live();
    threadsOf(account).prefetch('thread-1');
    await vi.waitFor(() => expect(shown(account).messages).toEqual(['m1 1']), soon);
    server.putMessage(buildMessage({ id: 'm2' }));
    await vi.waitFor(() => expect(shown(account).messages).toEqual(['m1 1', 'm2 1']), soon);
  });

  it('resumes from its position after the connection broke', async () => {
    const { account, live } = openTab();
    await live();
    threadsOf(account).open('thread-1');
    await vi.waitFor(() => expect(shown(account).messages).toEqual(['m1 1']), soon);
    server.closeSockets(4503);
    await vi.waitFor(() => expect(account.connection()).toBe('reconnecting'), soon);
    server.putMessage(buildMessage({ id: 'm2' }));
    await vi.waitFor(() => expect(shown(account).messages).toEqual(['m1 1', 'm2 1']), soon);
    server.closeSockets(4503);
    await vi.waitFor(() => expect(server.resumed).toEqual(['2', '2', '3']), soon);
    await live();
  });

  it('polls for a while after the server had too many of its frames, and does not hammer', async () => {
    const { account, live } = openTab();
    await live();
    server.closeSockets(4429);
    await vi.waitFor(() => expect(account.connection()).toBe('reconnecting'), soon);
    await live();
    expect(server.calls).toContain('/api/sync/poll');
    expect(server.resumed).toEqual(['2']);
  });

  it('shows the device’s rows immediately after a reload and resumes from their position', async () => {
    const cache = createMemoryCache();
    const first = openTab(cache);
    await first.live();
    threadsOf(first.account).open('thread-1');
    await vi.waitFor(() => expect(shown(first.account).messages).toEqual(['m1 1']), soon);
    await first.account.stop();
    server.putThread(buildThread({ id: 'thread-2' }));
    const calls = server.calls.length;
    const second = openTab(cache);
    let atOnce: string[] | undefined;
    second.account.store.topics.subscribe('phase', () => {
      atOnce ??= shown(second.account).threads;
    });
    await vi.waitFor(() => expect(shown(second.account).threads).toContain('thread-2 1'), soon);
    expect(atOnce).toEqual(['thread-1 1']);
    expect(server.resumed).toEqual(['2', '2']);
    expect(server.calls.slice(calls)).not.toContain('/api/threads');
  });

  it('shows the status of the last message also after a reload', async () => {
    const last = { id: 'm1', direction: 'OUTGOING', type: 'text', preview: 'Hello', send_state: 'accepted' } as const;
    server.putThread(
      buildThread({
        id: 'thread-1',
        version: 2,
        last_message_id: 'm1',
        last_message: { ...last, status: 1, created_by: me, version: 1 },
      }),
    );
    const cache = createMemoryCache();
    const first = openTab(cache);
    await first.live();
    await first.account.stop();
    const second = openTab(cache);
    await second.live();
    server.putMessage(buildMessage({ ...last, status: 3, version: 2 }));
    const statusOn = (account: LiveAccount) => account.store.threads.get('thread-1')?.last_message?.status;
    await vi.waitFor(() => expect(statusOn(second.account)).toBe(3), soon);
    await second.account.stop();
    const third = openTab(cache);
    let atOnce: number | undefined;
    third.account.store.topics.subscribe('phase', () => {
      atOnce ??= statusOn(third.account);
    });
    await third.live();
    expect(atOnce).toBe(3);
  });

  it('reads everything again after a reset, including what was deleted meanwhile', async () => {
    const { account, live } = openTab();
    await live();
    threadsOf(account).open('thread-1');
    await vi.waitFor(() => expect(shown(account).messages).toEqual(['m1 1']), soon);
    server.closeSockets(1012);
    server.threads.set('thread-2', buildThread({ id: 'thread-2', last_message_at: '2026-11-20T10:00:00.000Z' }));
    server.messages.delete('m1');
    server.messages.set('m9', buildMessage({ id: 'm9' }));
    server.oldest = 3;
    server.publish({ collection: 'users', id: 'nobody', marker: 'DELETED', version: 1, data: null });
    await vi.waitFor(
      () => expect(shown(account)).toEqual({ threads: ['thread-2 1', 'thread-1 1'], messages: ['m9 1'] }),
      soon,
    );
    await live();
    expect(server.resumed.at(-1)).toBe('3');
  });

  describe('a conversation on this device', () => {
    const note: Note = {
      id: 'n1',
      thread_id: 'thread-1',
      body: 'He wants a discount',
      mentions: { user_ids: [], group_ids: [] },
      created_at: '2026-11-20T09:53:00.000Z',
      created_by: me,
      version: 1,
    };
    /** A device with messages, a note, a draft of each kind and a refused note of one thread, and a note of another. */
    async function filledDevice() {
      const cache = createMemoryCache();
      const { account, live } = openTab(cache);
      await live();
      threadsOf(account).open('thread-1');
      for (const row of [note, { ...note, id: 'n2', thread_id: 'thread-2' }])
        server.publish({ collection: 'notes', id: row.id, marker: 'NEW', version: 1, data: row });
      await account.drafts.put('thread-1', 'Dear', null);
      await account.drafts.put('note/thread-1', 'She', null);
      await account.outbox.addNote({ id: 'o1', thread_id: 'thread-1', body: 'Never taken', mentions: note.mentions });
      await vi.waitFor(() => expect(account.outbox.entries()).toMatchObject([{ state: 'refused' }]), soon);
      await vi.waitFor(
        async () => expect(await storedRows(cache)).toMatchObject({ notes: ['n1', 'n2'], messages: 1 }),
        soon,
      );
      return { account, cache };
    }
    async function storedRows(cache: DeviceCache) {
      const { rows, drafts, outbox } = await cache.read();
      const notes = rows.flatMap(({ collection, id, row }) => (collection === 'notes' && row !== null ? id : []));
      const messages = (await cache.readWindow('thread-1'))?.messages.length ?? 0;
      return { notes, messages, typed: drafts.length + outbox.length };
    }
    const gone = (version: number) =>
      server.publish({ collection: 'threads', id: 'thread-1', marker: 'DELETED', version, data: null });

    it('is stored when it was read, even when the feed brings nothing', async () => {
      const cache = createMemoryCache();
      const { account, live } = openTab(cache);
      await live();
      threadsOf(account).open('thread-1');
      await vi.waitFor(async () => expect(await storedRows(cache)).toMatchObject({ messages: 1 }), soon);
      account.store.putRows('notes', [note]);
      await vi.waitFor(async () => expect(await storedRows(cache)).toMatchObject({ notes: ['n1'] }), soon);
      account.store.putMessage({ id: 'm1', version: 2, row: buildMessage({ id: 'm1', version: 2 }) });
      const kept = async () => (await cache.readWindow('thread-1'))?.messages.map(({ version }) => version);
      await vi.waitFor(async () => expect(await kept()).toEqual([2]), soon);
    });

    it('is deleted with its drafts when the contact is erased', async () => {
      const { account, cache } = await filledDevice();
      gone(deletedForeverVersion);
      await vi.waitFor(
        async () => expect(await storedRows(cache)).toEqual({ notes: ['n2'], messages: 0, typed: 0 }),
        soon,
      );
      expect(account.store.list('notes').map(({ id }) => id)).toEqual(['n2']);
      expect(account.drafts.get('thread-1')).toBeUndefined();
      expect(account.outbox.entries()).toEqual([]);
    });

    it('takes the note half typed about the contact along', async () => {
      const { account, cache } = await filledDevice();
      await account.drafts.put('contact/c1', 'Rides', null);
      server.publish({
        collection: 'contacts',
        id: 'c1',
        marker: 'DELETED',
        version: deletedForeverVersion,
        data: null,
      });
      await vi.waitFor(() => expect(account.drafts.get('contact/c1')).toBeUndefined(), soon);
      await vi.waitFor(async () => expect(await storedRows(cache)).toMatchObject({ typed: 3 }), soon);
    });

    it('is deleted when it is no longer visible, but drafts stay', async () => {
      const { account, cache } = await filledDevice();
      gone(2);
      await vi.waitFor(
        async () => expect(await storedRows(cache)).toEqual({ notes: ['n2'], messages: 0, typed: 3 }),
        soon,
      );
      server.putThread(buildThread({ id: 'thread-1', version: 3 }));
      await vi.waitFor(() => expect(shown(account).threads).toEqual(['thread-1 3']), soon);
      expect(account.drafts.get('thread-1')?.text).toBe('Dear');
    });

    it('is deleted by a reset, because deletions are unknown after it', async () => {
      const { cache } = await filledDevice();
      server.messages.clear();
      server.threads.clear();
      server.oldest = 99;
      server.closeSockets(1012);
      await vi.waitFor(async () => expect(await storedRows(cache)).toEqual({ notes: [], messages: 0, typed: 3 }), soon);
    });
  });

  it('reads a collection again that changed as a whole', async () => {
    const { account, live } = openTab();
    await live();
    server.threads.clear();
    server.threads.set('thread-7', buildThread({ id: 'thread-7' }));
    server.publish({ collection: 'threads', id: '*', marker: 'MODIFIED', version: 5, data: null });
    await vi.waitFor(() => expect(shown(account).threads).toEqual(['thread-7 1']), soon);
  });

  it('falls back to the long poll where sockets fail, and returns to the socket', async () => {
    server.refuseSockets = true;
    const { account, live } = openTab();
    await live();
    server.putThread(buildThread({ id: 'thread-2' }));
    await vi.waitFor(() => expect(shown(account).threads).toContain('thread-2 1'), soon);
    expect(server.resumed).toEqual([]);
    server.refuseSockets = false;
    await vi.waitFor(() => {
      // Every change ends the current poll, after which the socket may be tried.
      server.putThread(buildThread({ id: 'thread-3', version: server.calls.length }));
      expect(server.socketCount).toBe(1);
    }, soon);
    await live();
  });

  it('returns to the socket soon when the server was only starting, although nothing changes meanwhile', async () => {
    server.refuseSockets = true;
    let refused = 0;
    server.onRefused = () => {
      refused += 1;
      server.refuseSockets = refused < 2;
    };
    const { live } = openTab(createMemoryCache(), { ...quick, socketRetryMs: defaultTimings.socketRetryMs });
    await live();
    await vi.waitFor(() => expect(server.socketCount).toBe(1), soon);
    expect(refused).toBe(2);
  });

  it('treats a silent server as disconnected', async () => {
    const { account, live } = openTab(createMemoryCache(), { ...quick, silenceMs: 150 });
    await live();
    await vi.waitFor(() => expect(server.resumed.length).toBeGreaterThan(2), soon);
    server.putThread(buildThread({ id: 'thread-2' }));
    await vi.waitFor(() => expect(shown(account).threads).toContain('thread-2 1'), soon);
  });

  it('stays connected while the server pings', async () => {
    // Many pauses long, so that one on a busy machine is not silence.
    const { live } = openTab(createMemoryCache(), { ...quick, silenceMs: 2_000 });
    await live();
    for (let count = 0; count < 25; count++) {
      server.say({ type: 'ping' });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(server.resumed).toEqual(['2']);
  });

  it('is offline while the server has no database, and live again on the same connection', async () => {
    const { account, live } = openTab(createMemoryCache());
    await live();
    server.say({ type: 'database', answers: false });
    await vi.waitFor(() => expect(account.connection()).toBe('offline'), soon);
    server.say({ type: 'ping' });
    server.say({ type: 'database', answers: true });
    await live();
    expect(server.resumed).toEqual(['2']);
  });

  it('reports offline when nothing answers for a while, and online again', async () => {
    const { account, live } = openTab(createMemoryCache(), { ...quick, welcomeMs: 50, graceMs: 100 });
    await live();
    server.mute = true;
    server.refuseSockets = true;
    const { port } = server;
    await server.stop();
    await vi.waitFor(() => expect(account.connection()).toBe('offline'), soon);
    expect(port).toBeGreaterThan(0);
    const threads = server.threads;
    server = new FeedServer();
    for (const row of threads.values()) server.putThread(row);
    server.putMessage(buildMessage({ id: 'm1' }));
    await server.start();
    await live();
  });

  it('sends a renewed token on the open connection, and requests another when one is refused', async () => {
    const { account, seen, live } = openTab();
    await live();
    account.renewed('token-fresh');
    await vi.waitFor(() => expect(server.tokens).toEqual(['token-0', 'token-fresh']), soon);
    server.closeSockets(4401);
    await vi.waitFor(() => expect(server.tokens).toEqual(['token-0', 'token-fresh', 'token-1']), soon);
    expect(seen.renewed).toBe(1);
  });

  it('opens no connection when it was stopped while reading', async () => {
    let answer = () => {};
    server.paused = new Promise((resolve) => {
      answer = resolve;
    });
    const { account } = openTab();
    await vi.waitFor(() => expect(server.calls).toContain('/api/bootstrap'), soon);
    await account.stop();
    answer();
    await openTab().live();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.resumed).toEqual(['2']);
  });

  it('leaves when the user is no longer a member', async () => {
    const { seen, live } = openTab();
    await live();
    server.closeSockets(4403);
    await vi.waitFor(() => expect(seen.removed).toBe(1), soon);
    expect(server.resumed).toEqual(['2']);
  });
});
