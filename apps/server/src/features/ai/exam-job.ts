import type { TenantTx } from '../../platform/db/sql.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';

/** What it is about: the payload of its job, beside `exam_id`. */
type Place = Record<string, string>;
type Locked = { id: string; problem: string | null };
type Problem = { problem: string };

/** An exam: AI is asked about past messages before it may act on new ones. */
export type ExamKind<Exam extends Locked, Question, Answer> = {
  name: string;
  lock: (tx: TenantTx, place: Place) => Promise<Exam | null>;
  /** Holds back its tokens. @returns null when every message has an answer; a question of null is answered without asking */
  next: (
    tx: TenantTx,
    place: Place,
    exam: Exam,
  ) => Promise<{ messageId: string; question: Question | null } | Problem | null>;
  ask: (question: Question | null, signal: AbortSignal) => Promise<{ answer: Answer } | Problem>;
  putAnswer: (tx: TenantTx, place: Place, messageId: string, answer: Answer) => Promise<void>;
  setProblem: (tx: TenantTx, place: Place, problem: string) => Promise<void>;
};

/**
 * Asks about one message after the other. Each answer is stored before the next question, so a killed process repeats one
 * question at most. What the next message would meet too, such as the monthly limit, stops the exam.
 */
export function examJob<Exam extends Locked, Question, Answer>(kind: ExamKind<Exam, Question, Answer>): JobKind {
  async function lockCurrent(tx: TenantTx, { exam_id: id, ...place }: Place) {
    const exam = await kind.lock(tx, place);
    return exam === null || exam.id !== id ? null : { exam, place };
  }

  async function nextQuestion(tx: TenantTx, payload: Place) {
    const current = await lockCurrent(tx, payload);
    if (current === null || current.exam.problem !== null) return null;
    const next = await kind.next(tx, current.place, current.exam);
    if (next === null || !('problem' in next)) return next;
    await kind.setProblem(tx, current.place, next.problem);
    return null;
  }

  return {
    name: kind.name,
    async run(job) {
      while (!job.signal.aborted) {
        const next = await job.transaction((tx) => nextQuestion(tx, job.payload));
        if (next === null) return undefined;
        const answered = await kind.ask(next.question, job.signal);
        if (job.signal.aborted) break;
        await job.transaction(async (tx) => {
          const current = await lockCurrent(tx, job.payload);
          if (current === null) return;
          if ('problem' in answered) await kind.setProblem(tx, current.place, answered.problem);
          else await kind.putAnswer(tx, current.place, next.messageId, answered.answer);
        });
        if (job.isSliceOver()) return 'again';
      }
      return 'again';
    },
    async onGiveUp(tx, payload) {
      const current = await lockCurrent(tx, payload);
      if (current === null) return;
      await kind.setProblem(tx, current.place, 'There was a problem asking the AI provider. Try again.');
    },
  };
}
