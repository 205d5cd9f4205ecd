/// <reference lib="webworker" />
import { answerAsset, answerFile, answerPage, handlerOf } from './answers.ts';
import { cacheNames, dropOldFiles, fillCache, type PrecacheEntry } from './files.ts';

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
  if (handler === 'file') event.respondWith(answerFile(event.request));
});
