import type { ThreadEvent } from '@parley/contract/types';
import { useEffect, useMemo } from 'react';
import { afterPaint } from '../../../platform/after-paint.ts';
import { useAccount, useConnectionState, useMessageWindow, useRow, useRows, useThread } from '../../sync/public.ts';

/** The newest lines that are read when a conversation opens; the feed brings what follows. */
const pageSize = 100;

/**
 * The activity of a conversation as far back as its messages are loaded, oldest first. The feed does not bring what
 * happens to its channel and its templates: it is read again when one of them changes.
 */
export function useThreadEvents(threadId: string): readonly ThreadEvent[] {
  const account = useAccount();
  const all = useRows('thread_events');
  const live = useConnectionState() === 'live';
  const channel = useRow('channels', useThread(threadId)?.channel_id ?? '')?.state;
  const templates = useRows('templates')
    .map(({ id, status }) => `${id} ${status}`)
    .join();
  const occasion = useMemo(() => ({ live, channel, templates }), [live, channel, templates]);
  const window = useMessageWindow(threadId);
  const oldest = window !== undefined && window.olderCursor !== null ? (window.messages[0]?.sort_at ?? null) : null;
  useEffect(() => {
    if (!occasion.live) return;
    const call = { params: { id: threadId }, query: { limit: pageSize } };
    return afterPaint(() => {
      account.api('GET /api/threads/{id}/events', call).then(
        (page) => account.store.putRows('thread_events', page.data),
        () => undefined, // Without them the messages are complete; the next connection reads again.
      );
    });
  }, [account, threadId, occasion]);
  return useMemo(
    () =>
      withoutTwice(
        all.filter((event) => event.thread_id === threadId && (oldest === null || event.created_at >= oldest)),
      ).sort((a, b) => (a.created_at === b.created_at ? compare(a.id, b.id) : compare(a.created_at, b.created_at))),
    [all, threadId, oldest],
  );
}

/** Giving a conversation to the AI assistant, or taking it, assigns it as well: one line says both. */
export function withoutTwice(events: readonly ThreadEvent[]): ThreadEvent[] {
  const turned = new Set(events.filter(({ kind }) => kind === 'assistant').map(actOf));
  return events.filter((event) => event.kind !== 'assigned' || event.detail.by_rule || !turned.has(actOf(event)));
}

const actOf = ({ thread_id, created_at, created_by }: ThreadEvent) => `${thread_id} ${created_at} ${created_by}`;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
