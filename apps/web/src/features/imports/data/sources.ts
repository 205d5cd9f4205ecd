import type { ImportSource, ImportSourceRun, InputOf, SourcePreview } from '@parley/contract/types';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const sourcesKey = ['import-sources'];
const pollMs = 10_000;
const openPollMs = 1_500;

export function isInProgress(run: ImportSourceRun | null): boolean {
  return run !== null && run.ended_at === null;
}

/** Newest first; an account has at most twenty. */
export function useImportSources(): UseQueryResult<ImportSource[]> {
  return useQuery({
    queryKey: sourcesKey,
    queryFn: async ({ signal }) => (await api('GET /api/import-sources', { query: { limit: 200 } }, { signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ last_run: run }) => isInProgress(run)) === true ? openPollMs : pollMs,
  });
}

export type RunState = ImportSourceRun['state'] | null;

/** Newest first. */
export function useRuns(id: string, state: RunState): UseInfiniteQueryResult<ImportSourceRun[]> {
  return useInfiniteQuery({
    queryKey: [...sourcesKey, id, 'runs', state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: 50,
        ...(state !== null && { state }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      return api('GET /api/import-sources/{id}/runs', { params: { id }, query }, { signal });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    // Polled, so that a run shows up; further pages are not read again.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : openPollMs),
  });
}

const refresh = () => queryClient.invalidateQueries({ queryKey: sourcesKey });

export type FilePreview = Pick<SourcePreview, 'columns' | 'rows'>;

type Preview = InputOf<'POST /api/import-sources/preview'>['body'];

/** The beginning of a file, or what is wrong with it; nothing is stored. */
export function previewSource(body: Preview): Promise<SourcePreview> {
  return api('POST /api/import-sources/preview', { body });
}

export async function createSource(body: InputOf<'POST /api/import-sources'>['body']): Promise<ImportSource> {
  const made = await api('POST /api/import-sources', { body });
  await refresh();
  return made;
}

export async function changeSource(id: string, body: InputOf<'PUT /api/import-sources/{id}'>['body']): Promise<void> {
  await api('PUT /api/import-sources/{id}', { params: { id }, body });
  await refresh();
}

export async function removeSource(id: string): Promise<void> {
  await api('DELETE /api/import-sources/{id}', { params: { id } });
  await refresh();
}

export async function runSource(id: string): Promise<void> {
  await api('POST /api/import-sources/{id}/run', { params: { id }, body: {} });
  await refresh();
}
