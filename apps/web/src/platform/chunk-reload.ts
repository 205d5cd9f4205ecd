import { type KeyValue, tabStorage } from './storage.ts';

/**
 * At most one reload in this time, in milliseconds, so that a permanently missing file does not cause a reload loop.
 */
export const reloadGuardMs = 10_000;
const reloadedKey = 'parley:chunk-reload';

let reloading = false;

/** Whether a failed chunk may reload the page now; records the reload. */
export function mayReload(storage: KeyValue, nowMs: number): boolean {
  const last = Number(storage.get(reloadedKey) ?? Number.NEGATIVE_INFINITY);
  if (nowMs - last < reloadGuardMs) return false;
  storage.set(reloadedKey, String(nowMs));
  return true;
}

/**
 * Reloads the page when a code chunk fails to load, because a new version replaced it. Not while offline: a reload
 * would lose the page that still works.
 */
export function startChunkReload(): void {
  window.addEventListener('vite:preloadError', () => {
    if (reloading || !navigator.onLine || !mayReload(tabStorage, Date.now())) return;
    reloading = true;
    window.location.reload();
  });
}

/** True once a reload was requested: nothing needs to be rendered any more. */
export function isReloading(): boolean {
  return reloading;
}

/** The browsers' messages for a module that failed to load; there is no error code. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}
