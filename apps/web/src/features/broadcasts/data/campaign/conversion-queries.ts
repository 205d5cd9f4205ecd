import type { Campaign, CampaignConversions } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { campaignKey } from '../campaign-queries.ts';

/** Conversions do not change the broadcast itself, so they are asked for while the page is shown. */
const everyMs = 10_000;

/** How many recipients converted, of a broadcast that counts it. */
export function useConversions({ id, schedule }: Campaign): UseQueryResult<CampaignConversions> {
  return useQuery({
    queryKey: [...campaignKey(id), 'conversions'],
    enabled: schedule.conversion != null,
    staleTime: 0,
    refetchInterval: everyMs,
    queryFn: ({ signal }) => api('GET /api/campaigns/{id}/conversions', { params: { id } }, { signal }),
  });
}
