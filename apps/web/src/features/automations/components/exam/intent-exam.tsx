import { useLingui } from '@lingui/react/macro';
import { areSameIntents } from '@parley/contract/intent-exam';
import type { Exam, StepOf } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type ExamPlace, markAnswer, useExam } from '../../data/exam-data.ts';
import styles from './exam.module.css';
import { ExamAnswer } from './exam-answer.tsx';
import { ExamBars } from './exam-bars.tsx';
import { ExamProgress } from './exam-progress.tsx';
import { ExamStart } from './exam-start.tsx';

export type IntentExamProps = {
  automationId: string;
  step: StepOf<'intent'>;
  onBar: (bar: number) => void;
  /** @param touched whether what publishing needs may have changed */
  onClose: (touched: boolean) => void;
};

/** What the step would have decided on past messages, marked by who knows what was meant, and the bar that follows. */
export function IntentExam({ automationId, step, onBar, onClose }: IntentExamProps) {
  const { t } = useLingui();
  const place: ExamPlace = { id: automationId, step_id: step.id };
  const { data: exam, error, refetch } = useExam(place);
  const [touched, setTouched] = useState(false);
  return (
    <Dialog
      title={t`Try on past conversations`}
      size="lg"
      onClose={() => onClose(touched)}
      footer={
        <>
          {exam && <Needed exam={exam} />}
          <Button onClick={() => onClose(touched)}>{t`Close`}</Button>
        </>
      }
    >
      <div className={styles.exam}>
        <p className={styles.quiet}>
          {t`AI is asked about the latest first messages of customers, as it would be in a run. Nothing is sent to customers. Mark what it chose, then choose how sure it must be.`}
        </p>
        {exam === undefined && error === null && <Skeleton shape="list" label={t`Reading`} count={4} />}
        {exam === undefined && error !== null && (
          <ProblemState title={t`Couldn’t load past tries`} error={error} onRetry={() => void refetch()} />
        )}
        {exam !== undefined && (
          <ExamStart {...{ place, step }} again={exam !== null} onStarted={() => setTouched(true)} />
        )}
        {exam && <Result key={exam.created_at} {...{ place, exam, step, onBar }} onMarked={() => setTouched(true)} />}
      </div>
    </Dialog>
  );
}

type ResultProps = Pick<IntentExamProps, 'step' | 'onBar'> & { place: ExamPlace; exam: Exam; onMarked: () => void };

function Result({ place, exam, step, onBar, onMarked }: ResultProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const bar = step.min_confidence;
  if (!areSameIntents(exam.intents, step.intents)) {
    return <p role="status">{t`The intents changed since this try, so it no longer counts. Try them again.`}</p>;
  }
  if (exam.answers.length === 0) {
    return (
      <p role="status">{t`No customer has written first on these channels yet. Choose others, or try again later.`}</p>
    );
  }
  return (
    <>
      <ExamProgress {...{ place, exam }} />
      <ExamBars answers={exam.answers} bar={bar} onBar={onBar} />
      <ol className={styles.answers}>
        {exam.answers.map((answer, at) => (
          <ExamAnswer
            key={answer.message_id}
            {...{ answer, at, bar, intents: exam.intents }}
            onMark={(mark) => {
              onMarked();
              // Not one at a time: nobody waits for a mark before the next.
              markAnswer(place, answer.message_id, mark).catch((error: unknown) => toast({ message: words(error) }));
            }}
          />
        ))}
      </ol>
    </>
  );
}

function Needed({ exam: { answers, needed } }: { exam: Exam }) {
  const { t } = useLingui();
  const marks = answers.filter(({ mark }) => mark !== null).length;
  return (
    <span className={styles.needed} role="status">
      {marks >= needed
        ? t`Marked: ${marks}. Enough to publish.`
        : answers.length < needed
          ? t`Marked: ${marks} of the ${needed} that publishing needs. Try more messages or channels.`
          : t`Marked: ${marks} of the ${needed} that publishing needs.`}
    </span>
  );
}
