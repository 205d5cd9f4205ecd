import type { SavedFilter } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

export type SavedFilterPage = 'broadcasts' | 'sent_messages';

const keyOf = (page: SavedFilterPage) => ['saved-filters', page];

/** The member's saved filters of a table, and how to replace them. */
export function useSavedFilters(page: SavedFilterPage) {
  const client = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: keyOf(page),
    queryFn: async ({ signal }) => (await api('GET /api/saved-filters', { query: { page } }, { signal })).filters,
  });
  const save = async (filters: readonly SavedFilter[]) => {
    const { filters: saved } = await api('PUT /api/saved-filters', {
      body: { page, filters: [...filters] },
    });
    client.setQueryData(keyOf(page), saved);
  };
  return { filters: data, save };
}

/** Whether a table shows what a saved filter names. */
export function isSameFilter(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
