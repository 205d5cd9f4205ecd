import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { examJob } from '../ai/public.ts';
import { findWriterName } from '../automations/public.ts';
import { findMessages } from '../messaging/public.ts';
import { type AssistantAnswer, askAssistant, type Question, reserveQuestion } from './ask.ts';
import { examJobKind } from './exam.ts';
import { type ExamAnswer, type ExamRow, findExam, listExamAnswers, putExamAnswer, setProblem } from './exam-repo.ts';

/** Without a text that has words of the question, nothing is asked. */
const nothing = { kind: 'none', person: false, confidence: null } as const;

export function examineAssistant(platform: Platform): JobKind {
  return examJob<ExamRow, Question, ExamAnswer>({
    name: examJobKind,
    lock: (tx) => findExam(tx, true),
    async next(tx) {
      const open = (await listExamAnswers(tx)).find(({ asked }) => !asked);
      if (open === undefined) return null;
      const messageId = open.message_id;
      const rows = await findMessages(tx, [messageId]);
      const question = await reserveQuestion(tx, { rows, contactName: await findWriterName(tx, messageId) });
      if (!('reason' in question)) return { messageId, question };
      return question.reason === 'no_passage' ? { messageId, question: null } : { problem: question.problem };
    },
    async ask(question, signal) {
      const answer: AssistantAnswer = question === null ? nothing : await askAssistant(platform, question, signal);
      if (answer.kind === 'failed') return { problem: answer.problem };
      return {
        answer: answer.kind === 'answer' ? answer : { reply: null, source: null, confidence: answer.confidence },
      };
    },
    putAnswer: (tx, _place, messageId, answer) => putExamAnswer(tx, messageId, answer),
    setProblem: (tx, _place, problem) => setProblem(tx, problem),
  });
}
