import type { InputOf } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

export type RatingFilter = Omit<NonNullable<InputOf<'GET /api/ratings'>['query']>, 'cursor' | 'limit'>;

/** Ratings, newest first, page by page. @param key further parts that make them new */
export function useRatings(filter: RatingFilter, limit: number, key: string | null = null) {
  return useInfiniteQuery({
    queryKey: ['ratings', filter, limit, key],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/ratings',
        { query: { ...filter, limit, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}
