import { lazyPart } from '../platform/lazy-part.tsx';
import type { ScreenLoader } from '../platform/screen.ts';
import { isReloading } from './chunk-reload.ts';

/** A screen in a chunk of its own, which the router loads before it shows the page, so that nothing blinks. */
export function lazyScreen(load: ScreenLoader) {
  return lazyPart(() =>
    load().catch((error: unknown) => {
      // A page that is about to reload has nothing more to say; an error page would only flash.
      if (isReloading()) return new Promise<never>(() => {});
      throw error;
    }),
  );
}
