import type { ComposedRow } from '@parley/contract/types';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../../platform/query.tsx';
import type { TableState } from '../../../ui/table/data-table.tsx';
import { useAccount } from '../../sync/public.ts';
import { useOnMessages } from '../use-followed.ts';
import type { HistoryFilter } from './filters.ts';

const rowsAtOnce = 100;
const key = 'compose-history';

/** What was composed, latest first, kept right by the feed. */
export function useHistory(filter: HistoryFilter): { rows: ComposedRow[]; state: TableState; more: () => void } {
  const account = useAccount();
  const query = useInfiniteQuery({
    queryKey: [key, filter],
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      account.api(
        'GET /api/compose/history',
        { query: { ...filter, limit: rowsAtOnce, ...(pageParam !== '' && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  useOnMessages(forgetHistory);
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ data }) => data) ?? [];
    // A page that was read later may begin with rows the one before ends with.
    return [...new Map(all.map((row) => [row.id, row])).values()];
  }, [query.data]);
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
  const state: TableState = query.isError
    ? { kind: 'problem', error: query.error, onRetry: retry }
    : query.isFetchingNextPage || query.isPending
      ? { kind: 'loading' }
      : { kind: 'ready' };
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  return { rows, state, more };
}

export function forgetHistory(): void {
  void queryClient.invalidateQueries({ queryKey: [key] });
}
