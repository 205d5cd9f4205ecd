import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

/** Versions of a template, latest first, and how often it may still be changed. */
export function useTemplateHistory(id: string, version: number) {
  return useQuery({
    queryKey: ['template-history', id, version],
    queryFn: ({ signal }) => api('GET /api/templates/{id}/history', { params: { id } }, { signal }),
  });
}
