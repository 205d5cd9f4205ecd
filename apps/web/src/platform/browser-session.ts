import type { Tokens } from '@parley/contract/types';
import { systemClock } from './clock.ts';
import { apiUrl, loadConfig } from './config.ts';
import { sendHttp } from './http.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createSession, type Session } from './session.ts';
import { sessionRecords } from './session-records.ts';
import { accountValues, clearVisitorValues, deleteDatabases, deviceStorage, tabStorage } from './storage.ts';

/** How long signing out waits for the server, in milliseconds: it is told as a courtesy, the browser forgets anyway. */
const farewellTimeoutMs = 3000;

async function post(path: string, rest: { token?: string; body?: unknown; timeoutMs?: number }): Promise<unknown> {
  const { api_base } = await loadConfig();
  return sendHttp({ method: 'POST', url: apiUrl(api_base, path), keepalive: true, ...rest });
}

/** The session of this tab. */
export const session: Session = createSession({
  records: sessionRecords(deviceStorage, tabStorage),
  clock: systemClock,
  oneAtATime: oneAtATime(navigator.locks, deviceStorage, systemClock),
  calls: {
    refresh: async (refresh_token) => (await post('/api/auth/token', { body: { refresh_token } })) as Tokens,
    switchTo: async (token, client_id) => (await post('/api/auth/switch', { token, body: { client_id } })) as Tokens,
    signOut: async (token) => void (await post('/api/auth/sign-out', { token, timeoutMs: farewellTimeoutMs })),
  },
  async clearAccount(account) {
    clearVisitorValues(deviceStorage);
    accountValues(deviceStorage, account).clear();
    accountValues(tabStorage, account).clear();
    await deleteDatabases(account);
  },
});

/** Starts the session and wires it to the browser's events; once, from the entry. */
export function startSession(): void {
  session.start();
  window.addEventListener('storage', (event) => session.noticeStorage(event.key));
  window.addEventListener('online', () => session.noticeReturn());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.noticeReturn();
  });
}
