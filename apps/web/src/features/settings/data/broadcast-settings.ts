import type { BroadcastSettings, InputOf } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const settingsKey = ['broadcast-settings'];

export function useBroadcastSettings(): UseQueryResult<BroadcastSettings> {
  return useQuery({
    queryKey: settingsKey,
    staleTime: 0,
    queryFn: ({ signal }) => api('GET /api/broadcast-settings', {}, { signal }),
  });
}

export async function saveBroadcastSettings(body: InputOf<'PUT /api/broadcast-settings'>['body']): Promise<void> {
  queryClient.setQueryData(settingsKey, await api('PUT /api/broadcast-settings', { body }));
}
