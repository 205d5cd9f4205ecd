import type { PushPayload } from '@parley/contract/types';

/** Where a click on a notification leads. */
export type NotificationData = {
  path: string;
  /** The account; missing in what a page showed itself. */
  clientId?: string;
  /** Of the conversation, broadcast or automation that it is about; null for a call. */
  targetId: string | null;
  /** Of the conversation whose call has ended. */
  callOf?: string;
};

/** Of the action that answers a message. */
export const replyAction = 'reply';

/** `type`: a field in the notification, where the browser has such; elsewhere the action is a button. */
type Action = { action: string; title: string; type: 'text' };
type Shown = {
  title: string;
  options: NotificationOptions & { data: NotificationData; actions?: Action[] };
};

/**
 * What a pushed message shows. One notification for each conversation, broadcast or automation: a later one replaces it.
 * @returns null for a message of another version that cannot be read
 */
export function shownFor(payload: unknown): Shown | null {
  if (typeof payload !== 'object' || payload === null || !('title' in payload)) return null;
  const { title, body, thread_id: thread, client_id: clientId, reply, silent, ...about } = payload as PushPayload;
  const { campaign_id: campaign = null, automation_id: automation = null, call } = about;
  if (call !== undefined && thread !== null) {
    const data = { path: `/inbox/${thread}`, targetId: null, ...(call.rings ? {} : { callOf: thread }) };
    const options = { body: String(body), tag: `call:${call.id}`, icon: '/icon.svg', silent, data };
    return { title: String(title), options: { ...options, requireInteraction: call.rings } };
  }
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
      data: { path: place.path, targetId, clientId },
      ...(reply === undefined || thread === null
        ? {}
        : { actions: [{ action: replyAction, title: String(reply), type: 'text' }] }),
    },
  };
}

type OnScreen = { tag: string; data: unknown };

/**
 * What a pushed message makes of what is shown: of what was read meanwhile, on this device or another, nothing stays,
 * nor of a call that rings no more.
 */
export function effectOf<T extends OnScreen>(payload: unknown, shown: readonly T[]): { close: T[]; show: boolean } {
  const { call, thread_id: thread, unread: given } = payload as Partial<PushPayload>;
  if (call !== undefined) {
    if (call.rings) return { close: [], show: true };
    // The notification of the conversation says it already.
    const isTold = shown.some(({ tag }) => tag === `thread:${thread}`);
    return { close: shown.filter(({ tag }) => tag === `call:${call.id}`), show: !isTold };
  }
  const unread = Array.isArray(given) ? given : [];
  const close = shown.filter(({ data }) => {
    const { targetId, callOf } = (data ?? {}) as Partial<NotificationData>;
    return (targetId != null && !unread.includes(targetId)) || (callOf !== undefined && callOf === thread);
  });
  return { close, show: true };
}
