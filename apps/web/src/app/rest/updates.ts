import { registerSW } from 'virtual:pwa-register';
import { useUpdate } from '../../platform/update.ts';

/** How often a tab that stays open asks for a newer version, in milliseconds. */
const askEveryMs = 3_600_000;

let started = false;

/** Registers the service worker and offers what it installs; once per page. Plain http on another machine has none. */
export function startUpdates(): void {
  if (started || !('serviceWorker' in navigator)) return;
  started = true;
  const load = registerSW({
    onNeedRefresh: () => useUpdate.setState({ load: () => void load() }),
    onRegisteredSW: (_address, registration) => {
      if (registration) setInterval(() => void registration.update().catch(() => undefined), askEveryMs);
    },
    // A browser that refuses it (a private window) works as a page all the same.
    onRegisterError: (error: unknown) => console.warn('This browser keeps no copy of the app:', error),
  });
}
