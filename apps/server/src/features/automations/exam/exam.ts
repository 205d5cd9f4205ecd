import { neededMarks } from '@parley/contract/intent-exam';
import type { Exam, ExamMark, InputOf } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import { findIntentProblem } from '../../ai/public.ts';
import { findAutomation, lockAutomation } from '../automation-repo.ts';
import { automationNotFound } from '../automations.ts';
import { readIncomingText } from '../words/incoming-text.ts';
import { type ExamPlace, listAnswers, lockExam, putExam, putMark, setProblem } from './exam-repo.ts';
import { countFirstMessages, listFirstMessages } from './past-messages-query.ts';

type Body = InputOf<'POST /api/automations/{id}/steps/{step_id}/exam'>['body'];

export const examJobKind = 'automations.exam';

/** @throws AppError not_found; validation_failed when the draft has no such step or the provider may not be asked */
export async function startExam(tx: TenantTx, place: ExamPlace, body: Body, author: string): Promise<Exam> {
  const { draft } = await lockedAutomation(tx, place);
  const step = draft.steps.find(({ id }) => id === place.stepId);
  if (step?.kind !== 'intent') {
    throw new AppError('validation_failed', { message: 'This step isn’t saved yet. Try again in a moment.' });
  }
  await requireProvider(tx);
  const messageIds = await listFirstMessages(tx, body.channel_ids, body.count);
  const exam = {
    ...{ id: newId(), intents: body.intents, channelIds: body.channel_ids, author, messageIds },
    needed: await countFirstMessages(tx, neededMarks),
  };
  await putExam(
    tx,
    place,
    exam,
    draft.steps.map(({ id }) => id),
  );
  await enqueue(tx, place, exam.id);
  return shownExam(tx, place);
}

/** Asks about what has no answer yet. @throws AppError not_found, validation_failed when the provider may not be asked */
export async function continueExam(tx: TenantTx, place: ExamPlace): Promise<Exam> {
  await lockedAutomation(tx, place);
  const exam = await lockExam(tx, place);
  if (exam === null) throw examNotFound();
  await requireProvider(tx);
  if (exam.problem !== null) {
    await setProblem(tx, place, null);
    await enqueue(tx, place, exam.id);
  }
  return shownExam(tx, place);
}

/** @throws AppError not_found also for an answer that has not come */
export async function markAnswer(
  tx: TenantTx,
  place: ExamPlace,
  messageId: string,
  mark: ExamMark | null,
): Promise<Exam> {
  await lockedAutomation(tx, place);
  if (!isUuid(messageId) || !(await putMark(tx, place, messageId, mark))) throw examNotFound();
  return shownExam(tx, place);
}

/** @returns null: the step was not tried */
export async function findExam(tx: TenantTx, place: ExamPlace): Promise<Exam | null> {
  const row = isUuid(place.automationId) ? await findAutomation(tx, place.automationId) : null;
  if (row === null) throw automationNotFound();
  return presentExam(tx, place);
}

async function lockedAutomation(tx: TenantTx, { automationId }: ExamPlace) {
  const row = isUuid(automationId) ? await lockAutomation(tx, automationId) : null;
  if (row === null) throw automationNotFound();
  return row;
}

async function requireProvider(tx: TenantTx): Promise<void> {
  const message = await findIntentProblem(tx);
  if (message !== null) throw new AppError('validation_failed', { message });
}

function enqueue(tx: TenantTx, { automationId, stepId }: ExamPlace, examId: string) {
  return enqueueJobs(tx, [
    {
      ...{ clientId: tx.clientId, kind: examJobKind, key: examId, weight: 'light' },
      payload: { automation_id: automationId, step_id: stepId, exam_id: examId },
    },
  ]);
}

function examNotFound(): AppError {
  return new AppError('not_found', { message: 'This answer was not found. Try the step on past conversations again.' });
}

async function shownExam(tx: TenantTx, place: ExamPlace): Promise<Exam> {
  const exam = await presentExam(tx, place);
  if (exam === null) throw examNotFound();
  return exam;
}

async function presentExam(tx: TenantTx, place: ExamPlace): Promise<Exam | null> {
  const row = await lockExam(tx, place);
  if (row === null) return null;
  const answers = await listAnswers(tx, place);
  const { intents, channel_ids, needed, problem, created_by } = row;
  const isOpen = answers.some(({ intent }) => intent === null);
  return {
    ...{ intents, channel_ids, needed, problem, created_by },
    created_at: row.created_at.toISOString(),
    state: isOpen ? (problem === null ? 'asking' : 'stopped') : 'done',
    answers: answers.map(({ message_id, type, content, sort_at, intent, confidence, mark }) => ({
      ...{ message_id, intent, confidence, mark },
      text: readIncomingText(type, content).text,
      at: sort_at.toISOString(),
    })),
  };
}
