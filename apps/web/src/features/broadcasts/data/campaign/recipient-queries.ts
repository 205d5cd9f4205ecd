import type { CampaignEvent, CampaignFailure } from '@parley/contract/types';
import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import type { TableState } from '../../../../ui/table/data-table.tsx';
import { campaignKey } from '../campaign-queries.ts';
import { useCampaignUpdates } from '../use-campaign-updates.ts';
import type { RecipientsQuery } from './campaign-address.ts';

/** Rows per page. */
const pageLength = 100;
/** Delay before recipients follow changed counters, milliseconds; longer for large broadcasts. */
const debounceMs = 1_000;
const manyPagesDebounceMs = 10_000;
const manyPages = 5;

/** Failures by reason. */
export function useFailures(id: string): UseQueryResult<CampaignFailure[]> {
  const query = useQuery({
    queryKey: [...campaignKey(id), 'failures'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api('GET /api/campaigns/{id}/failures', { params: { id } }, { signal })).data,
  });
  useCampaignUpdates(`campaigns/${id}`, () => query.refetch({ cancelRefetch: false }), debounceMs);
  return query;
}

/** The recipients of a broadcast in the order of the snapshot, kept current by the change feed. */
export function useRecipients(id: string, filter: RecipientsQuery) {
  const found = useInfiniteQuery({
    queryKey: [...campaignKey(id), 'recipients', filter],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: pageLength, ...filter, ...(pageParam && { cursor: pageParam }) };
      return api('GET /api/campaigns/{id}/recipients', { params: { id }, query }, { signal });
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const pages = found.data?.pages ?? [];
  const gather = pages.length > manyPages ? manyPagesDebounceMs : debounceMs;
  useCampaignUpdates(`campaigns/${id}`, () => found.refetch({ cancelRefetch: false }), gather);
  const state: TableState = found.isError
    ? {
        kind: 'problem',
        error: found.error,
        onRetry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
      }
    : { kind: found.isPending || found.isFetchingNextPage ? 'loading' : 'ready' };
  return {
    rows: pages.flatMap(({ data }) => data),
    state,
    more: () => {
      if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
    },
  };
}

/** The timeline, latest first. */
export function useCampaignEvents(id: string) {
  const found = useInfiniteQuery({
    queryKey: [...campaignKey(id), 'events'],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: 50, ...(pageParam && { cursor: pageParam }) };
      return api('GET /api/campaigns/{id}/events', { params: { id }, query }, { signal });
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  useCampaignUpdates(`campaigns/${id}`, () => found.refetch({ cancelRefetch: false }), debounceMs);
  const events: CampaignEvent[] = found.data?.pages.flatMap(({ data }) => data) ?? [];
  return { found, events };
}
