import type { Thread } from '@parley/contract/types';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { matchesNameOrNumber } from '../../../../platform/text-search.ts';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { useAccount, useThreads } from '../../../sync/public.ts';

const pageSize = 50;
const everything = {};

/** The server's results for a text, as far as they were read. */
type Answer = { typed: string; ids: readonly string[]; cursor: string | null };

/**
 * Search in all views: conversations on this device at once, then the server's results among all that the user may see.
 * @param typed not blank
 */
export function useThreadSearch(typed: string) {
  const account = useAccount();
  const text = typed.trim();
  const wanted = useDebounced(text);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  const asked = useRef(wanted);
  const read = useCallback(
    async (search: string, before: Answer | null, signal?: AbortSignal) => {
      setState('reading');
      try {
        const cursor = before?.cursor ?? null;
        const query = { search, limit: pageSize, ...(cursor === null ? {} : { cursor }) };
        const page = await account.api('GET /api/threads', { query }, signal === undefined ? {} : { signal });
        // The search text has changed.
        if (asked.current !== search) return;
        account.store.putRows('threads', page.data);
        const ids = [...(before?.ids ?? []), ...page.data.map(({ id }) => id)];
        setAnswer({ typed: search, ids, cursor: page.next_cursor });
        setState('idle');
      } catch {
        if (asked.current === search && !signal?.aborted) setState('failed');
      }
    },
    [account],
  );
  useEffect(() => {
    asked.current = wanted;
    const asking = new AbortController();
    void read(wanted, null, asking.signal);
    return () => asking.abort();
  }, [wanted, read]);

  const loaded = useThreads(everything);
  const current = answer?.typed === text ? answer : null;
  const threads = useMemo<readonly Thread[]>(() => {
    if (loaded === undefined) return [];
    const { threads: list } = account.store;
    if (current === null) return list.all().filter(({ contact }) => matchesNameOrNumber(contact, text));
    return current.ids.flatMap((id) => list.get(id) ?? []);
  }, [account, current, text, loaded]);
  return {
    threads,
    /** The server has answered for the typed text. */
    answered: current !== null,
    complete: current !== null && current.cursor === null,
    started: true,
    // Searching until the server was asked about the typed text.
    state: current === null && state !== 'failed' ? ('reading' as const) : state,
    readMore: () => {
      // The first page is read automatically, after typing stops.
      if (state === 'failed' || (state === 'idle' && current !== null)) void read(text, current);
    },
  };
}
