import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

type Named = { id: string; name: string };

/** Broadcasts whose replies can start an automation, newest first. */
export function useSentBroadcasts(): UseQueryResult<Named[]> {
  return useQuery({
    queryKey: ['automations', 'broadcasts'],
    queryFn: async ({ signal }) => (await api('GET /api/campaigns', { query: { limit: 100 } }, { signal })).data,
  });
}

export function useWebhooksCalled(): UseQueryResult<Named[]> {
  return useQuery({
    queryKey: ['automations', 'incoming-webhooks'],
    queryFn: async ({ signal }) =>
      (await api('GET /api/incoming-webhooks', { query: { limit: 200 } }, { signal })).data,
  });
}
