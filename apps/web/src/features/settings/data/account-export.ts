import type { AccountExport } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { apiUrl, loadConfig } from '../../../platform/config.ts';
import { queryClient } from '../../../platform/query.tsx';

const exportKey = ['account-export'];
const pollIntervalMs = 1_500;

export const isInProgress = (file: AccountExport | null | undefined) =>
  file?.state === 'waiting' || file?.state === 'running';

/** The newest export of the account; read again while it is in progress. */
export function useAccountExport(enabled: boolean): UseQueryResult<AccountExport | null> {
  return useQuery({
    queryKey: exportKey,
    enabled,
    staleTime: 0,
    throwOnError: false,
    queryFn: async ({ signal }) => (await api('GET /api/client/export', {}, { signal })).file,
    refetchInterval: ({ state }) => (isInProgress(state.data) ? pollIntervalMs : false),
  });
}

/** @param password encrypts the file */
export async function startAccountExport(password: string | undefined): Promise<void> {
  const body = password === undefined ? {} : { password };
  queryClient.setQueryData(exportKey, await api('POST /api/client/export', { body }));
}

export async function cancelAccountExport(): Promise<void> {
  queryClient.setQueryData(exportKey, (await api('POST /api/client/export/cancel', {})).file);
}

/** Lets the browser save the file from a link: it may be larger than what a page can hold. */
export async function saveAccountExport(): Promise<void> {
  const { url } = await api('POST /api/client/export/link', {});
  const { api_base } = await loadConfig();
  const link = document.createElement('a');
  // The link lies beside the API, not below it.
  link.href = apiUrl(api_base, '/api').replace(/\/api$/, '') + url;
  link.download = '';
  link.click();
}
