import type { LiveAccount } from '../../sync/public.ts';
import { mayShowCall } from './notification-feed.ts';

/** A call as the desktop shows it. */
export type CallAlert = { callId: string; threadId: string; title: string; body: string };

/**
 * Shows a call outside the page, where the member wants such notifications on this desktop and the hours are not quiet.
 * Several tabs show one, and a pushed one of the same call is the same. @returns a function that withdraws it
 */
export function alertOfCall(account: LiveAccount, { callId, threadId, title, body }: CallAlert): () => void {
  const tag = `call:${callId}`;
  let isOver = false;
  const withdraw = async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications({ tag })) ?? []) shown.close();
  };
  const show = async () => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const settings = await account.api('GET /api/notification-settings', {});
    if (!mayShowCall(settings, new Date()) || isOver) return;
    const registration = await navigator.serviceWorker?.getRegistration();
    const data = { path: `/inbox/${threadId}`, targetId: null };
    await registration?.showNotification(title, { body, tag, icon: '/icon.svg', requireInteraction: true, data });
    if (isOver) await withdraw();
  };
  // The page rings anyway.
  show().catch(() => undefined);
  return () => {
    isOver = true;
    withdraw().catch(() => undefined);
  };
}
