import type { Note } from '@parley/contract/types';
import { useEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '../../../platform/after-paint.ts';
import {
  type LiveAccount,
  type NoteEntry,
  useAccount,
  useConnectionState,
  useMessageWindow,
  useNotesWaiting,
  useRows,
} from '../../sync/public.ts';

/** Internal notes beside the messages: oldest first, and those queued on this device. */
export type TimelineNotes = { loaded: readonly Note[]; waiting: readonly NoteEntry[] };

/** Notes per page. */
const pageSize = 100;

/** The notes between the loaded messages of a thread, live, and those queued on this device. */
export function useTimelineNotes(threadId: string): TimelineNotes & { failed: boolean; readAgain: () => void } {
  const all = useRows('notes');
  const waiting = useNotesWaiting(threadId);
  const window = useMessageWindow(threadId);
  const oldest = window !== undefined && window.olderCursor !== null ? (window.messages[0]?.sort_at ?? null) : null;
  const loaded = useMemo(
    () =>
      all
        .filter((note) => note.thread_id === threadId && (oldest === null || note.created_at >= oldest))
        .sort(compareNotes),
    [all, threadId, oldest],
  );
  const reading = useReading(threadId, window?.state === 'current', oldest);
  return useMemo(() => ({ loaded, waiting, ...reading }), [loaded, waiting, reading]);
}

/** Oldest first; ids make the order total. */
export function compareNotes(a: Note, b: Note): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Reads what the feed did not bring: whenever messages were read, and as far back as they are. */
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
    // A failed read is retried by the user, and automatically after the next connect.
    if (turn === 0 && !live) return;
    let left = false;
    const cancel = afterPaint(() => {
      readNotes(account, threadId, oldest).then(
        (downTo) => {
          if (left) return;
          done.current = { downTo };
          setFailed(false);
        },
        () => left || setFailed(true),
      );
    });
    return () => {
      cancel();
      left = true;
    };
  }, [account, threadId, current, oldest, live, turn]);
  return useMemo(() => ({ failed, readAgain: () => setTurn((before) => before + 1) }), [failed]);
}

/**
 * Reads a thread's notes, newest first, as far back as its messages are loaded.
 * @param oldest the time of the oldest message; null reads to the first note
 * @returns the time down to which all are loaded; null for all
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
