import type { ThreadEvent } from '@parley/contract/types';
import { useEffect, useMemo } from 'react';
import { useAccount, useConnectionState, useMessageWindow, useRows } from '../../sync/public.ts';

/** The newest lines that are read when a conversation opens; the feed brings what follows. */
const pageSize = 100;

/** The activity of a conversation as far back as its messages are loaded, oldest first. */
export function useThreadEvents(threadId: string): readonly ThreadEvent[] {
  const account = useAccount();
  const all = useRows('thread_events');
  const live = useConnectionState() === 'live';
  const window = useMessageWindow(threadId);
  const oldest = window !== undefined && window.olderCursor !== null ? (window.messages[0]?.sort_at ?? null) : null;
  useEffect(() => {
    if (!live) return;
    const call = { params: { id: threadId }, query: { limit: pageSize } };
    account.api('GET /api/threads/{id}/events', call).then(
      (page) => account.store.putRows('thread_events', page.data),
      () => undefined, // Without them the messages are complete; the next connection reads again.
    );
  }, [account, threadId, live]);
  return useMemo(
    () =>
      all
        .filter((event) => event.thread_id === threadId && (oldest === null || event.created_at >= oldest))
        .sort((a, b) => (a.created_at === b.created_at ? compare(a.id, b.id) : compare(a.created_at, b.created_at))),
    [all, threadId, oldest],
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
