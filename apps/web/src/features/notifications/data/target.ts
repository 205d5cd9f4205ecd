import type { NotificationItem } from '@parley/contract/types';

/** What a notification is about: a conversation or a broadcast. */
export type NotificationTarget = { kind: 'thread' | 'campaign'; id: string };

export function targetOf({
  thread_id: thread,
  campaign,
}: Pick<NotificationItem, 'thread_id' | 'campaign'>): NotificationTarget {
  return thread === null ? { kind: 'campaign', id: campaign?.id ?? '' } : { kind: 'thread', id: thread };
}

export function isOf(
  item: Pick<NotificationItem, 'thread_id' | 'campaign'>,
  target: NotificationTarget | null,
): boolean {
  if (target === null) return false;
  const own = targetOf(item);
  return own.kind === target.kind && own.id === target.id;
}

/** The conversation or broadcast that a page shows; null for other pages. */
export function targetIn(path: string): NotificationTarget | null {
  const [, area, id] = /^\/(inbox|broadcast\/history)\/([^/?#]+)/.exec(path) ?? [];
  if (id === undefined) return null;
  return { kind: area === 'inbox' ? 'thread' : 'campaign', id };
}

export function pathOf({ kind, id }: NotificationTarget): string {
  return kind === 'thread' ? `/inbox/${id}` : `/broadcast/history/${id}`;
}

/** The tag under which a browser shows it. */
export function tagOf({ kind, id }: NotificationTarget): string {
  return `${kind}:${id}`;
}
