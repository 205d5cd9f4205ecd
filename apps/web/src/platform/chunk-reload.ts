import { type KeyValue, tabStorage } from './storage.ts';

/**
 * At most one reload in this time, in milliseconds, so that a permanently missing file does not cause a reload loop.
 */
export const reloadGuardMs = 10_000;
const reloadedKey = 'parley:chunk-reload';
/** Milliseconds that the server has to answer before it counts as away. */
const answerMs = 3_000;

let deciding: Promise<boolean> | null = null;

/** Whether a failed chunk may reload the page now; records the reload. */
export function mayReload(storage: KeyValue, nowMs: number): boolean {
  const last = Number(storage.get(reloadedKey) ?? Number.NEGATIVE_INFINITY);
  if (nowMs - last < reloadGuardMs) return false;
  storage.set(reloadedKey, String(nowMs));
  return true;
}

/** Whether the server can be reached: without it a reload leads to the browser's own error page. */
export async function serverAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) })).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the page when a code chunk fails to load, because a new version replaced it. Not while the server is away: a
 * reload would lose the page that still works.
 */
export function startChunkReload(): void {
  window.addEventListener('vite:preloadError', () => {
    deciding ??= decide();
  });
}

async function decide(): Promise<boolean> {
  if ((await serverAnswers()) && mayReload(tabStorage, Date.now())) {
    window.location.reload();
    return true;
  }
  deciding = null;
  return false;
}

/** Whether the page reloads because of a chunk that just failed: nothing needs to be rendered any more. */
export function isReloading(): Promise<boolean> {
  return deciding ?? Promise.resolve(false);
}

/** The browsers' messages for a module that failed to load; there is no error code. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}
