import type { ContactImport } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, callApi } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import { queryClient } from '../../../platform/query.tsx';
import { keptFile } from './file-store.ts';

const moving: readonly ContactImport['state'][] = ['reading', 'checking', 'running', 'undoing'];
const lookEveryMs = 700;

export function isMoving(row: ContactImport | null | undefined): boolean {
  return row !== null && row !== undefined && moving.includes(row.state);
}

const keyOf = (id: string) => ['import', id];

/** An import as it stands, looked at again while it moves; null: the server does not know it (yet). */
export function useImport(id: string | undefined): UseQueryResult<ContactImport | null> {
  return useQuery({
    queryKey: keyOf(id ?? ''),
    enabled: id !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      // A file that was only just chosen is not known to the server; told twice, it answers the same.
      const file = await keptFile(id ?? '');
      if (file !== null) return api('POST /api/imports', { body: { id, name: file.name } }, { signal });
      try {
        return await api('GET /api/imports/{id}', { params: { id: id ?? '' } }, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (isMoving(state.data) ? lookEveryMs : false),
  });
}

/** What an act answered is what stands now. */
export function noteImport(row: ContactImport): ContactImport {
  // A look that began before the act would put what was before it back.
  void queryClient.cancelQueries({ queryKey: keyOf(row.id) });
  queryClient.setQueryData(keyOf(row.id), row);
  void queryClient.invalidateQueries({ queryKey: historyKey });
  return row;
}

export function lookAgain(id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(id) });
}

export const historyKey = ['imports'];

export const useLists = () =>
  useQuery({ queryKey: ['contact-lists'], queryFn: ({ signal }) => api('GET /api/contact-lists', {}, { signal }) });
export const useFields = () =>
  useQuery({
    queryKey: ['custom-fields'],
    queryFn: async ({ signal }) => (await api('GET /api/custom-fields', {}, { signal })).data,
  });
export const useAccountFacts = () =>
  useQuery({ queryKey: ['client'], queryFn: ({ signal }) => api('GET /api/client', {}, { signal }) });

/** Small enough that a slow line brings one within a call's time. */
const partBytes = 1_048_576;

/**
 * Brings a file to the server, from where it broke off. Waits where the network is gone and goes on by itself.
 * @param onProgress bytes that arrived, and whether it waits for the network
 * @throws ApiError when the server refuses it
 */
export async function uploadImport(
  id: string,
  file: { blob: Blob; name: string },
  onProgress: (bytes: number, waiting: boolean) => void,
  signal: AbortSignal,
): Promise<ContactImport> {
  let row: ContactImport | null = null;
  for (let failures = 0; ; ) {
    try {
      row ??= await api('POST /api/imports', { body: { id, name: file.name } }, { signal });
      if (row.state !== 'uploading') return row;
      onProgress(row.received_bytes, false);
      if (row.received_bytes >= file.blob.size)
        return await api('POST /api/imports/{id}/read', { params: { id }, body: {} }, { signal });
      row = await sendPart(row, file.blob, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.status < 500 && error.status !== 429)) throw error;
      onProgress(row?.received_bytes ?? 0, true);
      await pause(Math.min(500 * 2 ** failures++, 15_000), signal);
    }
  }
}

async function sendPart(row: ContactImport, blob: Blob, signal: AbortSignal): Promise<ContactImport> {
  const { id, received_bytes: offset } = row;
  const part = new Blob([blob.slice(offset, offset + partBytes)], { type: 'application/octet-stream' });
  const call = { params: { id }, query: { offset }, body: part };
  return (await callApi('PUT /api/imports/{id}/content', call, { signal })) as ContactImport;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
