import { api } from '../../platform/api.ts';
import { session } from '../../platform/browser-session.ts';
import { apiUrl, loadConfig } from '../../platform/config.ts';
import { reportConnection } from '../../platform/connection.ts';
import { goAfterLeaving } from '../../platform/left-account.ts';
import { publishProfile } from '../../platform/profile.ts';
import { announceStarted } from '../../platform/started.ts';
import { type AccountKey, accountValues, databaseName, deviceStorage } from '../../platform/storage.ts';
import { keepTimeZone, startTimeZone } from '../../platform/time-zone.ts';
import { registerUnsent } from '../../platform/unsent.ts';
import { setRailBadge } from '../../ui/rail-badges.ts';
import { LiveAccount } from './account.ts';
import { type DeviceCache, defaultCacheBytes } from './cache.ts';
import { openIndexedDbCache } from './indexed-db-cache.ts';
import { createMemoryCache } from './memory-cache.ts';
import { browserTabs } from './tabs.ts';

type Running = { key: AccountKey; account: LiveAccount; stop: (keep: boolean) => void };

let running: Running | null = null;
let started = false;
let opening = 0;
const listeners = new Set<() => void>();

/** The account of this tab's session while it is live; null before its device cache is open and when signed out. */
export function currentAccount(): LiveAccount | null {
  return running?.account ?? null;
}

/** Calls the listener when `currentAccount` becomes another. @returns stops that */
export function onAccountChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Makes the session's account live in this tab, now and whenever the session moves; calling it again does nothing. */
export function startLive(): void {
  if (started) return;
  started = true;
  session.onChange(() => void follow());
  void follow();
}

/** Makes what is live match the session. */
async function follow(): Promise<void> {
  const state = session.state();
  const key = state.status === 'signed-out' || state.claims.client_id === null ? null : state.account;
  if (key !== null && key === running?.key) {
    const token = await session.token();
    if (token !== null && running?.key === key) running.account.renewed(token);
    return;
  }
  running?.stop(key !== null);
  become(null);
  startTimeZone();
  if (key === null || state.status === 'signed-out') return;
  const turn = ++opening;
  const { api_base } = await loadConfig().catch(() => ({ api_base: '/api' }));
  const cache = await openCache(key);
  // The session moved on while the device's database opened.
  if (turn !== opening) return cache.close();
  become(run(key, state.claims.uid, cache, socketUrl(api_base)));
}

async function openCache(key: AccountKey): Promise<DeviceCache> {
  const chosen = Number(accountValues(deviceStorage, key).read('cache-bytes') ?? Number.NaN);
  try {
    return await openIndexedDbCache(databaseName(key), Number.isFinite(chosen) ? chosen : defaultCacheBytes);
  } catch (error) {
    console.warn('This browser keeps nothing for the next visit:', error);
    return createMemoryCache();
  }
}

function socketUrl(apiBase: string): string {
  const url = new URL(apiUrl(apiBase, '/api/sync'), window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

function run(key: AccountKey, uid: string, cache: DeviceCache, socketAddress: string): Running {
  const account = new LiveAccount({
    uid,
    api,
    upload: async (key, { file, name }, watch) => {
      const { uploadFile } = await import('../../platform/upload.ts');
      return (await uploadFile(key, file, name, watch)).id;
    },
    token: async () => (await session.token()) ?? '',
    renewToken: () => session.refresh(),
    openSocket: () => new WebSocket(socketAddress),
    cache,
    tabs: browserTabs(`${databaseName(key)}:outbox`),
    deviceOnline: () => navigator.onLine,
    onStarted: (answer) => {
      keepTimeZone(answer.timeZone);
      announceStarted(answer);
    },
    onRemoved: () => void goAfterLeaving(account.store.client()?.name ?? ''),
  });
  const stops = [...tellFrame(account), ...listenToPage(account)];
  void account.start();
  return {
    key,
    account,
    stop: (keep) => {
      for (const stop of stops) stop();
      void account.stop(keep);
    },
  };
}

/** Takes a token with the role the server knows; the one at hand may carry the role of before for minutes. */
function renewRole(account: LiveAccount): void {
  const role = account.store.standing()?.role;
  const state = session.state();
  if (role !== undefined && state.status !== 'signed-out' && state.claims.role !== role) void session.refresh();
}

/** What the frame around the pages shows of the account. */
function tellFrame(account: LiveAccount): (() => void)[] {
  const { topics } = account.store;
  const tellConnection = () =>
    reportConnection({
      // The banner has a patience of its own.
      live: account.connection() === 'live',
      waiting: account.outbox.waitingCount(),
    });
  const tellUnread = () => setRailBadge('inbox', account.unreadOfMine());
  const tellNames = () => {
    const user = account.store.row('users', account.store.uid);
    const client = account.store.client();
    if (user && client)
      publishProfile({ userName: user.name, email: user.email, photoUrl: user.photo_url, accountName: client.name });
  };
  return [
    topics.subscribe('connection', tellConnection),
    topics.subscribe('outbox', tellConnection),
    topics.subscribe('threads', tellUnread),
    topics.subscribe('users', tellNames),
    topics.subscribe('clients', tellNames),
    topics.subscribe('standing', () => renewRole(account)),
    registerUnsent(async () => account.outbox.entries().length),
    () => {
      reportConnection({ live: true, waiting: 0 });
      setRailBadge('inbox', 0);
    },
  ];
}

function listenToPage(account: LiveAccount): (() => void)[] {
  const on = (target: EventTarget, name: string, listener: () => void) => {
    target.addEventListener(name, listener);
    return () => target.removeEventListener(name, listener);
  };
  return [
    on(window, 'online', () => account.nudge()),
    on(window, 'offline', () => account.deviceWentOffline()),
    on(window, 'pagehide', () => account.flush()),
    on(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') account.nudge();
      else account.flush();
    }),
  ];
}

function become(next: Running | null): void {
  if (running === next) return;
  running = next;
  for (const listener of [...listeners]) listener();
}
