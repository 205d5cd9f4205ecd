import type { SavedReport } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

const key = ['saved-reports'];

/** The member's own and the shared ones, by name. */
export function useSavedReports() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api('GET /api/saved-reports', {}, { signal })).data,
  });
}

export type SavedReportForm = Pick<SavedReport, 'id' | 'name' | 'shared' | 'query' | 'tables'>;

/**
 * Saves a report and whether it is emailed; the list is read again.
 * @param before what is stored; null: a new report
 * @param report what is not given stays, all of it of a report that another member shares
 * @param email null: none
 */
export function useSaveReport() {
  const client = useQueryClient();
  return async (
    before: SavedReport | null,
    { id, ...report }: Partial<SavedReportForm> & { id: string },
    email: Pick<NonNullable<SavedReport['email']>, 'day' | 'at'> | null,
  ) => {
    const params = { id };
    try {
      // An email that ends goes first: a report with fixed days has none.
      if (email === null && before?.email) await api('DELETE /api/saved-reports/{id}/email', { params });
      if (before !== null && Object.keys(report).length > 0) {
        await api('PUT /api/saved-reports/{id}', { params, body: report });
      } else if (before === null) {
        await api('POST /api/saved-reports', { body: { id, ...(report as Omit<SavedReportForm, 'id'>) } });
      }
      if (email !== null) await api('PUT /api/saved-reports/{id}/email', { params, body: email });
    } finally {
      await client.invalidateQueries({ queryKey: key });
    }
  };
}

export function useDeleteReport() {
  const client = useQueryClient();
  return async (id: string) => {
    await api('DELETE /api/saved-reports/{id}', { params: { id } });
    await client.invalidateQueries({ queryKey: key });
  };
}
