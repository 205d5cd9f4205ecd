import type { IntentAnswer } from '@parley/contract/intent-exam';
import type { ExamMark } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/** One step of an automation. */
export type ExamPlace = { automationId: string; stepId: string };
type Words = { name: string; about: string };

const insertExam = statement(
  'automations.insert_exam',
  `insert into automation_exams (client_id, automation_id, step_id, id, intents, channel_ids, needed, created_by)
   values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`,
);
const insertAnswers = statement(
  'automations.insert_exam_answers',
  `insert into automation_exam_answers (client_id, automation_id, step_id, message_id)
   select $1, $2, $3, id from unnest($4::uuid[]) as x(id)`,
);
const deleteOthers = statement(
  'automations.delete_exams',
  `delete from automation_exams where client_id = $1 and automation_id = $2 and (step_id = $3 or step_id <> all($4))`,
);

export type NewExam = {
  id: string;
  intents: readonly Words[];
  channelIds: readonly string[];
  needed: number;
  author: string;
  messageIds: readonly string[];
};
/** Replaces the exam of a step. @param stepIds of the draft: exams of steps that are gone go too */
export async function putExam(
  tx: TenantTx,
  { automationId, stepId }: ExamPlace,
  exam: NewExam,
  stepIds: readonly string[],
): Promise<void> {
  const { id, intents, channelIds, needed, author, messageIds } = exam;
  const step = [tx.clientId, automationId, stepId];
  await tx.run(deleteOthers, [...step, stepIds]);
  await tx.run(insertExam, [...step, id, JSON.stringify(intents), channelIds, needed, author]);
  await tx.run(insertAnswers, [...step, messageIds]);
}

export type ExamRow = {
  id: string;
  intents: Words[];
  channel_ids: string[];
  needed: number;
  problem: string | null;
  created_at: Date;
  created_by: string;
};
const findStatement = statement(
  'automations.find_exam',
  `select id, intents, channel_ids, needed, problem, created_at, created_by from automation_exams
   where client_id = $1 and automation_id = $2 and step_id = $3 for update`,
);
/** Locks it. */
export async function lockExam(tx: TenantTx, { automationId, stepId }: ExamPlace): Promise<ExamRow | null> {
  const [row] = await tx.rows<ExamRow>(findStatement, [tx.clientId, automationId, stepId]);
  return row ?? null;
}

export type AnswerRow = {
  message_id: string;
  type: string;
  content: Record<string, unknown>;
  sort_at: Date;
  intent: number | null;
  confidence: number | null;
  mark: ExamMark | null;
};
const answersStatement = statement(
  'automations.list_exam_answers',
  `select a.message_id, m.type, m.content, m.sort_at, a.intent, a.confidence, a.mark
   from automation_exam_answers a join shared_messages m on m.client_id = a.client_id and m.id = a.message_id
   where a.client_id = $1 and a.automation_id = $2 and a.step_id = $3 order by m.sort_at desc, m.id desc`,
);
/** The newest message first. */
export function listAnswers(tx: TenantTx, { automationId, stepId }: ExamPlace): Promise<AnswerRow[]> {
  return tx.rows(answersStatement, [tx.clientId, automationId, stepId]);
}

const answerStatement = statement(
  'automations.put_exam_answer',
  `update automation_exam_answers set intent = $5, confidence = $6
   where client_id = $1 and automation_id = $2 and step_id = $3 and message_id = $4 and intent is null`,
);
export async function putAnswer(
  tx: TenantTx,
  { automationId, stepId }: ExamPlace,
  messageId: string,
  { intent, confidence }: IntentAnswer,
): Promise<void> {
  await tx.run(answerStatement, [tx.clientId, automationId, stepId, messageId, intent, confidence]);
}

const markStatement = statement(
  'automations.mark_exam_answer',
  `update automation_exam_answers set mark = $5
   where client_id = $1 and automation_id = $2 and step_id = $3 and message_id = $4 and intent is not null`,
);
/** @returns false without such an answer */
export async function putMark(
  tx: TenantTx,
  { automationId, stepId }: ExamPlace,
  messageId: string,
  mark: ExamMark | null,
): Promise<boolean> {
  return (await tx.run(markStatement, [tx.clientId, automationId, stepId, messageId, mark])) === 1;
}

const problemStatement = statement(
  'automations.set_exam_problem',
  'update automation_exams set problem = $4 where client_id = $1 and automation_id = $2 and step_id = $3',
);
export async function setProblem(
  tx: TenantTx,
  { automationId, stepId }: ExamPlace,
  problem: string | null,
): Promise<void> {
  await tx.run(problemStatement, [tx.clientId, automationId, stepId, problem]);
}

const countsStatement = statement(
  'automations.list_exam_marks',
  `select e.automation_id, e.step_id, e.intents, e.needed,
     (select count(*) from automation_exam_answers a where a.client_id = e.client_id and a.automation_id = e.automation_id
       and a.step_id = e.step_id and a.mark is not null)::int as marks
   from automation_exams e where e.client_id = $1 and e.automation_id = any($2)`,
);
export type ExamMarks = { automation_id: string; step_id: string; intents: Words[]; needed: number; marks: number };
/** Every exam of some automations, and how many of its answers are marked. */
export function listExamMarks(tx: TenantTx, automationIds: readonly string[]): Promise<ExamMarks[]> {
  return tx.rows(countsStatement, [tx.clientId, automationIds]);
}
