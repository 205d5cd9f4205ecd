/** Milliseconds that a busy page may delay deferred work. */
const patienceMs = 2000;
/** A screen that says nothing counts as usable after these milliseconds. */
const usableMs = 10_000;

let tell = () => {};
const usable = new Promise<void>((resolve) => {
  tell = resolve;
  setTimeout(resolve, usableMs);
});

/** What the page was opened for is there, painted with the next frame: deferred code may load from then on. */
export function screenIsUsable(): void {
  requestAnimationFrame(() => setTimeout(tell));
}

/** Resolves when the first screen is usable and the browser is idle. */
export async function whenIdle(): Promise<void> {
  await usable;
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: patienceMs });
    // Safari has no idle callback.
    else setTimeout(resolve, 200);
  });
}
