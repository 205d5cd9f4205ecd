import type { RateList } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

const key = ['report-rates'];

export function useRates(enabled = true) {
  return useQuery({
    enabled,
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/reports/rates', {}, { signal }),
    // Another member may have changed them: what is edited is always the newest.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

/** Replaces all rates; the spend is read again. */
export function useSaveRates() {
  const client = useQueryClient();
  return async (body: RateList & { currency: string }) => {
    await api('PUT /api/reports/rates', { body });
    await client.invalidateQueries({ queryKey: ['report'] });
  };
}
