import type { ContactImport } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, callApi } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { queryClient } from '../../../../platform/query.tsx';
import { findStoredFile } from '../../../../platform/stored-files.ts';
import { type PartTarget, uploadInParts } from '../../../../platform/upload-parts.ts';

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

/**
 * Uploads a file and resumes where it stopped.
 * @param onProgress called with the bytes received, and whether it waits for the network
 * @throws ApiError when the server refuses it
 */
export function uploadImport(
  id: string,
  file: { blob: Blob; name: string },
  onProgress: (bytes: number, waiting: boolean) => void,
  signal: AbortSignal,
): Promise<ContactImport> {
  const params = { id };
  const target: PartTarget<ContactImport> = {
    begin: (ending) => api('POST /api/imports', { body: { id, name: file.name } }, { signal: ending }),
    isOpen: ({ state }) => state === 'uploading',
    received: ({ received_bytes }) => received_bytes,
    send: async (offset, body, ending) =>
      (await callApi(
        'PUT /api/imports/{id}/content',
        { params, query: { offset }, body },
        { signal: ending },
      )) as ContactImport,
    finish: (ending) => api('POST /api/imports/{id}/read', { params, body: {} }, { signal: ending }),
  };
  return uploadInParts(target, file.blob, onProgress, signal);
}
