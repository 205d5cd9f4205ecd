import { isQuiet } from '@parley/contract/quiet-hours';
import type { NotificationItem, NotificationSettings, OutputOf } from '@parley/contract/types';
import { createStore } from '../../../platform/store.ts';
import { setTitleCount } from '../../../platform/title-count.ts';
import type { LiveAccount } from '../../sync/public.ts';
import { isOf, type NotificationTarget, tagOf, targetOf } from './target.ts';

type Page = OutputOf<'GET /api/notifications'>;

export type Notifications = {
  items: readonly NotificationItem[];
  unread: number;
  state: 'loading' | 'ready' | 'failed';
};

const nothing: Notifications = { items: [], unread: 0, state: 'loading' };
/** Rows of the notification centre; older ones are read on demand. */
const pageSize = 30;
/** Without a live connection, and because a frame may get lost. */
const pollMs = 60_000;

/** The newest notifications of the account in this tab. */
export const useNotifications = createStore<Notifications>(nothing);

let reread: (() => Promise<void>) | null = null;

/** Reads them again now. */
export async function rereadNotifications(): Promise<void> {
  await reread?.();
}

/** What is new since the last reading: unread, and later than everything seen then. */
export function newSince(before: readonly NotificationItem[], now: readonly NotificationItem[]): NotificationItem[] {
  const seen = new Map(before.map(({ id, at }) => [id, at]));
  const newest = before.reduce((latest, { at }) => (at > latest ? at : latest), '');
  return now.filter(({ id, at, read_at }) => read_at === null && at > (seen.get(id) ?? newest));
}

/**
 * Keeps the notifications of an account current in this tab.
 * @param onNew what came since the last reading, newest first
 * @returns a function that ends it
 */
export function followNotifications(account: LiveAccount, onNew: (items: NotificationItem[]) => void): () => void {
  let stopped = false;
  let reading: Promise<void> | null = null;
  let again = false;

  const readOnce = async () => {
    try {
      const page: Page = await account.api('GET /api/notifications', { query: { limit: pageSize } });
      if (stopped) return;
      const before = useNotifications.get();
      useNotifications.set({ items: page.data, unread: page.unread, state: 'ready' });
      setTitleCount(page.unread);
      if (before.state === 'ready') onNew(newSince(before.items, page.data));
      closeShown(page.data);
    } catch {
      // The next frame, poll or connection reads again.
      if (!stopped && useNotifications.get().state === 'loading') useNotifications.set({ ...nothing, state: 'failed' });
    }
  };
  const read = (): Promise<void> => {
    if (reading !== null) {
      again = true;
      return reading;
    }
    reading = readOnce().finally(() => {
      reading = null;
      if (again && !stopped) void read();
      again = false;
    });
    return reading;
  };
  reread = read;
  const { topics } = account.store;
  const stops = [
    topics.subscribe('notifications', () => void read()),
    topics.subscribe('connection', () => {
      if (account.connection() === 'live') void read();
    }),
  ];
  const timer = setInterval(() => void read(), pollMs);
  void read();
  return () => {
    stopped = true;
    reread = null;
    for (const stop of stops) stop();
    clearInterval(timer);
    setTitleCount(0);
    useNotifications.set(nothing);
  };
}

/** Notifications that this browser shows of what was read meanwhile are closed. */
function closeShown(items: readonly NotificationItem[]): void {
  if (!('serviceWorker' in navigator)) return;
  const read = new Set(items.filter(({ read_at }) => read_at !== null).map((item) => tagOf(targetOf(item))));
  for (const item of items) if (item.read_at === null) read.delete(tagOf(targetOf(item)));
  if (read.size === 0) return;
  void navigator.serviceWorker
    .getRegistration()
    .then(async (registration) => {
      for (const shown of (await registration?.getNotifications()) ?? []) if (read.has(shown.tag)) shown.close();
    })
    .catch(() => undefined);
}

/** Marks the notifications of a conversation, a broadcast or an automation, or all (null), as read; shown at once. */
export async function markNotificationsRead(account: LiveAccount, target: NotificationTarget | null): Promise<void> {
  const { items, unread, state } = useNotifications.get();
  const isRead = (item: NotificationItem) => target === null || isOf(item, target);
  const cleared = items.filter((item) => isRead(item) && item.read_at === null).length;
  if (target !== null && cleared === 0) return;
  const at = new Date().toISOString();
  useNotifications.set({
    items: items.map((item) => (isRead(item) && item.read_at === null ? { ...item, read_at: at } : item)),
    unread: target === null ? 0 : Math.max(0, unread - cleared),
    state,
  });
  try {
    const { unread: left } = await account.api('POST /api/notifications/read', {
      body: target === null ? {} : { [`${target.kind}_id`]: target.id },
    });
    useNotifications.set({ ...useNotifications.get(), unread: left });
    setTitleCount(left);
  } finally {
    await rereadNotifications();
  }
}

/** Whether a sound is allowed now; asked again every time, because quiet hours begin and end. */
export function maySound(settings: Pick<NotificationSettings, 'sound' | 'quiet'>, at: Date): boolean {
  return settings.sound && !isQuiet(settings, at);
}

/** Whether the desktop may show a call that rings now. */
export function mayShowCall({ rules, quiet }: Pick<NotificationSettings, 'rules' | 'quiet'>, at: Date): boolean {
  return rules.call.desktop && !isQuiet({ quiet }, at);
}
