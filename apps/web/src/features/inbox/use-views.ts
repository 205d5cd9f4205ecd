import { useMemo, useSyncExternalStore } from 'react';
import { useAccount, useMentioned } from '../sync/public.ts';
import type { ViewCount } from './components/views-panel.tsx';
import { useNow } from './use-now.ts';
import { type InboxView, looksThroughLoaded, type ViewFilter, viewKeeps, viewQuery } from './views.ts';

/** What the views that look at more than the row need to know; another object whenever that changed. */
export function useViewFilter(): ViewFilter {
  const account = useAccount();
  const nowMs = useNow();
  const { topics } = account.store;
  const revision = useSyncExternalStore(
    (listener) => topics.subscribe('outbox', listener),
    () => topics.revision('outbox'),
  );
  return useMemo(() => {
    const refused = new Set<string>();
    if (revision >= 0) {
      for (const entry of account.outbox.entries()) if (entry.state === 'refused') refused.add(entry.thread_id);
    }
    return { nowMs, hasRefused: (threadId) => refused.has(threadId) };
  }, [account, nowMs, revision]);
}

/** The server names no more conversations than this. */
const mostMentions = 200;

/**
 * Counts a view over the threads that are held; of mentions what is unread. The view of everything done is not counted: it
 * only grows.
 */
export function useViewCounts(filter: ViewFilter): (view: InboxView) => ViewCount {
  const account = useAccount();
  const { topics, threads } = account.store;
  useSyncExternalStore(
    (listener) => topics.subscribe('threads', listener),
    () => topics.revision('threads'),
  );
  const mentioned = useMentioned();
  return (view) => {
    if (view === 'mentions') return mentioned && { count: mentioned.size, more: mentioned.size >= mostMentions };
    if (view === 'done') return null;
    const selection = threads.select(viewQuery(view));
    if (!selection.started) return null;
    const count = selection.threads.filter((thread) => viewKeeps(view, thread, filter)).length;
    return { count, more: !selection.complete && !(looksThroughLoaded(view) && count === 0) };
  };
}
