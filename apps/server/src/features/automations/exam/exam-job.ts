import type { IntentAnswer } from '@parley/contract/intent-exam';
import { newId } from '../../../platform/ids.ts';
import type { JobKind } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askIntent, examJob, type Reserved, reserveIntent } from '../../ai/public.ts';
import { readIncomingText } from '../words/incoming-text.ts';
import { examJobKind } from './exam.ts';
import { type ExamPlace, type ExamRow, listAnswers, lockExam, putAnswer, setProblem } from './exam-repo.ts';
import { findWriterName } from './past-messages-query.ts';

const placeOf = (payload: Record<string, string>): ExamPlace => ({
  automationId: payload['automation_id'] ?? '',
  stepId: payload['step_id'] ?? '',
});

/** As the step takes it: without words, and with an answer that cannot be read, none fits. */
const noIntent: IntentAnswer = { intent: 0, confidence: null };

/** The tokens of a question are held back as those of a run. */
export function examineMessages(platform: Platform): JobKind {
  return examJob<ExamRow, Reserved, IntentAnswer>({
    name: examJobKind,
    lock: (tx, place) => lockExam(tx, placeOf(place)),
    async next(tx, payload, { intents }) {
      const place = placeOf(payload);
      const open = (await listAnswers(tx, place)).find(({ intent }) => intent === null);
      if (open === undefined) return null;
      const messageId = open.message_id;
      const text = readIncomingText(open.type, open.content).text.trim();
      if (text === '') return { messageId, question: null };
      const reserved = await reserveIntent(tx, {
        ...{ id: newId(), automationId: place.automationId, text, intents },
        contactName: await findWriterName(tx, messageId),
      });
      return 'problem' in reserved ? { problem: reserved.problem } : { messageId, question: reserved };
    },
    async ask(question, signal) {
      if (question === null) return { answer: noIntent };
      const answer = await askIntent(platform, question, signal);
      if (!('problem' in answer)) return { answer };
      return answer.reason === 'unusable_answer' ? { answer: noIntent } : { problem: answer.problem };
    },
    putAnswer: (tx, place, messageId, answer) => putAnswer(tx, placeOf(place), messageId, answer),
    setProblem: (tx, place, problem) => setProblem(tx, placeOf(place), problem),
  });
}
