import type { ComposedRow } from '@parley/contract/types';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../../platform/query.tsx';
import type { TableState } from '../../../ui/table/data-table.tsx';
import { useAccount } from '../../sync/public.ts';
import type { HistoryFilter } from './history-filter.ts';
import { useOnMessageChange } from './use-live-messages.ts';

const pageSize = 100;
const key = 'compose-history';

/** Composed messages, latest first, kept current by the feed. */
export function useHistory(filter: HistoryFilter): { rows: ComposedRow[]; state: TableState; more: () => void } {
  const account = useAccount();
  const query = useInfiniteQuery({
    queryKey: [key, filter],
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      account.api(
        'GET /api/compose/history',
        { query: { ...filter, limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  useOnMessageChange(invalidateHistory);
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ data }) => data) ?? [];
    // A later page may start with rows that the previous one ends with.
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

export function invalidateHistory(): void {
  void queryClient.invalidateQueries({ queryKey: [key] });
}
