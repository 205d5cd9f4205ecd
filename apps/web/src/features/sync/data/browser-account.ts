import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { reportAccessChange } from '../../../platform/access-change.ts';
import { publishAccountStarted } from '../../../platform/account-started.ts';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { apiUrl, loadConfig } from '../../../platform/config.ts';
import { reportConnection } from '../../../platform/connection.ts';
import { publishProfile } from '../../../platform/profile.ts';
import { redirectAfterRemoval } from '../../../platform/removed-from-account.ts';
import { type AccountKey, databaseName } from '../../../platform/storage.ts';
import { createStore } from '../../../platform/store.ts';
import { startTimeZone } from '../../../platform/time-zone.ts';
import { registerUnsent } from '../../../platform/unsent.ts';
import { setNavBadge } from '../../../ui/nav-badges.ts';
import { toast } from '../../../ui/toast.ts';
import { LiveAccount } from './account.ts';
import type { DeviceCache } from './cache.ts';
import { cacheBytes } from './cache-size.ts';
import { openIndexedDbCache } from './indexed-db-cache.ts';
import { browserTabs } from './tabs.ts';

type Running = { key: AccountKey; account: LiveAccount; stop: (keep: boolean) => void };

const useRunning = createStore<Running | null>(null);
let started = false;
let opening = 0;

/** The account of this tab's session while it is live; null before its device cache is open and when signed out. */
export function useCurrentAccount(): LiveAccount | null {
  return useRunning((now) => now?.account ?? null);
}

/**
 * Makes the session's account live in this tab, now and whenever the session changes; calling it again does nothing.
 */
export function startLive(): void {
  if (started) return;
  started = true;
  session.onChange(() => void follow());
  let language = i18n.locale;
  // The connection learns the page's language with its token. Other formats are a change too.
  i18n.on('change', () => {
    if (i18n.locale === language) return;
    language = i18n.locale;
    void follow();
  });
  void follow();
}

/** Makes the live account match the session. */
async function follow(): Promise<void> {
  const state = session.state();
  const key = state.status === 'signed-out' || state.claims.client_id === null ? null : state.account;
  const running = useRunning.get();
  if (running !== null && running.key === key) {
    const token = await session.token();
    if (token !== null && useRunning.get() === running) running.account.renewed(token);
    return;
  }
  running?.stop(key !== null);
  useRunning.set(null);
  startTimeZone();
  if (key === null || state.status === 'signed-out') return;
  const turn = ++opening;
  const { api_base } = await loadConfig().catch(() => ({ api_base: '/api' }));
  const cache = await openCache(key);
  // The session changed while the device's database opened.
  if (turn !== opening) return cache.close();
  useRunning.set(run(key, state.claims.uid, cache, socketUrl(api_base)));
}

async function openCache(key: AccountKey): Promise<DeviceCache> {
  try {
    return await openIndexedDbCache(databaseName(key), () => cacheBytes(key));
  } catch (error) {
    console.warn('This browser keeps nothing for the next visit:', error);
    return (await import('./memory-cache.ts')).createMemoryCache();
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
      const { uploadFile } = await import('../../../platform/upload.ts');
      return (await uploadFile(key, file, name, watch)).id;
    },
    token: async () => (await session.token()) ?? '',
    renewToken: () => session.refresh(),
    openSocket: () => new WebSocket(socketAddress),
    cache,
    tabs: browserTabs(`${databaseName(key)}:outbox`),
    deviceOnline: () => navigator.onLine,
    onStarted: (answer, askedAt) => publishAccountStarted({ ...answer, askedAt }),
    onOperationRefused: ({ message }, threadId) => {
      const contact = account.store.threads.get(threadId)?.contact;
      const name = contact?.name || contact?.username || (contact?.phone_number && `+${contact.phone_number}`);
      toast({
        message: name
          ? t`Couldn’t update the conversation with ${name}. ${message}`
          : t`Couldn’t update a conversation. ${message}`,
      });
    },
    onRemoved: () => void redirectAfterRemoval(account.store.client()?.name ?? ''),
  });
  const stops = [...reportToFrame(account), ...listenToPage(account)];
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

/**
 * Requests a token with the current role; the existing one may have the old role for minutes. The role can change again
 * while the answer is under way.
 */
async function renewRole(account: LiveAccount): Promise<void> {
  const role = account.store.access()?.role;
  const state = session.state();
  if (role === undefined || state.status === 'signed-out' || state.claims.role === role) return;
  await session.refresh();
  if (account.store.access()?.role !== role) await renewRole(account);
}

/** Reports the account's state to the app frame. */
function reportToFrame(account: LiveAccount): (() => void)[] {
  const { topics } = account.store;
  const tellConnection = () =>
    reportConnection({
      // The banner has its own delay.
      live: account.connection() === 'live',
      waiting: account.outbox.waitingCount(),
      unavailableReason: account.outbox.unavailableReason(),
    });
  const tellUnread = () => setNavBadge('/inbox', account.unreadOfMine());
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
    topics.subscribe('access', () => {
      void renewRole(account);
      reportAccessChange();
    }),
    registerUnsent(async () => account.outbox.entries().length),
    () => {
      reportConnection({ live: true, waiting: 0, unavailableReason: null });
      setNavBadge('/inbox', 0);
    },
  ];
}

function listenToPage(account: LiveAccount): (() => void)[] {
  const on = (target: EventTarget, name: string, listener: () => void) => {
    target.addEventListener(name, listener);
    return () => target.removeEventListener(name, listener);
  };
  return [
    on(window, 'online', () => account.reconnect()),
    on(window, 'offline', () => account.deviceWentOffline()),
    on(window, 'pagehide', () => account.flush()),
    on(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') account.reconnect();
      else account.flush();
    }),
  ];
}
