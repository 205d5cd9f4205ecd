import {
  compareThreads,
  matchesThread,
  splitConditions,
  type ThreadClock,
  type ThreadSort,
} from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAccount, useAccountPhase, useAccountTimeZone, useThreads } from '../../sync/public.ts';
import { filterConditions, isFiltered, type ListConditions, type ListFilter } from './filters/list-filter.ts';
import {
  conditionsOfView,
  type InboxView,
  matchesView,
  needsPicking,
  queryOf,
  type ViewFilter,
  viewQuery,
} from './filters/views.ts';
import type { ThreadPages } from './load-more.tsx';
import { useThreadPages } from './use-thread-pages.ts';

const pageSize = 100;
const columnPageSize = 40;
const everything = {};

/** Pages that the server picked, as far as they were read. */
type Picked = { key: string; ids: ReadonlySet<string>; last: Thread | null; cursor: string | null };

/**
 * The conversations of a view, filtered and sorted. On a device that has the whole view nothing is asked of the server;
 * otherwise the server picks, and what it gave stays right by the change feed: nothing is missing before its last row.
 */
export function useThreadSelection(view: InboxView, listFilter: ListFilter, sort: ThreadSort, filter: ViewFilter) {
  const query = useMemo(() => viewQuery(view, filter.saved), [view, filter.saved]);
  const pages = useThreadPages(query);
  const filtered = isFiltered(listFilter);
  const zone = useAccountTimeZone();
  const conditions = useMemo(
    () => filterConditions(conditionsOfView(view, filter.saved), listFilter, zone),
    [view, filter.saved, listFilter, zone],
  );
  const matches = useCallback(
    (row: Thread) => matchesThread(conditions, row, filter.clock) || (!filtered && matchesView(view, row, filter)),
    [conditions, filter, filtered, view],
  );
  const special = filtered || sort !== 'newest' || needsPicking(view);
  return useSelected(pages, { conditions, sort, matches, special, clock: filter.clock, pageSize });
}

/** What one column of the board shows; of a column whose stage this device has whole, nothing is asked of the server. */
export function useColumn(conditions: ListConditions, sort: ThreadSort, clock: ThreadClock) {
  const query = useMemo(() => queryOf(conditions), [conditions]);
  const selection = useThreads(query);
  const matches = useCallback((row: Thread) => matchesThread(conditions, row, clock), [conditions, clock]);
  const pages = useMemo(() => ({ ...selection, state: 'idle' as const, readMore: () => undefined }), [selection]);
  return useSelected(pages, { conditions, sort, matches, special: true, clock, pageSize: columnPageSize });
}

type Wanted = {
  conditions: ListConditions;
  sort: ThreadSort;
  matches: (row: Thread) => boolean;
  /** More than the order and selection in which the device reads. */
  special: boolean;
  clock: ThreadClock;
  pageSize: number;
};

function useSelected(pages: ThreadPages, wanted: Wanted): ThreadPages {
  const { conditions, sort, matches, special, clock } = wanted;
  const needsServer = useMemo(() => Object.keys(splitConditions(conditions).lookup).length > 0, [conditions]);
  const local = pages.complete && !needsServer;
  const order = useMemo(() => compareThreads(sort, clock), [sort, clock]);
  const picked = usePickedPages(special && !local, conditions, sort, wanted.pageSize);
  const own = useMemo(() => {
    const rows = pages.threads.filter(matches);
    return special ? rows.sort(order) : rows;
  }, [pages.threads, matches, order, special]);
  const loaded = useThreads(everything);
  const account = useAccount();
  const fromServer = useMemo(() => {
    const { current } = picked;
    // `loaded` changes whenever a row does.
    if (current === null || loaded === undefined) return [];
    const inReach = (row: Thread) => current.cursor === null || current.last === null || order(row, current.last) <= 0;
    const isListed = (row: Thread) => !needsServer || current.ids.has(row.id);
    return account.store.threads
      .all()
      .filter((row) => isListed(row) && matches(row) && inReach(row))
      .sort(order);
  }, [account, picked, loaded, order, matches, needsServer]);
  return special && !local ? { ...picked, threads: fromServer } : { ...pages, refresh: picked.refresh, threads: own };
}

function usePickedPages(
  wanted: boolean,
  conditions: ListConditions,
  sort: ThreadSort,
  limit: number,
): Omit<ThreadPages, 'threads'> & { current: Picked | null } {
  const account = useAccount();
  const ready = useAccountPhase() === 'ready';
  const key = JSON.stringify([conditions, sort]);
  const [answer, setAnswer] = useState<Picked | null>(null);
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  const asked = useRef('');
  const read = useCallback(
    async (before: Picked | null) => {
      asked.current = key;
      setState('reading');
      try {
        const cursor = before?.cursor ?? null;
        const page = await account.api('GET /api/threads', {
          query: {
            ...conditions,
            sort,
            limit,
            ...(cursor === null ? {} : { cursor }),
          },
        });
        if (asked.current !== key) return true;
        account.store.putRows('threads', page.data);
        const ids = new Set([...(before?.ids ?? []), ...page.data.map(({ id }) => id)]);
        setAnswer({ key, ids, last: page.data.at(-1) ?? before?.last ?? null, cursor: page.next_cursor });
        setState('idle');
        return true;
      } catch {
        if (asked.current === key) setState('failed');
        return false;
      }
    },
    [account, key, conditions, sort, limit],
  );
  const current = answer?.key === key ? answer : null;
  useEffect(() => {
    if (wanted && ready) void read(null);
  }, [wanted, ready, read]);
  return useMemo(
    () => ({
      current,
      complete: current !== null && current.cursor === null,
      started: current !== null,
      state: current === null && state === 'idle' ? 'reading' : state,
      refresh: () => read(null),
      readMore: () => {
        if (state !== 'reading' && (state === 'failed' || current?.cursor != null)) void read(current);
      },
    }),
    [current, state, read],
  );
}
