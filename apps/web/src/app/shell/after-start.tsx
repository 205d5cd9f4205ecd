import { lazyComponent } from '../../platform/lazy-component.tsx';
import { whenIdle } from '../../platform/when-idle.ts';
import { KeysLoading } from '../../ui/commands/keys-loading.tsx';

/**
 * Invisible parts of every signed-in page: keys, palette, circular menu, updates, push. Their code loads when the page
 * is shown and the browser is idle; the page works without it.
 */
export const AfterStart = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('../deferred/deferred-parts.tsx')).DeferredParts;
  },
  { fallback: <KeysLoading />, optional: true },
);
