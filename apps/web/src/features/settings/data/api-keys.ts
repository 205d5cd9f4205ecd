import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { scopes as allScopes, scopeResources } from '@parley/contract/scopes';
import type { ApiKey, Scope } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const key = ['api-keys'];

/** Active and expired keys, newest first; at most 50 are active. */
export function useApiKeys(): UseQueryResult<ApiKey[]> {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api('GET /api/api-keys', { query: { limit: 200 } }, { signal })).data,
    // The server counts requests a few seconds after answering.
    refetchInterval: 15_000,
  });
}

export function invalidateApiKeys(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

/** Why a key does not work although nobody ended it. */
export const pauseReasons: Readonly<Record<NonNullable<ApiKey['paused_because']>, MessageDescriptor>> = {
  creator_is_user: msg`No longer an Admin`,
  creator_left: msg`Left this account`,
  creator_suspended: msg`Suspended`,
};

export type ScopeSet = 'all' | 'read' | 'chosen';

/** The preset that a choice of scopes matches. */
export function scopeSetOf(scopes: readonly Scope[]): ScopeSet {
  if (allScopes.every((scope) => scopes.includes(scope))) return 'all';
  const reading = listReadScopes();
  return scopes.length === reading.length && reading.every((scope) => scopes.includes(scope)) ? 'read' : 'chosen';
}

export function scopesOfSet(set: 'all' | 'read'): Scope[] {
  return set === 'all' ? [...allScopes] : listReadScopes();
}

function listReadScopes(): Scope[] {
  return scopeResources.map((resource): Scope => `${resource}:read`);
}

/**
 * Parses IP addresses and networks, separated by lines or commas.
 * @returns [] for any address
 */
export function parseNetworks(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}
