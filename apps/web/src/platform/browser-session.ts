import type { Tokens } from '@parley/contract/types';
import { systemClock } from './clock.ts';
import { apiUrl, loadConfig } from './config.ts';
import { sendHttp } from './http.ts';
import { createSession, type Session } from './session.ts';
import { sessionRecords } from './session-records.ts';
import { accountValues, clearVisitorValues, deleteDatabases, deviceStorage, tabStorage } from './storage.ts';
import { createTabLock } from './tab-lock.ts';

/** Milliseconds that signing out waits for the server; the browser signs out without it too. */
const signOutTimeoutMs = 3000;

type Sent = { token?: string; body?: unknown; timeoutMs?: number };

async function send(method: string, path: string, rest: Sent): Promise<unknown> {
  const { api_base } = await loadConfig();
  return sendHttp({ method, url: apiUrl(api_base, path), keepalive: true, ...rest });
}

/** The session of this tab. */
export const session: Session = createSession({
  records: sessionRecords(deviceStorage, tabStorage),
  clock: systemClock,
  tabLock: createTabLock(navigator.locks, deviceStorage, systemClock),
  calls: {
    refresh: (body) => send('POST', '/api/auth/token', { body }) as Promise<Tokens>,
    switchTo: (token, client_id) => send('POST', '/api/auth/switch', { token, body: { client_id } }) as Promise<Tokens>,
    signOut: (body) => send('DELETE', '/api/auth/token', { body, timeoutMs: signOutTimeoutMs }),
  },
  async clearAccount(account) {
    clearVisitorValues(deviceStorage);
    accountValues(deviceStorage, account).clear();
    accountValues(tabStorage, account).clear();
    await deleteDatabases(account);
  },
});

/** Starts the session and connects it to the browser's events; called once, by the entry module. */
export function startSession(): void {
  session.start();
  window.addEventListener('storage', (event) => session.noticeStorage(event.key));
  window.addEventListener('online', () => session.noticeReturn());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.noticeReturn();
  });
}
