import type { TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobKind } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askIntent, type Reserved, reserveIntent } from '../../ai/public.ts';
import { readIncomingText } from '../words/incoming-text.ts';
import { examJobKind } from './exam.ts';
import { type ExamPlace, listAnswers, lockExam, putAnswer, setProblem } from './exam-repo.ts';
import { findWriterName } from './past-messages-query.ts';

const placeOf = (payload: Record<string, string>): ExamPlace => ({
  automationId: payload['automation_id'] ?? '',
  stepId: payload['step_id'] ?? '',
});

/**
 * Asks about one message after the other. Each answer is stored before the next question, so a killed process repeats one
 * question at most. What the next message would meet too, such as the monthly limit, stops the exam.
 */
export function examineMessages(platform: Platform): JobKind {
  return {
    name: examJobKind,
    async run(job) {
      const place = placeOf(job.payload);
      const examId = job.payload['exam_id'] ?? '';
      while (!job.signal.aborted) {
        const next = await job.transaction((tx) => nextQuestion(tx, place, examId));
        if (next === null) return undefined;
        const { messageId, call } = next;
        const answer = call === null ? noIntent : await askIntent(platform, call, job.signal);
        if (job.signal.aborted) break;
        await job.transaction(async (tx) => {
          if ((await lockExam(tx, place))?.id !== examId) return;
          if (!('problem' in answer)) await putAnswer(tx, place, messageId, answer);
          else if (answer.reason === 'unusable_answer') await putAnswer(tx, place, messageId, noIntent);
          else await setProblem(tx, place, answer.problem);
        });
        if (job.isSliceOver()) return 'again';
      }
      return 'again';
    },
    async onGiveUp(tx, payload) {
      const place = placeOf(payload);
      if ((await lockExam(tx, place))?.id !== payload['exam_id']) return;
      await setProblem(tx, place, 'There was a problem asking the AI provider. Try again.');
    },
  };
}

/** As the step takes it: without words, and with an answer that cannot be read, none fits. */
const noIntent = { intent: 0, confidence: null };

type Question = { messageId: string; call: Reserved | null };

/** The tokens of a question are held back as those of a run. @returns null when the exam is over or stops here */
async function nextQuestion(tx: TenantTx, place: ExamPlace, examId: string): Promise<Question | null> {
  const exam = await lockExam(tx, place);
  if (exam === null || exam.id !== examId || exam.problem !== null) return null;
  const open = (await listAnswers(tx, place)).find(({ intent }) => intent === null);
  if (open === undefined) return null;
  const messageId = open.message_id;
  const text = readIncomingText(open.type, open.content).text.trim();
  if (text === '') return { messageId, call: null };
  const reserved = await reserveIntent(tx, {
    ...{ id: newId(), automationId: place.automationId, text, intents: exam.intents },
    contactName: await findWriterName(tx, messageId),
  });
  if (!('problem' in reserved)) return { messageId, call: reserved };
  await setProblem(tx, place, reserved.problem);
  return null;
}
