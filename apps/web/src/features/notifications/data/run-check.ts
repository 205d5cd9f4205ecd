import type { OutputOf } from '@parley/contract/types';
import type { LiveAccount } from '../../sync/public.ts';
import { ring } from './bell.ts';

/** How long a test may take to arrive, milliseconds. */
const arrivalMs = 10_000;

export type CheckedMethod = {
  id: string;
  method: 'in_app' | 'desktop' | 'push' | 'email' | 'sound';
  name: string;
  state: 'ok' | 'failed';
  /** The server's reason; the screen has words for the rest. */
  reason: string | null;
  tookMs: number | null;
};

type Sent = OutputOf<'POST /api/notifications/check'>['data'][number];

/**
 * Sends a real test through each method and waits until it arrives where this tab can see that.
 * @param ownDeviceId the push device of this browser, whose message the service worker reports
 */
export async function runCheck(account: LiveAccount, ownDeviceId: string | null): Promise<CheckedMethod[]> {
  const began = performance.now();
  const frame = arrival((done) => account.store.topics.subscribe('notifications', done));
  const pushed = arrival((done) => {
    if (!('serviceWorker' in navigator)) return () => undefined;
    const hear = (event: MessageEvent) => {
      const data = event.data as { type?: unknown; kind?: unknown } | null;
      if (data?.type === 'PUSHED' && data.kind === 'check') done();
    };
    navigator.serviceWorker.addEventListener('message', hear);
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  });
  const { data } = await account.api('POST /api/notifications/check', {});
  const methods: CheckedMethod[] = [];
  for (const sent of data) methods.push(await checked(sent, { began, frame, pushed, ownDeviceId }));
  methods.splice(1, 0, { ...plain('desktop'), ...(await showHere()) });
  methods.push({ ...plain('sound'), state: (await ring()) ? 'ok' : 'failed' });
  return methods;
}

type Arrivals = {
  began: number;
  frame: Promise<number | null>;
  pushed: Promise<number | null>;
  ownDeviceId: string | null;
};

async function checked(sent: Sent, { began, frame, pushed, ownDeviceId }: Arrivals): Promise<CheckedMethod> {
  const method: CheckedMethod = {
    id: `${sent.method} ${sent.device_id ?? sent.name}`,
    method: sent.method,
    name: sent.name,
    state: sent.state === 'sent' ? 'ok' : 'failed',
    reason: sent.reason,
    tookMs: sent.took_ms,
  };
  if (sent.state === 'failed') return method;
  const arrives =
    sent.method === 'in_app' ? frame : sent.device_id !== null && sent.device_id === ownDeviceId ? pushed : null;
  if (arrives === null) return method;
  const at = await arrives;
  return { ...method, state: at === null ? 'failed' : 'ok', tookMs: at === null ? null : Math.round(at - began) };
}

function plain(method: 'desktop' | 'sound'): CheckedMethod {
  return { id: method, method, name: '', state: 'ok', reason: null, tookMs: null };
}

/** @returns when it came; null when it did not within ten seconds */
function arrival(listen: (done: () => void) => () => void): Promise<number | null> {
  return new Promise((resolve) => {
    const finish = (at: number | null) => {
      clearTimeout(timer);
      stop();
      resolve(at);
    };
    const timer = setTimeout(() => finish(null), arrivalMs);
    const stop = listen(() => finish(performance.now()));
  });
}

/** Shows a notification of this page itself. */
async function showHere(): Promise<Pick<CheckedMethod, 'state'>> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return { state: 'failed' };
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration === undefined) return { state: 'failed' };
    await registration.showNotification('Parley', {
      tag: 'parley',
      silent: true,
      data: { path: '/inbox', threadId: null },
    });
    return { state: 'ok' };
  } catch {
    return { state: 'failed' };
  }
}
