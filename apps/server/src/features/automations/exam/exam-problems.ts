import { areSameIntents, neededMarks } from '@parley/contract/intent-exam';
import type { Flow, FlowProblem, StepOf } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { type ExamMarks, listExamMarks } from './exam-repo.ts';
import { countFirstMessages } from './past-messages-query.ts';

type Draft = { id: string; draft: Flow };

/** What the exams of drafts lack before they are published: every AI intent is tried first, with the texts that it has. */
export async function examProblems(tx: TenantTx, drafts: readonly Draft[]): Promise<FlowProblem[][]> {
  const asking = drafts.filter(({ draft }) => intentSteps(draft).length > 0);
  if (asking.length === 0) return drafts.map(() => []);
  const exams = await listExamMarks(
    tx,
    asking.map(({ id }) => id),
  );
  const possible = await countFirstMessages(tx, neededMarks);
  return drafts.map(({ id, draft }) =>
    intentSteps(draft).flatMap((step): FlowProblem[] => {
      const exam = exams.find((one) => one.automation_id === id && one.step_id === step.id);
      const msg = problemOf(step, exam, possible);
      return msg === null ? [] : [{ step: step.id, part: 'step', msg }];
    }),
  );
}

function problemOf({ intents }: StepOf<'intent'>, exam: ExamMarks | undefined, possible: number): string | null {
  const isOfOthers = exam !== undefined && !areSameIntents(exam.intents, intents);
  const needed = exam === undefined || isOfOthers ? possible : exam.needed;
  const marks = exam === undefined || isOfOthers ? 0 : exam.marks;
  if (marks >= needed) return null;
  const todo =
    needed === 1
      ? 'Try this step on past conversations and mark at least 1 answer first.'
      : `Try this step on past conversations and mark at least ${needed} answers first.`;
  return isOfOthers ? `The intents changed since the last try. ${todo}` : todo;
}

function intentSteps({ steps }: Flow): StepOf<'intent'>[] {
  return steps.filter((step) => step.kind === 'intent');
}
