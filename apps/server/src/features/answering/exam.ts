import { neededMarks } from '@parley/contract/intent-exam';
import type { AssistantExam, InputOf } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import { wordsOf } from '../ai/public.ts';
import { countFirstMessages, listFirstMessages } from '../automations/public.ts';
import type { MessageRow } from '../messaging/public.ts';
import { findProviderProblem } from './ask.ts';
import { findExam, listExamAnswers, putExam, putMark, setProblem } from './exam-repo.ts';

export const examJobKind = 'answering.exam';
type Mark = AssistantExam['answers'][number]['mark'];

/** @throws AppError validation_failed when the provider may not be asked */
export async function startExam(
  tx: TenantTx,
  { channel_ids, count }: InputOf<'POST /api/ai/assistant/exam'>['body'],
  author: string,
): Promise<AssistantExam> {
  await requireProvider(tx);
  const id = newId();
  const messageIds = await listFirstMessages(tx, channel_ids, count);
  await putExam(tx, { id, author, messageIds, needed: await countFirstMessages(tx, neededMarks) });
  await enqueue(tx, id);
  return shownExam(tx);
}

/** Asks about what has no answer yet. @throws AppError not_found, validation_failed when the provider may not be asked */
export async function continueExam(tx: TenantTx): Promise<AssistantExam> {
  const exam = await findExam(tx, true);
  if (exam === null) throw examNotFound();
  await requireProvider(tx);
  if (exam.problem !== null) {
    await setProblem(tx, null);
    await enqueue(tx, exam.id);
  }
  return shownExam(tx);
}

/** @throws AppError not_found also for an answer that has not come */
export async function markAnswer(tx: TenantTx, messageId: string, mark: Mark): Promise<AssistantExam> {
  if (!isUuid(messageId) || !(await putMark(tx, messageId, mark))) throw examNotFound();
  return shownExam(tx);
}

async function requireProvider(tx: TenantTx): Promise<void> {
  const message = await findProviderProblem(tx);
  if (message !== null) throw new AppError('validation_failed', { message });
}

function enqueue(tx: TenantTx, id: string) {
  const job = { clientId: tx.clientId, kind: examJobKind, key: id, weight: 'light' as const };
  return enqueueJobs(tx, [{ ...job, payload: { exam_id: id } }]);
}

function examNotFound(): AppError {
  return new AppError('not_found', { message: 'This answer was not found. Try the assistant again.' });
}

async function shownExam(tx: TenantTx): Promise<AssistantExam> {
  const exam = await presentExam(tx);
  if (exam === null) throw examNotFound();
  return exam;
}

/** @returns null when the assistant was not tried */
export async function presentExam(tx: TenantTx): Promise<AssistantExam | null> {
  const row = await findExam(tx);
  if (row === null) return null;
  const answers = await listExamAnswers(tx);
  const { needed, problem, created_by } = row;
  const isOpen = answers.some(({ asked }) => !asked);
  return {
    ...{ needed, problem, created_by },
    created_at: row.created_at.toISOString(),
    state: isOpen ? (problem === null ? 'asking' : 'stopped') : 'done',
    answers: answers.map(({ type, content, sort_at, ...answer }) => ({
      ...answer,
      text: wordsOf({ type: type as MessageRow['type'], content }),
      at: sort_at.toISOString(),
    })),
  };
}
