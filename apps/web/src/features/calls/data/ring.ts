import { loadSound } from '../../notifications/public.ts';
import type { LiveAccount } from '../../sync/public.ts';

/** Milliseconds between two rings. */
const everyMs = 3_000;

/** Rings in one tab, unless sounds are off or the hours are quiet. @returns a function that ends it */
export function ringWhile(account: LiveAccount): () => void {
  const once = () => {
    // Without a sound the call is shown anyway.
    loadSound()
      .then((soundOnce) => soundOnce(account))
      .catch(() => undefined);
  };
  once();
  const timer = setInterval(once, everyMs);
  return () => clearInterval(timer);
}
