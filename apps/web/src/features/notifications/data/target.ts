import type { NotificationItem } from '@parley/contract/types';

/** What a notification is about: a conversation, a broadcast or an automation. */
export type NotificationTarget = { kind: 'thread' | 'campaign' | 'automation'; id: string };

type Targeted = Pick<NotificationItem, 'thread_id' | 'campaign' | 'automation'>;

export function targetOf({ thread_id: thread, campaign, automation }: Targeted): NotificationTarget {
  if (thread !== null) return { kind: 'thread', id: thread };
  if (automation !== null) return { kind: 'automation', id: automation.id };
  return { kind: 'campaign', id: campaign?.id ?? '' };
}

export function isOf(item: Targeted, target: NotificationTarget | null): boolean {
  if (target === null) return false;
  const own = targetOf(item);
  return own.kind === target.kind && own.id === target.id;
}

const places: [NotificationTarget['kind'], RegExp][] = [
  ['thread', /^\/inbox\/([^/?#]+)/],
  ['campaign', /^\/broadcast\/history\/([^/?#]+)/],
  ['automation', /^\/automations\?(?:[^#]*&)?edit=([^&#]+)/],
];

/** The conversation, broadcast or automation that a page shows; null for other pages. @param href with the query */
export function targetIn(href: string): NotificationTarget | null {
  for (const [kind, place] of places) {
    const id = place.exec(href)?.[1];
    if (id !== undefined) return { kind, id };
  }
  return null;
}

export function pathOf({ kind, id }: NotificationTarget): string {
  if (kind === 'automation') return `/automations?edit=${id}`;
  return kind === 'thread' ? `/inbox/${id}` : `/broadcast/history/${id}`;
}

/** The tag under which a browser shows it. */
export function tagOf({ kind, id }: NotificationTarget): string {
  return `${kind}:${id}`;
}
