import type { TenantTx } from '../../platform/db/sql.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { findWriterName } from '../automations/public.ts';
import { findMessages } from '../messaging/public.ts';
import { type AssistantAnswer, askAssistant, type Question, reserveQuestion } from './ask.ts';
import { examJobKind } from './exam.ts';
import { type ExamAnswer, findExam, listExamAnswers, putExamAnswer, setProblem } from './exam-repo.ts';

/**
 * Asks about one message after the other. Each answer is stored before the next question, so a killed process repeats one
 * question at most. What the next message would meet too, such as the monthly limit, stops the exam.
 */
export function examineAssistant(platform: Platform): JobKind {
  return {
    name: examJobKind,
    async run(job) {
      const examId = job.payload['exam_id'] ?? '';
      while (!job.signal.aborted) {
        const next = await job.transaction((tx) => nextQuestion(tx, examId));
        if (next === null) return undefined;
        const { messageId, question } = next;
        const answer: AssistantAnswer =
          question === null ? nothing : await askAssistant(platform, question, job.signal);
        if (job.signal.aborted) break;
        await job.transaction(async (tx) => {
          if ((await findExam(tx, true))?.id !== examId) return;
          if (answer.kind === 'failed') await setProblem(tx, answer.problem);
          else await putExamAnswer(tx, messageId, answer.kind === 'answer' ? answer : handedOver(answer.confidence));
        });
        if (job.isSliceOver()) return 'again';
      }
      return 'again';
    },
    async onGiveUp(tx, payload) {
      if ((await findExam(tx, true))?.id !== payload['exam_id']) return;
      await setProblem(tx, 'There was a problem asking the AI provider. Try again.');
    },
  };
}

/** Without a text that has words of the question, nothing is asked. */
const nothing = { kind: 'none', person: false, confidence: null } as const;
const handedOver = (confidence: number | null): ExamAnswer => ({ reply: null, source: null, confidence });

/** @returns null when the exam is over or stops here */
async function nextQuestion(
  tx: TenantTx,
  examId: string,
): Promise<{ messageId: string; question: Question | null } | null> {
  const exam = await findExam(tx, true);
  if (exam === null || exam.id !== examId || exam.problem !== null) return null;
  const open = (await listExamAnswers(tx)).find(({ asked }) => !asked);
  if (open === undefined) return null;
  const messageId = open.message_id;
  const rows = await findMessages(tx, [messageId]);
  const question = await reserveQuestion(tx, { rows, contactName: await findWriterName(tx, messageId) });
  if (!('reason' in question)) return { messageId, question };
  if (question.reason === 'no_passage') return { messageId, question: null };
  await setProblem(tx, question.problem);
  return null;
}
