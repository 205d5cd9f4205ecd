import type { Exam, ExamMark, InputOf } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

export type ExamPlace = { id: string; step_id: string };
export type StartExam = InputOf<'POST /api/automations/{id}/steps/{step_id}/exam'>['body'];

const keyOf = ({ id, step_id: step }: ExamPlace) => ['automation-exam', id, step];
/** Answers come about once a second. */
const refetchMs = 1_000;

/** Null: the step was not tried. */
export function useExam(place: ExamPlace): UseQueryResult<Exam | null> {
  return useQuery<Exam | null>({
    queryKey: keyOf(place),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'asking' ? refetchMs : false),
    queryFn: async ({ signal }) =>
      (await api('GET /api/automations/{id}/steps/{step_id}/exam', { params: place }, { signal })).exam,
  });
}

/** A question that was answered before a change must not undo what it shows. */
async function shown(place: ExamPlace, answer: Promise<{ exam: Exam }>): Promise<void> {
  const { exam } = await answer;
  await queryClient.cancelQueries({ queryKey: keyOf(place) });
  queryClient.setQueryData(keyOf(place), exam);
}

export function startExam(place: ExamPlace, body: StartExam): Promise<void> {
  return shown(place, api('POST /api/automations/{id}/steps/{step_id}/exam', { params: place, body }));
}

export function continueExam(place: ExamPlace): Promise<void> {
  return shown(place, api('POST /api/automations/{id}/steps/{step_id}/exam/continue', { params: place }));
}

/** Shown at once, so that one can mark without waiting; what was not stored is read again. */
export async function markAnswer(place: ExamPlace, messageId: string, mark: ExamMark): Promise<void> {
  const queryKey = keyOf(place);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Exam | null>(queryKey, (was) => {
    if (!was) return was;
    return { ...was, answers: was.answers.map((one) => (one.message_id === messageId ? { ...one, mark } : one)) };
  });
  const params = { ...place, message_id: messageId };
  try {
    await api('PUT /api/automations/{id}/steps/{step_id}/exam/answers/{message_id}', { params, body: { mark } });
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey });
    throw error;
  }
}
