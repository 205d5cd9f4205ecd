import type { ExamMark } from '@parley/contract/types';
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../platform/query.tsx';
import type { AnyExam } from '../components/exam/exam-dialog.tsx';

/** Answers come about once a second. */
const refetchMs = 1_000;

/** Null: it was not tried. */
export function useExamQuery<Exam extends AnyExam>(
  queryKey: QueryKey,
  queryFn: UseQueryOptions<Exam | null>['queryFn'],
): UseQueryResult<Exam | null> {
  return useQuery<Exam | null>({
    queryKey,
    queryFn,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'asking' ? refetchMs : false),
  });
}

/** A question that was answered before a change must not undo what it shows. */
export async function showExam(queryKey: QueryKey, answer: Promise<{ exam: AnyExam }>): Promise<void> {
  const { exam } = await answer;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, exam);
}

/** Shown at once, so that one can mark without waiting; what was not stored is read again. */
export async function markExam(
  queryKey: QueryKey,
  messageId: string,
  mark: ExamMark,
  store: () => Promise<unknown>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<AnyExam | null>(queryKey, (was) => {
    if (!was) return was;
    return { ...was, answers: was.answers.map((one) => (one.message_id === messageId ? { ...one, mark } : one)) };
  });
  try {
    await store();
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey });
    throw error;
  }
}
