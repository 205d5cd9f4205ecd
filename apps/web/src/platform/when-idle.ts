/** How long a busy page may hold back what can wait, in milliseconds. */
const patienceMs = 2000;

/** Resolves when the browser has nothing better to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: patienceMs });
    // Safari has no idle callback.
    else setTimeout(resolve, 200);
  });
}
