import { useLingui } from '@lingui/react/macro';
import { areSameIntents, isSureEnough } from '@parley/contract/intent-exam';
import type { Exam, StepOf } from '@parley/contract/types';
import { useState } from 'react';
import { ExamAnswers, ExamDialog, ExamProgress } from '../../../ai/public-exam.ts';
import { continueExam, type ExamPlace, markAnswer, useExam } from '../../data/exam-data.ts';
import styles from './exam.module.css';
import { ExamBars } from './exam-bars.tsx';
import { IntentExamStart } from './intent-exam-start.tsx';

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
  const query = useExam(place);
  const [touched, setTouched] = useState(false);
  return (
    <ExamDialog
      intro={t`AI is asked about the latest first messages of customers, as it would be in a run. Nothing is sent to customers. Mark what it chose, then choose how sure it must be.`}
      query={query}
      needed={({ answers, needed }, marks) =>
        marks >= needed
          ? t`Marked: ${marks}. Enough to publish.`
          : answers.length < needed
            ? t`Marked: ${marks} of the ${needed} that publishing needs. Try more messages or channels.`
            : t`Marked: ${marks} of the ${needed} that publishing needs.`
      }
      onClose={() => onClose(touched)}
    >
      {(exam) => (
        <>
          <IntentExamStart {...{ place, step }} again={exam !== null} onStarted={() => setTouched(true)} />
          {exam && <Result key={exam.created_at} {...{ place, exam, step, onBar }} onMarked={() => setTouched(true)} />}
        </>
      )}
    </ExamDialog>
  );
}

type ResultProps = Pick<IntentExamProps, 'step' | 'onBar'> & { place: ExamPlace; exam: Exam; onMarked: () => void };

function Result({ place, exam, step, onBar, onMarked }: ResultProps) {
  const { t } = useLingui();
  const bar = step.min_confidence;
  if (!areSameIntents(exam.intents, step.intents)) {
    return <p role="status">{t`The intents changed since this try, so it no longer counts. Try them again.`}</p>;
  }
  if (exam.answers.length === 0) {
    return (
      <p role="status">{t`No customer has written first on these channels yet. Choose others, or try again later.`}</p>
    );
  }
  const done = exam.answers.filter(({ intent }) => intent !== null).length;
  return (
    <>
      <ExamProgress exam={exam} done={done} onContinue={() => continueExam(place)} />
      <ExamAnswers
        answers={exam.answers}
        onMark={(id, mark) => {
          onMarked();
          return markAnswer(place, id, mark);
        }}
      >
        {({ intent, confidence }, sure) => {
          if (intent === null) return null;
          const chosen = exam.intents[intent - 1];
          const isUnsure = chosen !== undefined && !isSureEnough({ intent, confidence }, bar);
          return {
            said: null,
            note: (
              <>
                <Chosen name={chosen?.name ?? t`None fits`} />{' '}
                <span>
                  {sure}
                  {isUnsure && ` · ${t`below the minimum`}`}
                </span>
              </>
            ),
          };
        }}
      </ExamAnswers>
      <ExamBars answers={exam.answers} bar={bar} onBar={onBar} />
    </>
  );
}

const Chosen = ({ name }: { name: string }) => (
  <b className={styles.chosen}>
    <bdi>{name}</bdi>
  </b>
);
