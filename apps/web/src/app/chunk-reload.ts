import { type KeyValue, tabStorage } from '../platform/storage.ts';

/** At most one reload in this time, in milliseconds: a server that lost the file for good must not make the page spin. */
export const reloadGuardMs = 10_000;
const reloadedKey = 'parley:chunk-reload';

let reloading = false;

/** Whether a failed chunk may reload the page now; notes that it does. */
export function mayReload(storage: KeyValue, nowMs: number): boolean {
  const last = Number(storage.get(reloadedKey) ?? Number.NEGATIVE_INFINITY);
  if (nowMs - last < reloadGuardMs) return false;
  storage.set(reloadedKey, String(nowMs));
  return true;
}

/**
 * Reloads the page when a code chunk cannot be had: a new version replaced it. Not while the network is gone: a reload
 * would lose the page that still works.
 */
export function startChunkReload(): void {
  window.addEventListener('vite:preloadError', () => {
    if (reloading || !navigator.onLine || !mayReload(tabStorage, Date.now())) return;
    reloading = true;
    window.location.reload();
  });
}

/** True from the moment a reload was ordered: nothing needs to be shown any more. */
export function isReloading(): boolean {
  return reloading;
}

/** The words browsers have for a module that did not come; there is no code for it. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}
