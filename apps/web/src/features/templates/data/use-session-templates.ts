import type { SessionTemplate } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { tableState } from './template-lists.ts';

/** Saved replies that this member sees: shared ones and their own. */
export function useSessionTemplates(deleted = false) {
  const query = useQuery({
    queryKey: ['session-templates', deleted],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      api('GET /api/session-templates', { query: { deleted: deleted ? 'true' : 'false' } }, { signal }),
  });
  return { replies: query.data?.data ?? none, state: tableState(query), refetch: () => void query.refetch() };
}
const none: readonly SessionTemplate[] = [];
