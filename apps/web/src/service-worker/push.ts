import type { PushPayload } from '@parley/contract/types';

/** Where a click on a notification leads. */
export type NotificationData = { path: string; threadId: string | null };

type Shown = { title: string; options: NotificationOptions & { data: NotificationData } };

/**
 * What a pushed message shows. One notification for each conversation: a later one replaces it.
 * @returns null for a message of another version that cannot be read
 */
export function shownFor(payload: unknown): Shown | null {
  if (typeof payload !== 'object' || payload === null || !('title' in payload)) return null;
  const { title, body, thread_id: threadId, silent } = payload as PushPayload;
  return {
    title: String(title),
    options: {
      body: String(body),
      tag: threadId === null ? 'parley' : `thread:${threadId}`,
      icon: '/icon.svg',
      silent,
      data: { path: threadId === null ? '/inbox' : `/inbox/${threadId}`, threadId },
    },
  };
}

/** Shown notifications of conversations that were read meanwhile, on this device or another. */
export function staleOf<T extends { data: unknown }>(shown: readonly T[], unread: readonly string[]): T[] {
  return shown.filter(({ data }) => {
    const threadId = (data as NotificationData | null)?.threadId ?? null;
    return threadId !== null && !unread.includes(threadId);
  });
}
