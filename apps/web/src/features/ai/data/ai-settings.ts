import type {
  AiExample,
  AiSettings,
  AiTest,
  AiUsage,
  HelpText,
  HelpTextImport,
  HelpTextPreview,
  InputOf,
  TranscriptionSettings,
} from '@parley/contract/types';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, callApi } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const settingsKey = ['ai-settings'];
const usageKey = ['ai-usage'];
const helpKey = ['ai-help-texts'];
const usagePollMs = 10_000;

export function useAiSettings(enabled = true): UseQueryResult<AiSettings | null> {
  return useQuery({
    enabled,
    queryKey: settingsKey,
    queryFn: async ({ signal }) => (await api('GET /api/ai/settings', {}, { signal })).settings,
  });
}

export function useAiUsage(): UseQueryResult<AiUsage> {
  return useQuery({
    queryKey: usageKey,
    queryFn: ({ signal }) => api('GET /api/ai/usage', {}, { signal }),
    refetchInterval: usagePollMs,
  });
}

/** @param version of the settings: other settings send something else */
export function useAiExamples(version: number, includesNames: boolean): UseQueryResult<AiExample[]> {
  return useQuery({
    queryKey: ['ai-examples', version, includesNames],
    queryFn: async ({ signal }) => {
      const query = { includes_names: includesNames ? ('true' as const) : ('false' as const) };
      return (await api('GET /api/ai/examples', { query }, { signal })).data;
    },
  });
}

export type AiSettingsBody = InputOf<'PUT /api/ai/settings'>['body'];

export async function saveAiSettings(body: AiSettingsBody): Promise<void> {
  const { settings } = await api('PUT /api/ai/settings', { body });
  queryClient.setQueryData(settingsKey, settings);
}

export async function disconnectAi(): Promise<void> {
  await api('DELETE /api/ai/settings', {});
  queryClient.setQueryData(settingsKey, null);
}

export async function testAi(): Promise<AiTest> {
  const result = await api('POST /api/ai/settings/test', { body: {} }, { timeoutMs: 45_000 });
  void queryClient.invalidateQueries({ queryKey: usageKey });
  return result;
}

/** By title. */
export function useHelpTexts(search: string): UseInfiniteQueryResult<HelpText[]> {
  return useInfiniteQuery({
    queryKey: [...helpKey, search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: 50,
        ...(search !== '' && { search }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      return api('GET /api/ai/help-texts', { query }, { signal });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

const refreshHelp = () => queryClient.invalidateQueries({ queryKey: helpKey });

export async function createHelpText(body: InputOf<'POST /api/ai/help-texts'>['body']): Promise<void> {
  await api('POST /api/ai/help-texts', { body });
  await refreshHelp();
}

export async function changeHelpText(id: string, body: InputOf<'PUT /api/ai/help-texts/{id}'>['body']): Promise<void> {
  await api('PUT /api/ai/help-texts/{id}', { params: { id }, body });
  await refreshHelp();
}

export async function removeHelpText(id: string): Promise<void> {
  await api('DELETE /api/ai/help-texts/{id}', { params: { id } });
  await refreshHelp();
}

/** Reading may take as long as its server waits for the page. */
const readTimeoutMs = 90_000;

export function previewHelpTextPage(url: string): Promise<HelpTextPreview> {
  return api('POST /api/ai/help-text-previews/page', { body: { url } }, { timeoutMs: readTimeoutMs });
}

export async function previewHelpTextFile(file: File): Promise<HelpTextPreview> {
  const input = { query: { name: file.name }, body: file };
  const options = { timeoutMs: readTimeoutMs };
  return (await callApi('POST /api/ai/help-text-previews/file', input, options)) as HelpTextPreview;
}

export async function importHelpTexts(
  body: InputOf<'POST /api/ai/help-text-imports'>['body'],
): Promise<HelpTextImport> {
  const done = await api('POST /api/ai/help-text-imports', { body });
  await refreshHelp();
  return done;
}

const transcriptionKey = ['ai-transcription'];
export type TranscriptionBody = InputOf<'PUT /api/ai/transcription'>['body'];

export function useTranscription(): UseQueryResult<TranscriptionSettings> {
  return useQuery({
    queryKey: transcriptionKey,
    // The provider may have been changed on the tab beside.
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api('GET /api/ai/transcription', {}, { signal }),
  });
}

export async function saveTranscription(body: TranscriptionBody): Promise<void> {
  queryClient.setQueryData(transcriptionKey, await api('PUT /api/ai/transcription', { body }));
}
