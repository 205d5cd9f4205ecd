import type { OutputOf } from '@parley/contract';
import type { ScimToken } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const key = ['scim'];

export type ScimState = OutputOf<'GET /api/scim'>;
export type NewScimToken = ScimToken & { token: string };

/** How an identity provider connects, and what was refused to it lately. */
export function useScim(): UseQueryResult<ScimState> {
  return useQuery({
    queryKey: key,
    throwOnError: false,
    queryFn: ({ signal }) => api('GET /api/scim', {}, { signal }),
    refetchInterval: 15_000,
  });
}

export function invalidateScim(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}
