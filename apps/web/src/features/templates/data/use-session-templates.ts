import type { SessionTemplate } from '@parley/contract/types';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { tableState } from './template-lists.ts';

const repliesQuery = (deleted: boolean) =>
  queryOptions({
    queryKey: ['session-templates', deleted],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      api('GET /api/session-templates', { query: { deleted: deleted ? 'true' : 'false' } }, { signal }),
  });

/** Asks for them before they are shown. */
export const prefetchReplies = () => queryClient.prefetchQuery(repliesQuery(false));

/** Saved replies that this member sees: shared ones and their own. */
export function useSessionTemplates(deleted = false) {
  const query = useQuery(repliesQuery(deleted));
  return { replies: query.data?.data ?? none, state: tableState(query), refetch: () => void query.refetch() };
}
const none: readonly SessionTemplate[] = [];
