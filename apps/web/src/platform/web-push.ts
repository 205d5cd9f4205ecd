import { api } from './api.ts';
import type { ClientPush } from './client-push.ts';
import { NetworkError } from './errors.ts';
import { deviceStorage } from './storage.ts';

/** The subscription of a browser that never answers must not block anything, milliseconds. */
const subscribeMs = 15_000;

/** Browsers without push (plain HTTP from another machine, private windows of some) have none of this. */
function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Web Push of this installation: the browser's own push service, and the keys of this server. */
export function createWebPush(): ClientPush | null {
  if (!isSupported()) return null;
  const registration = () => navigator.serviceWorker.getRegistration();
  const subscription = async () => (await (await registration())?.pushManager.getSubscription()) ?? null;
  return {
    needsUserId: false,
    init: () => Promise.resolve(),
    async login() {
      const existing = await subscription();
      if (existing === null || Notification.permission !== 'granted') return;
      // After a change of the server's key the browser would get nothing more.
      const key = await serverKey();
      if (key !== null && sameKey(existing, key)) return await register(existing);
      await existing.unsubscribe();
      if (key !== null) await register(await subscribe(await readyRegistration(), key));
    },
    async logout() {
      await (await subscription())?.unsubscribe();
    },
    tag: () => Promise.resolve(),
    permission: () => Notification.permission,
    async enable() {
      if ((await Notification.requestPermission()) !== 'granted') throw new Error('notifications are not permitted');
      const key = await serverKey();
      if (key === null) throw new Error('this server has no key for push');
      await register(await subscribe(await readyRegistration(), key));
    },
    async disable() {
      const existing = await subscription();
      if (existing === null) return;
      await existing.unsubscribe();
      const { data } = await api('GET /api/push-devices', {});
      const own = data.find(({ id }) => id === ownDeviceId());
      if (own !== undefined) await api('DELETE /api/push-devices/{id}', { params: { id: own.id } });
    },
  };
}

const idKey = 'push-device';

/** The server's id of this browser, from its last registration. */
export function ownDeviceId(): string | null {
  return deviceStorage.get(idKey);
}

async function serverKey(): Promise<string | null> {
  return (await api('GET /api/auth/config', {})).push.vapid_public_key;
}

async function readyRegistration(): Promise<ServiceWorkerRegistration> {
  return within(navigator.serviceWorker.ready);
}

function subscribe(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  return within(registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined)
    throw new Error('an incomplete subscription');
  const phone = /Android|iPhone|iPad|Mobile/i.test(navigator.userAgent);
  const device = await api('POST /api/push-devices', {
    body: { endpoint, keys: { p256dh, auth }, name: deviceName(), kind: phone ? 'phone' : 'desktop' },
  });
  deviceStorage.set(idKey, device.id);
}

/** "Chrome on Linux". */
function deviceName(): string {
  const { userAgent: agent } = navigator;
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : 'Safari';
  const systems = { Android: /Android/, iPhone: /iPhone/, iPad: /iPad/, Windows: /Windows/, macOS: /Mac OS/ };
  const [system = 'Linux'] = Object.entries(systems).find(([, pattern]) => pattern.test(agent)) ?? [];
  return `${browser} on ${system}`;
}

function sameKey(subscription: PushSubscription, key: string): boolean {
  const { applicationServerKey: currentKey } = subscription.options;
  if (currentKey === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(currentKey)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
}

/** Both the worker and the browser's push service may never answer. */
function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NetworkError('timeout')), subscribeMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
