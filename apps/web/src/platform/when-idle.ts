/** Milliseconds that a busy page may delay deferred work. */
const patienceMs = 2000;

/** Resolves when the browser is idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: patienceMs });
    // Safari has no idle callback.
    else setTimeout(resolve, 200);
  });
}
