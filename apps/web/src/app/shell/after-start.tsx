import { lazyComponent } from '../../platform/lazy-component.tsx';
import { whenIdle } from '../../platform/when-idle.ts';

/**
 * Invisible parts of every signed-in page: keys, palette, circular menu, updates, push. Their code loads when the page
 * is shown and the browser is idle; the page works without it.
 */
export const AfterStart = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('../deferred/deferred-parts.tsx')).DeferredParts;
  },
  { fallback: null, optional: true },
);
