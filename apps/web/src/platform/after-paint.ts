/** A page in the background paints nothing: then the work starts after these milliseconds. */
const latestMs = 200;

/**
 * Runs work when the next frame is painted: what the frame shows never waits for it.
 * @returns cancels it
 */
export function afterPaint(work: () => void): () => void {
  let painted: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    cancel();
    work();
  };
  const latest = setTimeout(run, latestMs);
  const frame = requestAnimationFrame(() => {
    painted = setTimeout(run);
  });
  const cancel = () => {
    clearTimeout(latest);
    clearTimeout(painted);
    cancelAnimationFrame(frame);
  };
  return cancel;
}
