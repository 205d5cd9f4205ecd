import { registerSW } from 'virtual:pwa-register';
import { useUpdate } from '../../platform/update.ts';

/** Interval at which an open tab checks for a newer version, milliseconds. */
const askEveryMs = 3_600_000;

let started = false;

/**
 * Registers the service worker and offers updates; once per page. Not available over plain HTTP from another machine.
 */
export function startUpdates(): void {
  if (started || !('serviceWorker' in navigator)) return;
  started = true;
  const load = registerSW({
    onNeedRefresh: () => useUpdate.set({ load: () => void load() }),
    onRegisteredSW: (_address, registration) => {
      if (registration) setInterval(() => void registration.update().catch(() => undefined), askEveryMs);
    },
    // Where a browser refuses the service worker (private windows), the page still works.
    onRegisterError: (error: unknown) => console.warn('This browser keeps no copy of the app:', error),
  });
}
