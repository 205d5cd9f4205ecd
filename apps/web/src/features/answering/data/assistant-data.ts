import type { Assistant, AssistantExam, InputOf, ThreadAssistant } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { askAssistant } from './assistant-assignee.ts';

const settingsKey = ['assistant'];
const examKey = ['assistant', 'exam'];
const threadKey = (id: string) => ['assistant', 'thread', id];
/** Answers come about once a second. */
const refetchMs = 1_000;

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

/** Null: it was not tried. */
export function useAssistantExam(): UseQueryResult<AssistantExam | null> {
  return useQuery<AssistantExam | null>({
    queryKey: examKey,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'asking' ? refetchMs : false),
    queryFn: async ({ signal }) => (await api('GET /api/ai/assistant/exam', {}, { signal })).exam,
  });
}

/** A question that was answered before a change must not undo what it shows. */
async function shown(answer: Promise<{ exam: AssistantExam }>): Promise<void> {
  const { exam } = await answer;
  await queryClient.cancelQueries({ queryKey: examKey });
  queryClient.setQueryData(examKey, exam);
}

export const startExam = (body: InputOf<'POST /api/ai/assistant/exam'>['body']) =>
  shown(api('POST /api/ai/assistant/exam', { body }));
export const continueExam = () => shown(api('POST /api/ai/assistant/exam/continue', {}));

type Mark = AssistantExam['answers'][number]['mark'];
/** Shown at once, so that one can mark without waiting; what was not stored is read again. */
export async function markAnswer(id: string, mark: Mark): Promise<void> {
  await queryClient.cancelQueries({ queryKey: examKey });
  queryClient.setQueryData<AssistantExam | null>(examKey, (was) => {
    if (!was) return was;
    return { ...was, answers: was.answers.map((one) => (one.message_id === id ? { ...one, mark } : one)) };
  });
  try {
    await api('PUT /api/ai/assistant/exam/answers/{id}', { params: { id }, body: { mark } });
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey: examKey });
    throw error;
  }
}

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
