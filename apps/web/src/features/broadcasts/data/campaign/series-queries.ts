import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { useRows } from '../../../sync/public.ts';
import { withNewer } from '../history/campaign-list.ts';
import { useCampaignUpdates } from '../use-campaign-updates.ts';

const pageLength = 20;

/** What a recurring broadcast made, the latest first. */
export function useSeriesCampaigns(id: string) {
  const found = useInfiniteQuery({
    queryKey: ['campaigns', { series_id: id }],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api(
        'GET /api/campaigns',
        { query: { series_id: id, limit: pageLength, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  useCampaignUpdates('campaigns', () => found.refetch({ cancelRefetch: false }), 1_000);
  const live = useRows('campaigns');
  return { found, campaigns: withNewer(found.data?.pages.flatMap(({ data }) => data) ?? [], live) };
}
