import type { AuthorizationRequest, ConnectedApplication } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const key = ['assistants', 'applications'];

/** The applications that members of the account let in; for Users their own. */
export function useApplications(): UseQueryResult<ConnectedApplication[]> {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api('GET /api/assistants/applications', {}, { signal })).data,
    throwOnError: false,
    staleTime: 0,
  });
}

export async function disconnect({ id }: ConnectedApplication): Promise<void> {
  await api('DELETE /api/assistants/applications/{id}', { params: { id } });
  await queryClient.invalidateQueries({ queryKey: key });
}

/** The request that an application sent with the member, from the address of the page; null: not one of ours. */
export function readRequest(search: string): Partial<AuthorizationRequest> | null {
  const packed = new URLSearchParams(search).get('request') ?? '';
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
