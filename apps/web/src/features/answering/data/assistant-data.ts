import type { Assistant, AssistantExam, ExamMark, InputOf, ThreadAssistant } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { markExam, showExam, useExamQuery } from '../../ai/public-exam.ts';
import { askAssistant } from './assistant-assignee.ts';

const settingsKey = ['assistant'];
const examKey = ['assistant', 'exam'];
const threadKey = (id: string) => ['assistant', 'thread', id];

export function useAssistant(): UseQueryResult<Assistant> {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api('GET /api/ai/assistant', {}, { signal }),
  });
}

export async function saveAssistant(body: InputOf<'PUT /api/ai/assistant'>['body']): Promise<void> {
  queryClient.setQueryData(settingsKey, await api('PUT /api/ai/assistant', { body }));
}

/** What keeps it from being switched on may have changed. */
export function refreshAssistant(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: settingsKey, exact: true });
}

export const previewAssistant = () => api('GET /api/ai/assistant/preview', {});

export const useAssistantExam = () =>
  useExamQuery<AssistantExam>(
    examKey,
    async ({ signal }) => (await api('GET /api/ai/assistant/exam', {}, { signal })).exam,
  );

export const startExam = (body: InputOf<'POST /api/ai/assistant/exam'>['body']) =>
  showExam(examKey, api('POST /api/ai/assistant/exam', { body }));
export const continueExam = () => showExam(examKey, api('POST /api/ai/assistant/exam/continue', {}));
export const markAnswer = (id: string, mark: ExamMark) =>
  markExam(examKey, id, mark, () => api('PUT /api/ai/assistant/exam/answers/{id}', { params: { id }, body: { mark } }));

/** @param version of the conversation: what happens in it may change who answers */
export function useThreadAssistant(id: string, version: number, enabled = true): UseQueryResult<ThreadAssistant> {
  return useQuery({
    enabled,
    queryKey: [...threadKey(id), version],
    // Of another conversation it would say who answers in the wrong one.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
    queryFn: ({ signal }) => api('GET /api/threads/{id}/ai/assistant', { params: { id } }, { signal }),
  });
}

/** `take`: the member has it then; `stop`: nobody. */
export async function turnThread(id: string, turn: 'give' | 'take' | 'stop'): Promise<void> {
  await api(`POST /api/threads/{id}/ai/assistant/${turn}`, { params: { id } });
  askAssistant(0);
  await queryClient.invalidateQueries({ queryKey: threadKey(id) });
}

export async function rateAnswer(threadId: string, id: string, rating: 'good' | 'bad' | null): Promise<void> {
  await api('PUT /api/messages/{id}/ai/rating', { params: { id }, body: { rating } });
  await queryClient.invalidateQueries({ queryKey: threadKey(threadId) });
}
