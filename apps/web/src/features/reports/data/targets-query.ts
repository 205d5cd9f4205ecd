import type { InputOf } from '@parley/contract/types';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryOf, type ReportAddress } from './report-address.ts';

export type MissedFilter = Omit<NonNullable<InputOf<'GET /api/reports/targets/missed'>['query']>, 'cursor' | 'limit'>;

/** How often reply targets were kept. */
export function useTargetReport(address: ReportAddress) {
  const query = queryOf(address);
  return useQuery({
    queryKey: ['report-targets', query],
    queryFn: ({ signal }) => api('GET /api/reports/targets', { query }, { signal }),
  });
}

/** Missed ones, the last due first, page by page. */
export function useMissedTargets(filter: MissedFilter) {
  return useInfiniteQuery({
    queryKey: ['missed-targets', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/reports/targets/missed',
        { query: { ...filter, limit: 50, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}
