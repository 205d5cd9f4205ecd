import { splitConditions, viewConditions } from '@parley/contract/threads';
import type { ThreadCounts } from '@parley/contract/types';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { channelNow, useNow } from '../../../../platform/use-now.ts';
import {
  type LiveAccount,
  useAccount,
  useAccountPhase,
  useMentioned,
  useRows,
  useTopic,
} from '../../../sync/public.ts';
import { createAsker } from './asker.ts';
import { useClosingSoonMs } from './use-closing-soon.ts';
import { conditionsOfView, type FindSaved, type InboxView, matchesView, type ViewFilter, viewQuery } from './views.ts';
import type { ViewCount } from './views-panel.tsx';

/** Data of views that depend on more than the row; a new object whenever it changed. */
export function useViewFilter(): ViewFilter {
  const account = useAccount();
  const nowMs = useNow();
  const channels = useRows('channels');
  const closingSoonMs = useClosingSoonMs();
  const { topics, uid } = account.store;
  const revision = useTopic(account, 'outbox', () => topics.revision('outbox'));
  const saved = useFindSaved();
  return useMemo(() => {
    const refused = new Set<string>();
    if (revision >= 0) {
      for (const entry of account.outbox.entries()) if (entry.state === 'refused') refused.add(entry.thread_id);
    }
    const times = new Map(channels.map((channel) => [channel.id, channelNow(nowMs, channel)]));
    const clock = { uid, nowMs, channelNowMs: (id: string) => times.get(id) ?? nowMs, closingSoonMs };
    return { clock, hasRefused: (threadId) => refused.has(threadId), saved };
  }, [account, uid, nowMs, channels, closingSoonMs, revision, saved]);
}

/** Finds saved views; a new function whenever one changed. */
export function useFindSaved(): FindSaved {
  const views = useRows('saved_views');
  return useMemo(() => {
    const byView = new Map(views.map((view) => [`saved:${view.id}`, view]));
    return (view) => byView.get(view);
  }, [views]);
}

/** The server's limit of conversations with mentions. */
const mostMentions = 200;

/**
 * Counts a view over the loaded threads where all of it is loaded, otherwise as the server counts; of mentions the
 * unread ones. `counts` is what the server counts, null until it answered.
 */
export function useViewCounts(filter: ViewFilter): {
  countOf: (view: InboxView) => ViewCount;
  counts: ThreadCounts | null;
} {
  const account = useAccount();
  const { topics, threads } = account.store;
  const revision = useTopic(account, 'threads', () => topics.revision('threads'));
  const views = useTopic(account, 'saved_views', () => topics.revision('saved_views'));
  const mentioned = useMentioned();
  const scheduled = useTopic(account, 'scheduled_messages', () => topics.revision('scheduled_messages'));
  const counts = useServerCounts(revision + views + scheduled);
  const countOf = (view: InboxView): ViewCount => {
    if (view === 'mentions') return mentioned && { count: mentioned.size, more: mentioned.size >= mostMentions };
    if (view === 'scheduled') return counts && { count: counts.scheduled, more: false };
    const selection = threads.select(viewQuery(view, filter.saved));
    // Contact lists, fields and files of all conversations are not on the device.
    const { lookup } = splitConditions(conditionsOfView(view, filter.saved));
    const needsServer = Object.keys(lookup).length > 0;
    if (!selection.complete || needsServer) {
      const counted = counts && countIn(counts, view);
      if (counted !== null) return { count: counted, more: false };
      if (!selection.started || view === 'done' || needsServer) return null;
    }
    const count = selection.threads.filter((thread) => matchesView(view, thread, filter)).length;
    return { count, more: !selection.complete };
  };
  return { countOf, counts };
}

function countIn(counts: ThreadCounts, view: InboxView): number | null {
  if (view.startsWith('channel:')) return counts.channels[view.slice('channel:'.length)] ?? 0;
  if (view.startsWith('group:')) return counts.groups[view.slice('group:'.length)] ?? 0;
  if (view.startsWith('label:')) return counts.labels[view.slice('label:'.length)] ?? 0;
  if (view.startsWith('saved:')) return counts.saved[view.slice('saved:'.length)] ?? null;
  return view in viewConditions ? counts.views[view as keyof ThreadCounts['views']] : null;
}

/** What was counted last, for the next screen of the account. */
const countedLast = new WeakMap<LiveAccount, ThreadCounts>();

function useServerCounts(revision: number): ThreadCounts | null {
  const account = useAccount();
  const ask = useCallback(async () => {
    const counts = await account.api('GET /api/threads/counts', {});
    countedLast.set(account, counts);
    return counts;
  }, [account]);
  return useAsked(ask, revision) ?? countedLast.get(account) ?? null;
}

/** What the server counts, asked again after changes; null until it answered. */
export function useAsked<Answer>(ask: (() => Promise<Answer>) | null, revision: number): Answer | null {
  const ready = useAccountPhase() === 'ready';
  const [answer, setAnswer] = useState<{ ask: typeof ask; answer: Answer } | null>(null);
  const asker = useRef<ReturnType<typeof createAsker> | null>(null);
  useEffect(() => {
    if (!ready || ask === null) return;
    const current = createAsker(ask, (found) => setAnswer({ ask, answer: found }));
    asker.current = current;
    return () => {
      current.stop();
      asker.current = null;
    };
  }, [ask, ready]);
  useEffect(() => {
    if (ready && ask !== null && revision >= 0) asker.current?.changed();
  }, [ask, ready, revision]);
  return answer !== null && answer.ask === ask ? answer.answer : null;
}
