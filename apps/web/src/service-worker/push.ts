import type { PushPayload } from '@parley/contract/types';

/** Where a click on a notification leads. */
export type NotificationData = {
  path: string;
  /** Of the conversation, broadcast or automation that it is about. */
  targetId: string | null;
};

type Shown = { title: string; options: NotificationOptions & { data: NotificationData } };

/**
 * What a pushed message shows. One notification for each conversation, broadcast or automation: a later one replaces it.
 * @returns null for a message of another version that cannot be read
 */
export function shownFor(payload: unknown): Shown | null {
  if (typeof payload !== 'object' || payload === null || !('title' in payload)) return null;
  const { title, body, thread_id: thread, silent, ...about } = payload as PushPayload;
  const { campaign_id: campaign = null, automation_id: automation = null } = about;
  const targetId = thread ?? campaign ?? automation;
  const place =
    thread !== null
      ? { tag: `thread:${thread}`, path: `/inbox/${thread}` }
      : campaign !== null
        ? { tag: `campaign:${campaign}`, path: `/broadcast/history/${campaign}` }
        : automation !== null
          ? { tag: `automation:${automation}`, path: `/automations?edit=${automation}` }
          : { tag: 'parley', path: '/inbox' };
  return {
    title: String(title),
    options: {
      body: String(body),
      tag: place.tag,
      icon: '/icon.svg',
      silent,
      data: { path: place.path, targetId },
    },
  };
}

/** Shown notifications of what was read meanwhile, on this device or another. */
export function staleOf<T extends { data: unknown }>(shown: readonly T[], unread: readonly string[]): T[] {
  return shown.filter(({ data }) => {
    const targetId = (data as NotificationData | null)?.targetId ?? null;
    return targetId !== null && !unread.includes(targetId);
  });
}
