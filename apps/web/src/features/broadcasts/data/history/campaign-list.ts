import type { Campaign, InputOf } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../../platform/api.ts';
import type { TableState } from '../../../../ui/table/data-table.tsx';
import { useRows } from '../../../sync/public.ts';
import { useCampaignUpdates } from '../use-campaign-updates.ts';
import { type HistoryAddress, startOfSpan } from './history-address.ts';

/** Rows per page. */
const pageLength = 50;
/** Minimum interval between refreshes of the list, milliseconds: running broadcasts change all the time. */
const debounceMs = 1_000;

type Query = InputOf<'GET /api/campaigns'>['query'];

function queryOf({ state, channelId, templateId, author, span, search, archived }: HistoryAddress): Query {
  return {
    limit: pageLength,
    ...(state !== null && { state }),
    ...(channelId !== null && { channel_id: channelId }),
    ...(templateId !== null && { template_id: templateId }),
    ...(author !== null && { created_by: author }),
    ...(span !== null && { from: startOfSpan(span, new Date()) }),
    ...(search.trim() !== '' && { search: search.trim() }),
    archived: archived ? 'true' : 'false',
  };
}

/** The broadcasts that match, the latest start first: counters at once from the feed, new rows within a second. */
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
  useCampaignUpdates('campaigns', () => found.refetch({ cancelRefetch: false }), debounceMs);
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

/** Rows with the newer versions from the change feed. */
export function withNewer(read: readonly Campaign[], live: readonly Campaign[]): Campaign[] {
  const byId = new Map(live.map((row) => [row.id, row]));
  return read.map((row) => {
    const newer = byId.get(row.id);
    return newer !== undefined && newer.version > row.version ? newer : row;
  });
}
