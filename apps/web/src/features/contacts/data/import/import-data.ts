import type { ContactImport } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, callApi } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { queryClient } from '../../../../platform/query.tsx';
import { findStoredFile } from './file-store.ts';

const activeStates: readonly ContactImport['state'][] = ['reading', 'checking', 'running', 'undoing'];
const pollIntervalMs = 700;

export function isActive(row: ContactImport | null | undefined): boolean {
  return row !== null && row !== undefined && activeStates.includes(row.state);
}

const keyOf = (id: string) => ['import', id];

/** An import, polled while it is active; null when the server does not know it (yet). */
export function useImport(id: string | undefined): UseQueryResult<ContactImport | null> {
  return useQuery({
    queryKey: keyOf(id ?? ''),
    enabled: id !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      // A file that was just chosen may be unknown to the server; creating the import is idempotent.
      const file = await findStoredFile(id ?? '');
      if (file !== null) return api('POST /api/imports', { body: { id, name: file.name } }, { signal });
      try {
        return await api('GET /api/imports/{id}', { params: { id: id ?? '' } }, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (isActive(state.data) ? pollIntervalMs : false),
  });
}

/** Stores the answer of a call as the current state. */
export function setImport(row: ContactImport): ContactImport {
  // A poll that started before the call would bring back the old state.
  void queryClient.cancelQueries({ queryKey: keyOf(row.id) });
  queryClient.setQueryData(keyOf(row.id), row);
  void queryClient.invalidateQueries({ queryKey: historyKey });
  return row;
}

export function refetchImport(id: string): Promise<void> {
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

/** Small enough for a slow connection within the timeout of a call. */
const partBytes = 1_048_576;

/**
 * Uploads a file and resumes where it stopped. Waits while offline and continues automatically.
 * @param onProgress called with the bytes received, and whether it waits for the network
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
