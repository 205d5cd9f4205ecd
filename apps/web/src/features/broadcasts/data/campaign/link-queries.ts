import type { CampaignLink } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { campaignKey } from '../campaign-queries.ts';
import { useCampaignUpdates } from '../use-campaign-updates.ts';

const debounceMs = 1_000;

/** Tracked links and quick replies with their taps. */
export function useLinks(id: string): UseQueryResult<CampaignLink[]> {
  const query = useQuery({
    queryKey: [...campaignKey(id), 'links'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api('GET /api/campaigns/{id}/links', { params: { id } }, { signal })).data,
  });
  useCampaignUpdates(`campaigns/${id}`, () => query.refetch({ cancelRefetch: false }), debounceMs);
  return query;
}
