/// <reference lib="webworker" />
import { answerAsset, answerFile, answerPage, handlerOf } from './answers.ts';
import { cacheNames, dropOldFiles, fillCache, type PrecacheEntry } from './files.ts';
import { effectOf, type NotificationData, shownFor } from './push.ts';
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
  event.notification.close();
  const { path } = event.notification.data as NotificationData;
  event.waitUntil(
    (async () => {
      const [open] = await self.clients.matchAll({ type: 'window' });
      if (open === undefined) return void (await self.clients.openWindow(path));
      await open.focus();
      open.postMessage({ type: 'OPEN', path });
    })(),
  );
});
