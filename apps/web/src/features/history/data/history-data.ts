import type { HistoryImport } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, callApi } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { uploadInParts } from '../../../platform/upload-parts.ts';

const activeStates: readonly HistoryImport['state'][] = ['reading', 'running', 'undoing'];
const pollIntervalMs = 700;

export function isActive({ state }: HistoryImport): boolean {
  return activeStates.includes(state);
}

const keyOf = (id: string) => ['history-import', id];
const listKey = ['history-imports'];

/** An import, polled while it is active. */
export function useHistoryImport(id: string): UseQueryResult<HistoryImport> {
  return useQuery({
    queryKey: keyOf(id),
    staleTime: 0,
    queryFn: ({ signal }) => api('GET /api/history-imports/{id}', { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isActive(state.data) ? pollIntervalMs : false),
  });
}

/** The latest imports of the account. */
export function useHistoryImports() {
  return useQuery({
    queryKey: listKey,
    staleTime: 0,
    queryFn: async ({ signal }) => (await api('GET /api/history-imports', { query: { limit: 50 } }, { signal })).data,
  });
}

/** What an import left out. */
export function useSkipped(id: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'skipped'],
    queryFn: async ({ signal }) =>
      (await api('GET /api/history-imports/{id}/skipped', { params: { id } }, { signal })).data,
  });
}

/** Stores the answer of a call as the current state. */
export function setHistoryImport(row: HistoryImport): void {
  // A poll that started before the call would bring back the old state.
  void queryClient.cancelQueries({ queryKey: keyOf(row.id), exact: true });
  queryClient.setQueryData(keyOf(row.id), row);
  void queryClient.invalidateQueries({ queryKey: listKey });
}

/** Uploads the file of an import and has it read; an upload that broke off goes on. */
export function uploadHistory(
  id: string,
  blob: Blob,
  onProgress: (bytes: number, waiting: boolean) => void,
  signal: AbortSignal,
): Promise<HistoryImport> {
  const params = { id };
  return uploadInParts<HistoryImport>(
    {
      begin: (ending) => api('GET /api/history-imports/{id}', { params }, { signal: ending }),
      isOpen: ({ state }) => state === 'uploading',
      received: ({ received_bytes }) => received_bytes,
      send: async (offset, body, ending) =>
        (await callApi(
          'PUT /api/history-imports/{id}/content',
          { params, query: { offset }, body },
          { signal: ending },
        )) as HistoryImport,
      finish: (ending) => api('POST /api/history-imports/{id}/read', { params }, { signal: ending }),
    },
    blob,
    onProgress,
    signal,
  );
}
