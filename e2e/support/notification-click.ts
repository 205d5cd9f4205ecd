import type { BrowserContext, Worker } from '@playwright/test';

/** The service worker of a context. */
export async function serviceWorkerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/**
 * Taps the notification with a tag, as the browser would tell the service worker; `reply` is what was written in it.
 * Without a person's tap the browser opens no window.
 * @returns the path that it would open; null when a page was open, which was told
 */
export function clickNotification(worker: Worker, tag: string, reply?: string): Promise<string | null> {
  const given = JSON.stringify({ tag, reply: reply ?? null });
  return worker.evaluate<string | null>(`(async ({ tag, reply }) => {
    let opened = null;
    Object.defineProperty(self.clients, 'openWindow', {
      configurable: true,
      value: async (path) => { opened = path; return null; },
    });
    const [notification] = await self.registration.getNotifications({ tag });
    const action = reply === null ? '' : 'reply';
    const event = new NotificationEvent('notificationclick', { notification, action });
    let work = Promise.resolve();
    Object.defineProperty(event, 'reply', { value: reply });
    Object.defineProperty(event, 'waitUntil', { value: (promise) => { work = promise; } });
    self.dispatchEvent(event);
    await work;
    return opened;
  })(${given})`);
}
