import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

/** The account of this session. */
export function useClient(enabled = true) {
  return useQuery({
    queryKey: clientKey,
    queryFn: ({ signal }) => api('GET /api/client', {}, { signal }),
    enabled,
  });
}

/** First steps of the account, as the server finds them done. */
export function useChecklist() {
  return useQuery({
    queryKey: checklistKey,
    queryFn: ({ signal }) => api('GET /api/setup-checklist', {}, { signal }),
    // It ticks itself from what is there, so what was read before is only good for showing at once.
    staleTime: 0,
  });
}

export const clientKey = ['client'] as const;
export const checklistKey = ['setup-checklist'] as const;
