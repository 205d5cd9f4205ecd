import type { CampaignChart } from '@parley/contract/types';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { campaignKey } from '../campaign-queries.ts';
import { useCampaignUpdates } from '../use-campaign-updates.ts';

/** The chart follows the figures this much later, milliseconds. */
const debounceMs = 2_000;

/** Numbers over time. @param unit null: the server chooses */
export function useChart(id: string, unit: CampaignChart['unit'] | null): UseQueryResult<CampaignChart> {
  const query = useQuery({
    queryKey: [...campaignKey(id), 'chart', unit],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api('GET /api/campaigns/{id}/chart', { params: { id }, query: unit === null ? {} : { unit } }, { signal }),
  });
  useCampaignUpdates(`campaigns/${id}`, () => query.refetch({ cancelRefetch: false }), debounceMs);
  return query;
}
