import type { CampaignFile, CampaignFileRow, ReadCampaignFileBody } from '@parley/contract/types';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, callApi } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { queryClient } from '../../../../platform/query.tsx';
import type { StoredFile } from '../../../../platform/stored-files.ts';
import { type PartTarget, uploadInParts } from '../../../../platform/upload-parts.ts';

const pollIntervalMs = 700;
const keyOf = (id: string) => ['campaign-file', id];

export type AudienceFile = {
  /** Null while it is looked up, and when there is none. */
  row: CampaignFile | null;
  /** The draft names one that is gone. */
  isGone: boolean;
};

/** The file of an audience, polled while it is read; counts follow it. */
export function useCampaignFile(id: string | undefined): AudienceFile {
  const { data } = useQuery({
    queryKey: keyOf(id ?? ''),
    enabled: id !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      try {
        return await api('GET /api/campaign-files/{id}', { params: { id: id ?? '' } }, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? pollIntervalMs : false),
  });
  const state = data?.state;
  useEffect(() => {
    if (state === 'ready') void queryClient.invalidateQueries({ queryKey: ['campaign-audience'] });
  }, [state]);
  if (id === undefined) return { row: null, isGone: false };
  return { row: data ?? null, isGone: data === null };
}

/** Stores the answer of a call as the current state. */
export function setCampaignFile(row: CampaignFile): CampaignFile {
  // A poll that started before the call would bring back the old state.
  void queryClient.cancelQueries({ queryKey: keyOf(row.id) });
  queryClient.setQueryData(keyOf(row.id), row);
  return row;
}

/** Makes a file known to the server, so that a draft can name it. @throws ApiError */
export async function beginCampaignFile(id: string, name: string): Promise<void> {
  setCampaignFile(await api('POST /api/campaign-files', { body: { id, name: name.slice(0, 200) } }));
}

/** @throws ApiError when the server refuses it */
export function uploadCampaignFile(
  id: string,
  { blob, name }: StoredFile,
  onProgress: (bytes: number, waiting: boolean) => void,
  signal: AbortSignal,
): Promise<CampaignFile> {
  const params = { id };
  const target: PartTarget<CampaignFile> = {
    begin: (ending) => api('POST /api/campaign-files', { body: { id, name: name.slice(0, 200) } }, { signal: ending }),
    isOpen: ({ state }) => state === 'uploading',
    received: ({ received_bytes }) => received_bytes,
    send: async (offset, body, ending) => {
      const call = { params, query: { offset }, body };
      return (await callApi('PUT /api/campaign-files/{id}/content', call, { signal: ending })) as CampaignFile;
    },
    finish: (ending) => api('POST /api/campaign-files/{id}/read', { params, body: {} }, { signal: ending }),
  };
  return uploadInParts(target, blob, onProgress, signal);
}

/** Reads it again with other settings. @throws ApiError */
export async function readCampaignFile(id: string, body: ReadCampaignFileBody): Promise<void> {
  setCampaignFile(await api('POST /api/campaign-files/{id}/read', { params: { id }, body }));
}

/** Rows of one kind, a hundred at a time. */
export function useFileRows(id: string, kind: CampaignFileRow['kind']) {
  return useInfiniteQuery({
    queryKey: ['campaign-file-rows', id, kind],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/campaign-files/{id}/rows',
        { params: { id }, query: { kind, limit: 100, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
  });
}
