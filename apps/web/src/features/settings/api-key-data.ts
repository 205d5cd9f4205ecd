import { scopes as allScopes, scopeResources } from '@parley/contract/scopes';
import type { ApiKey, Scope } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { queryClient } from '../../platform/query.tsx';

const key = ['api-keys'];

/** Living and expired keys, newest first; there are at most fifty living ones. */
export function useApiKeys(): UseQueryResult<ApiKey[]> {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api('GET /api/api-keys', { query: { limit: 200 } }, { signal })).data,
    // Requests are counted a few seconds after their answer.
    refetchInterval: 15_000,
  });
}

export function forgetApiKeys(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

export type ScopeSet = 'all' | 'read' | 'chosen';

/** Which of the ready sets a choice of scopes is. */
export function scopeSetOf(scopes: readonly Scope[]): ScopeSet {
  if (allScopes.every((scope) => scopes.includes(scope))) return 'all';
  const reading = readScopes();
  return scopes.length === reading.length && reading.every((scope) => scopes.includes(scope)) ? 'read' : 'chosen';
}

export function scopesOfSet(set: 'all' | 'read'): Scope[] {
  return set === 'all' ? [...allScopes] : readScopes();
}

function readScopes(): Scope[] {
  return scopeResources.map((resource): Scope => `${resource}:read`);
}

/**
 * Addresses and networks a person typed, one a line or between commas.
 * @returns [] for any address
 */
export function readNetworks(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}
