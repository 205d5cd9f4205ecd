import type { FeatureRequest, InputOf, RequestState } from '@parley/contract/types';
import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const key = ['feature-requests'];
const maxSimilar = 5;
/** Letters before similar requests are looked for. */
export const minSearchLength = 4;

/** Requests with most votes first; with a search the best matches first. */
export function useFeatureRequests(
  search: string,
  state: RequestState | null,
): UseInfiniteQueryResult<FeatureRequest[]> {
  return useInfiniteQuery({
    queryKey: [...key, search, state],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/feature-requests',
        { query: { cursor: pageParam, ...(search === '' ? {} : { search }), ...(state === null ? {} : { state }) } },
        { signal },
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

/** Requests that say something similar, for the author of a new one. */
export function useSimilarRequests(text: string): UseQueryResult<FeatureRequest[]> {
  const search = text.trim().slice(0, 200);
  return useQuery({
    queryKey: [...key, 'similar', search],
    enabled: search.length >= minSearchLength,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api('GET /api/feature-requests', { query: { search, limit: maxSimilar } }, { signal })).data,
  });
}

export async function setVote(id: string, voted: boolean): Promise<void> {
  await api('PUT /api/feature-requests/{id}/vote', { params: { id }, body: { voted } });
  await queryClient.invalidateQueries({ queryKey: key });
}

export async function createFeatureRequest(body: InputOf<'POST /api/feature-requests'>['body']): Promise<void> {
  await api('POST /api/feature-requests', { body });
  await queryClient.invalidateQueries({ queryKey: key });
}

export async function changeFeatureRequest(
  id: string,
  body: InputOf<'PUT /api/feature-requests/{id}'>['body'],
): Promise<void> {
  await api('PUT /api/feature-requests/{id}', { params: { id }, body });
  await queryClient.invalidateQueries({ queryKey: key });
}
