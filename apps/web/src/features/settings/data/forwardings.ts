import type { AuditForwarding } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const key = ['audit-forwardings'];

export type NewForwarding = AuditForwarding & { secret: string | null };
export type ForwardingChange = Partial<Pick<AuditForwarding, 'name' | 'address' | 'ca_certificate' | 'state'>>;

/** Where the audit log is forwarded to, and how far. */
export function useForwardings(): UseQueryResult<AuditForwarding[]> {
  return useQuery({
    queryKey: key,
    throwOnError: false,
    queryFn: async ({ signal }) => (await api('GET /api/audit-forwardings', {}, { signal })).data,
    refetchInterval: 5_000,
  });
}

export function invalidateForwardings(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

export async function changeForwarding({ id }: AuditForwarding, change: ForwardingChange): Promise<void> {
  await api('PUT /api/audit-forwardings/{id}', { params: { id }, body: change });
  invalidateForwardings();
}
