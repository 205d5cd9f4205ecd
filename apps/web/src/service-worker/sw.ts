/// <reference lib="webworker" />
import { keepReply } from '../platform/kept-replies.ts';
import { answerAsset, answerFile, answerPage, handlerOf } from './answers.ts';
import { cacheNames, dropOldFiles, fillCache, type PrecacheEntry } from './files.ts';
import { effectOf, type NotificationData, replyAction, shownFor } from './push.ts';
import { answerShare } from './share.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

/** Inserted by the build: the app's files, without pages. */
const files = self.__WB_MANIFEST;

self.addEventListener('install', (event) => {
  event.waitUntil(fillCache(files));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await dropOldFiles(files);
      // The page cached by the previous version names that version's files, which are deleted now.
      await caches.delete(cacheNames.page);
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

// Sent by the page when the user chose to load the new version.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const handler = handlerOf(event.request, self.location.origin);
  if (handler === 'page') event.respondWith(answerPage(event));
  if (handler === 'asset') event.respondWith(answerAsset(event.request));
  if (handler === 'share') event.respondWith(answerShare(event.request));
  if (handler === 'file') event.respondWith(answerFile(event.request));
});

self.addEventListener('push', (event) => {
  event.waitUntil(receive(event.data?.json() ?? null));
});

/** Shows a pushed message, unless the user is looking at the application, which shows it itself. */
async function receive(payload: { kind?: unknown } | null): Promise<void> {
  const shown = shownFor(payload);
  if (shown === null || payload === null) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  for (const window of windows) window.postMessage({ type: 'PUSHED', kind: payload.kind });
  const { close, show } = effectOf(payload, await self.registration.getNotifications());
  for (const stale of close) stale.close();
  if (!show) return;
  if (payload.kind !== 'check' && windows.some(({ focused }) => focused)) return;
  await self.registration.showNotification(shown.title, shown.options);
}

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  // Only some browsers have a field in the notification.
  const { reply } = event as { reply?: string | null };
  notification.close();
  event.waitUntil(open(notification, action === replyAction ? (reply ?? '').trim() : ''));
});

/** Leads to what a notification is about; what was answered in it waits on the device for the page, which sends it. */
async function open(notification: Notification, reply: string): Promise<void> {
  const data = notification.data as NotificationData;
  const { path, clientId = '', targetId: threadId } = data;
  if (reply !== '' && threadId !== null) {
    try {
      await keepReply({ clientId, threadId, text: reply });
    } catch {
      // The device stores nothing: what was written must not be gone with the notification.
      await self.registration.showNotification(notification.title, { body: reply, icon: '/icon.svg', data });
    }
  }
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (window === undefined) return void (await self.clients.openWindow(path));
  // A browser that leaves it in the background still shows the conversation there.
  await window.focus().catch(() => undefined);
  window.postMessage({ type: 'OPEN', path });
}
