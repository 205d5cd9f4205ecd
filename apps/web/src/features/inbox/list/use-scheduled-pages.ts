import type { Message } from '@parley/contract/types';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type LiveAccount, useAccount, useConnectionState, useRows, useTopic } from '../../sync/public.ts';
import { findThread } from '../bubble/actions/thread-actions.ts';
import { compareScheduled } from '../thread/scheduled.ts';
import type { ThreadPages } from './load-more.tsx';

const pageSize = 50;

/** The scheduled messages of all conversations, the next one first; those on this device are shown at once. */
export function useScheduledPages(): ThreadPages & { messages: readonly Message[] } {
  const account = useAccount();
  const { threads: list } = account.store;
  const all = useRows('scheduled_messages');
  const threads = useTopic(account, 'threads', () => list.all());
  const live = useConnectionState() === 'live';
  // Undefined: nothing was read; null: everything was.
  const [cursor, setCursor] = useState<string | null>();
  const [state, setState] = useState<ThreadPages['state']>('idle');
  const read = useCallback(
    (from: string | null) => {
      setState('reading');
      return readPage(account, from).then(
        (next) => {
          setCursor(next);
          setState('idle');
        },
        () => setState('failed'),
      );
    },
    [account],
  );
  useEffect(() => {
    if (live) void read(null);
  }, [live, read]);
  const messages = useMemo(() => [...all].sort(compareScheduled), [all]);
  const places = useMemo(() => {
    const byId = new Map(threads.map((thread) => [thread.id, thread]));
    return [...new Set(messages.map(({ thread_id: id }) => id))].flatMap((id) => byId.get(id) ?? []);
  }, [messages, threads]);
  return {
    messages,
    threads: places,
    complete: cursor === null,
    started: cursor !== undefined || places.length > 0,
    state,
    readMore: () => void read(cursor ?? null),
  };
}

/** Reads a page and its conversations. @returns the cursor of the next one @throws ApiError, NetworkError */
async function readPage(account: LiveAccount, cursor: string | null): Promise<string | null> {
  const { store } = account;
  const before = store.list('scheduled_messages');
  const page = await account.api('GET /api/scheduled-messages', {
    query: { limit: pageSize, ...(cursor === null ? {} : { cursor }) },
  });
  const missing = new Set(page.data.map(({ thread_id: id }) => id).filter((id) => !store.threads.get(id)));
  for (const id of missing) await findThread(account, id);
  store.putRows('scheduled_messages', page.data);
  // What was sent or cancelled while this device was away: it would be on the first page.
  const listed = new Set(page.data.map(({ id }) => id));
  const last = page.data.at(-1);
  for (const message of cursor === null ? before : []) {
    const onPage = page.next_cursor === null || last === undefined || compareScheduled(message, last) <= 0;
    if (onPage && !listed.has(message.id)) store.dropRow('scheduled_messages', message.id, message.version);
  }
  return page.next_cursor;
}
