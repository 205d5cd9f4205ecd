import type { LiveAccount } from '../../sync/public.ts';
import { ring } from './bell.ts';
import { maySound } from './notification-feed.ts';

/** One sound for all that comes at once, in one tab, unless it is switched off or the hours are quiet. */
export async function soundOnce(account: LiveAccount): Promise<void> {
  try {
    const settings = await account.api('GET /api/notification-settings', {});
    if (!maySound(settings, new Date())) return;
    if (!('locks' in navigator)) return void (await ring());
    await navigator.locks.request('parley-sound', { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      await ring();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    });
  } catch {
    // Offline, or no sound device: the notification is shown anyway.
  }
}
