import type { AnswerSource, AssistantExam } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';

type Mark = AssistantExam['answers'][number]['mark'];

const deleteStatement = statement('answering.delete_exam', 'delete from answering_exams where client_id = $1');
const insertExam = statement(
  'answering.insert_exam',
  'insert into answering_exams (client_id, id, needed, created_by) values ($1, $2, $3, $4)',
);
const insertAnswers = statement(
  'answering.insert_exam_answers',
  'insert into answering_exam_answers (client_id, message_id) select $1, id from unnest($2::uuid[]) as x(id)',
);
export type NewExam = { id: string; needed: number; author: string; messageIds: readonly string[] };
/** Replaces the exam of the account. */
export async function putExam(tx: TenantTx, { id, needed, author, messageIds }: NewExam): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId]);
  await tx.run(insertExam, [tx.clientId, id, needed, author]);
  await tx.run(insertAnswers, [tx.clientId, messageIds]);
}

export type ExamRow = { id: string; needed: number; problem: string | null; created_at: Date; created_by: string };
const columns = 'id, needed, problem, created_at, created_by';
const findStatement = statement('answering.find_exam', `select ${columns} from answering_exams where client_id = $1`);
const lockStatement = statement(
  'answering.lock_exam',
  `select ${columns} from answering_exams where client_id = $1 for update`,
);
export async function findExam(tx: TenantTx, lock = false): Promise<ExamRow | null> {
  const [row] = await tx.rows<ExamRow>(lock ? lockStatement : findStatement, [tx.clientId]);
  return row ?? null;
}

export type AnswerRow = {
  message_id: string;
  type: string;
  content: Record<string, unknown>;
  sort_at: Date;
  asked: boolean;
  reply: string | null;
  source: AnswerSource | null;
  confidence: number | null;
  mark: Mark;
};
const answersStatement = statement(
  'answering.list_exam_answers',
  `select a.message_id, m.type, m.content, m.sort_at, a.asked, a.reply, a.source, a.confidence, a.mark
   from answering_exam_answers a join shared_messages m on m.client_id = a.client_id and m.id = a.message_id
   where a.client_id = $1 order by m.sort_at desc, m.id desc`,
);
/** The newest message first. */
export function listExamAnswers(tx: TenantTx): Promise<AnswerRow[]> {
  return tx.rows(answersStatement, [tx.clientId]);
}

const answerStatement = statement(
  'answering.put_exam_answer',
  `update answering_exam_answers set asked = true, reply = $3, source = $4::jsonb, confidence = $5
   where client_id = $1 and message_id = $2 and not asked`,
);
export type ExamAnswer = Pick<AnswerRow, 'reply' | 'source' | 'confidence'>;
export async function putExamAnswer(tx: TenantTx, messageId: string, answer: ExamAnswer): Promise<void> {
  const { reply, source, confidence } = answer;
  const json = source === null ? null : JSON.stringify(source);
  await tx.run(answerStatement, [tx.clientId, messageId, reply, json, confidence]);
}

const markStatement = statement(
  'answering.mark_exam_answer',
  'update answering_exam_answers set mark = $3 where client_id = $1 and message_id = $2 and asked',
);
/** @returns false without such an answer */
export async function putMark(tx: TenantTx, messageId: string, mark: Mark): Promise<boolean> {
  return (await tx.run(markStatement, [tx.clientId, messageId, mark])) === 1;
}

const problemStatement = statement(
  'answering.set_exam_problem',
  'update answering_exams set problem = $2 where client_id = $1',
);
export async function setProblem(tx: TenantTx, problem: string | null): Promise<void> {
  await tx.run(problemStatement, [tx.clientId, problem]);
}

const countStatement = statement(
  'answering.count_exam_marks',
  `select e.needed, (select count(*) from answering_exam_answers a where a.client_id = e.client_id
     and a.mark is not null)::int as marks from answering_exams e where e.client_id = $1`,
);
/** @returns null when the assistant was not tried */
export async function countMarks(tx: TenantTx): Promise<{ needed: number; marks: number } | null> {
  const [row] = await tx.rows<{ needed: number; marks: number }>(countStatement, [tx.clientId]);
  return row ?? null;
}
