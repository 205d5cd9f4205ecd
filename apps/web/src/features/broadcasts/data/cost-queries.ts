import type { CampaignCosts } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { campaignKey } from './campaign-queries.ts';
import { useCampaignUpdates } from './use-campaign-updates.ts';

/** Delay before the costs follow changed counters, milliseconds. */
const debounceMs = 2_000;

/** What a broadcast was expected to cost, and what WhatsApp billed. @param isAllowed the member sees the spend */
export function useCampaignCosts(id: string, isAllowed: boolean): UseQueryResult<CampaignCosts> {
  const query = useQuery({
    queryKey: [...campaignKey(id), 'costs'],
    enabled: isAllowed,
    staleTime: 0,
    queryFn: ({ signal }) => api('GET /api/campaigns/{id}/costs', { params: { id } }, { signal }),
  });
  const read = async () => (isAllowed ? query.refetch({ cancelRefetch: false }) : undefined);
  useCampaignUpdates(`campaigns/${id}`, read, debounceMs);
  return query;
}
