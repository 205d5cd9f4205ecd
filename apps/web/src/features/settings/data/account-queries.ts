import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

/** The account of this session. */
export function useClient(enabled = true) {
  return useQuery({
    queryKey: clientKey,
    queryFn: ({ signal }) => api('GET /api/client', {}, { signal }),
    enabled,
  });
}

/** The setup checklist of the account. */
export function useChecklist() {
  return useQuery({
    queryKey: checklistKey,
    queryFn: ({ signal }) => api('GET /api/setup-checklist', {}, { signal }),
    // The server derives it from other data, so a cached one is only a first paint.
    staleTime: 0,
  });
}

export const clientKey = ['client'] as const;
export const checklistKey = ['setup-checklist'] as const;
