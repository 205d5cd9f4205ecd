import type { Note } from '@parley/contract/types';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type LiveAccount,
  useAccount,
  useConnectionState,
  useMessageWindow,
  useNotesWaiting,
  useRows,
} from '../../sync/public.ts';
import type { NotesBeside } from '../timeline.ts';

/** Notes are read so many at a time. */
const pageSize = 100;

/** The notes that stand between the messages of a thread that are held, live, and what of them waits on this device. */
export function useNotesBeside(threadId: string): NotesBeside & { failed: boolean; readAgain: () => void } {
  const all = useRows('notes');
  const waiting = useNotesWaiting(threadId);
  const window = useMessageWindow(threadId);
  const oldest = window !== undefined && window.olderCursor !== null ? (window.messages[0]?.timestamp ?? null) : null;
  const held = useMemo(
    () =>
      all
        .filter((note) => note.thread_id === threadId && (oldest === null || note.created_at >= oldest))
        .sort(compareNotes),
    [all, threadId, oldest],
  );
  const reading = useReading(threadId, window?.state === 'current', oldest);
  return useMemo(() => ({ held, waiting, ...reading }), [held, waiting, reading]);
}

/** Oldest first; ids only make the order total. */
export function compareNotes(a: Note, b: Note): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Reads what the feed did not bring: whenever the messages were read, and further back with them. */
function useReading(threadId: string, current: boolean, oldest: string | null) {
  const account = useAccount();
  const live = useConnectionState() === 'live';
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const done = useRef<{ downTo: string | null } | null>(null);
  if (!current) done.current = null;
  useEffect(() => {
    const { current: reached } = done;
    if (!current || (reached !== null && (reached.downTo === null || (oldest !== null && reached.downTo <= oldest)))) {
      return;
    }
    // A failed reading is tried again by the person, and by itself at the next connection.
    if (turn === 0 && !live) return;
    let left = false;
    readNotes(account, threadId, oldest).then(
      (downTo) => {
        if (left) return;
        done.current = { downTo };
        setFailed(false);
      },
      () => left || setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [account, threadId, current, oldest, live, turn]);
  return useMemo(() => ({ failed, readAgain: () => setTurn((before) => before + 1) }), [failed]);
}

/**
 * Reads a thread's notes, newest first, as far back as its messages are held.
 * @param oldest the time of the oldest message; null reads to the first note
 * @returns down to when all are held; null for all there are
 * @throws ApiError, NetworkError
 */
async function readNotes(account: LiveAccount, threadId: string, oldest: string | null): Promise<string | null> {
  for (let cursor: string | null = null; ; ) {
    const more: { cursor?: string } = cursor === null ? {} : { cursor };
    const page: { data: Note[]; next_cursor: string | null } = await account.api('GET /api/threads/{id}/notes', {
      params: { id: threadId },
      query: { limit: pageSize, ...more },
    });
    account.store.putRows('notes', page.data);
    const last = page.data.at(-1)?.created_at;
    if (page.next_cursor === null || last === undefined) return null;
    if (oldest !== null && last < oldest) return last;
    cursor = page.next_cursor;
  }
}
