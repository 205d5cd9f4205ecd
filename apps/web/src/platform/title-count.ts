import { createStore } from './store.ts';

/** How many notifications are unread. */
export const useTitleCount = createStore(0);

/** Shows how much is unread on the bell, before the title while the page is in the background, and on the installed app's icon. */
export function setTitleCount(next: number): void {
  useTitleCount.set(next);
  show();
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  // Refused where the app is not installed.
  if (next > 0) void setAppBadge?.call(navigator, next).catch(() => undefined);
  else void clearAppBadge?.call(navigator).catch(() => undefined);
}

function show(): void {
  const count = useTitleCount.get();
  const plain = document.title.replace(/^\(\d+\+?\) /, '');
  const hidden = document.visibilityState === 'hidden';
  const title = hidden && count > 0 ? `(${count > 99 ? '99+' : count}) ${plain}` : plain;
  if (title !== document.title) document.title = title;
}

/** Follows the page to the background and back. @returns a function that ends it */
export function followTitleCount(): () => void {
  document.addEventListener('visibilitychange', show);
  return () => document.removeEventListener('visibilitychange', show);
}
