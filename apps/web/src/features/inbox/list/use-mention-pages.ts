import type { Note } from '@parley/contract/types';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type LiveAccount,
  useAccount,
  useConnectionState,
  useMentioned,
  useRows,
  useTopic,
} from '../../sync/public.ts';
import { findThread } from '../bubble/actions/thread-actions.ts';
import { namesMe } from '../notes/mentions.ts';
import { compareNotes } from '../notes/use-notes.ts';
import type { ThreadPages } from './load-more.tsx';

/** Mentions per page. */
const pageSize = 50;

/** The notes read so far that mention the user, and the cursor of the next page. */
type Read = { ids: ReadonlySet<string>; cursor: string | null };

/** Notes that mention the user, newest first, with their conversations. Those on this device are shown at once. */
export function useMentionPages(): ThreadPages & { notes: readonly Note[] } {
  const account = useAccount();
  const { threads: list } = account.store;
  const all = useRows('notes');
  const threads = useTopic(account, 'threads', () => list.all());
  const { read, state, readMore } = useReading();
  const notes = useMemo(
    () =>
      all
        .filter((note) => (read === null ? namesMe(account, note) : read.ids.has(note.id)))
        .sort((a, b) => compareNotes(b, a)),
    [all, read, account],
  );
  const places = useMemo(() => {
    const byId = new Map(threads.map((thread) => [thread.id, thread]));
    return [...new Set(notes.map((note) => note.thread_id))].flatMap((id) => byId.get(id) ?? []);
  }, [notes, threads]);
  return {
    notes,
    threads: places,
    complete: read !== null && read.cursor === null,
    started: read !== null || places.length > 0,
    state,
    readMore,
  };
}

/** Reads the newest page after every connect and whenever a mention was added or removed; further ones on demand. */
function useReading(): { read: Read | null } & Pick<ThreadPages, 'state' | 'readMore'> {
  const account = useAccount();
  const live = useConnectionState() === 'live';
  const mentioned = useMentioned();
  const [read, setRead] = useState<Read | null>(null);
  const [state, setState] = useState<ThreadPages['state']>('idle');
  useEffect(() => {
    // Both changes trigger a read; the first page waits for neither.
    void [live, mentioned];
    let left = false;
    readPage(account, null).then(
      (page) => {
        if (left) return;
        // Older pages and their cursor stay.
        setRead((before) =>
          before === null ? page : { ids: new Set([...page.ids, ...before.ids]), cursor: before.cursor },
        );
        setState('idle');
      },
      () => left || setState('failed'),
    );
    return () => {
      left = true;
    };
  }, [account, live, mentioned]);
  const cursor = read?.cursor ?? null;
  const readMore = useCallback(() => {
    setState('reading');
    readPage(account, cursor).then(
      (page) => {
        setRead((before) => ({ ids: new Set([...(before?.ids ?? []), ...page.ids]), cursor: page.cursor }));
        setState('idle');
      },
      () => setState('failed'),
    );
  }, [account, cursor]);
  return { read, state, readMore };
}

/** Reads a page and its conversations. @throws ApiError, NetworkError */
async function readPage(account: LiveAccount, cursor: string | null): Promise<Read> {
  const page = await account.api('GET /api/mentions', {
    query: { limit: pageSize, ...(cursor === null ? {} : { cursor }) },
  });
  const notes = page.data.map(({ note }) => note);
  const missing = new Set(notes.map((note) => note.thread_id).filter((id) => !account.store.threads.get(id)));
  for (const id of missing) await findThread(account, id);
  account.store.putRows('notes', notes);
  return { ids: new Set(notes.map(({ id }) => id)), cursor: page.next_cursor };
}
