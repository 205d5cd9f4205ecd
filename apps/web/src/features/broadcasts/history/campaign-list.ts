import type { Campaign, InputOf } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../platform/api.ts';
import type { TableState } from '../../../ui/table/data-table.tsx';
import { useRows } from '../../sync/public.ts';
import { useFollow } from '../use-follow.ts';
import { beginOf, type HistoryAddress } from './history-address.ts';

/** Rows a page brings. */
const pageLength = 50;
/** While broadcasts run they tell of themselves all the time; what is new among them is looked for this often, milliseconds. */
const gatherMs = 1_000;

type Query = InputOf<'GET /api/campaigns'>['query'];

function queryOf({ state, channelId, templateId, author, span, search, archived }: HistoryAddress): Query {
  return {
    limit: pageLength,
    ...(state !== null && { state }),
    ...(channelId !== null && { channel_id: channelId }),
    ...(templateId !== null && { template_id: templateId }),
    ...(author !== null && { created_by: author }),
    ...(span !== null && { from: beginOf(span, new Date()) }),
    ...(search.trim() !== '' && { search: search.trim() }),
    archived: archived ? 'true' : 'false',
  };
}

/** The broadcasts that match, the latest start first: their counters at once by the feed, new ones within a second. */
export function useCampaignList(address: HistoryAddress) {
  const query = queryOf(address);
  const found = useInfiniteQuery({
    queryKey: ['campaigns', query],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/campaigns', { query: { ...query, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  useFollow('campaigns', () => found.refetch({ cancelRefetch: false }), gatherMs);
  const live = useRows('campaigns');
  const rows = useMemo(() => withNewer(found.data?.pages.flatMap(({ data }) => data) ?? [], live), [found.data, live]);
  const state: TableState = found.isError
    ? {
        kind: 'problem',
        error: found.error,
        onRetry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
      }
    : { kind: found.isPending || found.isFetchingNextPage ? 'loading' : 'ready' };
  return {
    rows,
    state,
    hasMore: found.hasNextPage,
    more: () => {
      if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
    },
  };
}

/** What the feed told since the rows were read stands in their place. */
export function withNewer(read: readonly Campaign[], live: readonly Campaign[]): Campaign[] {
  const byId = new Map(live.map((row) => [row.id, row]));
  return read.map((row) => {
    const newer = byId.get(row.id);
    return newer !== undefined && newer.version > row.version ? newer : row;
  });
}
