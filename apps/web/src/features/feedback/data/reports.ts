import type { BugReport, BugReportDetail, FeedbackSettings } from '@parley/contract/types';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, withSession } from '../../../platform/api.ts';
import { apiUrl, loadConfig } from '../../../platform/config.ts';
import { fetchFile } from '../../../platform/http.ts';
import { queryClient } from '../../../platform/query.tsx';
import type { DestinationBody } from './destination-draft.ts';

export const reportsKey = ['bug-reports'];
const settingsKey = ['feedback-settings'];

/** Reports, newest first. @param of whose */
export function useReports(of: 'me' | 'all'): UseInfiniteQueryResult<BugReport[]> {
  return useInfiniteQuery({
    queryKey: [...reportsKey, of],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => api('GET /api/bug-reports', { query: { of, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

export function useReport(id: string): UseQueryResult<BugReportDetail> {
  return useQuery({
    queryKey: [...reportsKey, id],
    queryFn: ({ signal }) => api('GET /api/bug-reports/{id}', { params: { id } }, { signal }),
    // A delivery takes seconds.
    refetchInterval: ({ state }) => (state.data?.delivery.state === 'waiting' ? 2_000 : false),
  });
}

/** A screenshot as an object URL: the session is not part of an address. */
export function useScreenshot(reportId: string, position: number): UseQueryResult<string> {
  return useQuery({
    queryKey: [...reportsKey, reportId, 'screenshot', position],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { api_base } = await loadConfig();
      const url = apiUrl(api_base, `/api/bug-reports/${reportId}/screenshots/${position}`);
      return URL.createObjectURL(await withSession((token) => fetchFile({ method: 'GET', url, token, signal })));
    },
  });
}

export async function changeReport(id: string, change: { state?: BugReport['state']; state_note?: string | null }) {
  const changed = await api('PUT /api/bug-reports/{id}', { params: { id }, body: change });
  queryClient.setQueryData([...reportsKey, id], changed);
  await queryClient.invalidateQueries({ queryKey: reportsKey });
}

export async function deliverAgain(id: string): Promise<void> {
  await api('POST /api/bug-reports/{id}/deliver', { params: { id } });
  await queryClient.invalidateQueries({ queryKey: reportsKey });
}

export function useFeedbackSettings(): UseQueryResult<FeedbackSettings> {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api('GET /api/feedback-settings', {}, { signal }),
  });
}

/** @returns the secret of a new webhook, shown once, and the address that has to be confirmed */
export async function changeFeedbackSettings(
  change: DestinationBody,
): Promise<{ secret: string | null; unconfirmed: string | null }> {
  const { webhook_secret: secret, ...settings } = await api('PUT /api/feedback-settings', { body: change });
  queryClient.setQueryData(settingsKey, settings);
  return { secret, unconfirmed: settings.email_confirmed ? null : settings.email };
}

/** Emails a code to the address for bug reports. */
export async function sendEmailCode(): Promise<void> {
  await api('POST /api/feedback-settings/send-code', {});
}

/** Reports that waited for the address are sent. */
export async function confirmEmail(code: string): Promise<void> {
  queryClient.setQueryData(settingsKey, await api('POST /api/feedback-settings/confirm-email', { body: { code } }));
  await queryClient.invalidateQueries({ queryKey: reportsKey });
}
