import { useLingui } from '@lingui/react/macro';
import type { AssistantExam } from '@parley/contract/types';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import styles from './exam.module.css';

/** Of every exam: AI was asked about past messages, and members mark what it said. */
export type AnyExam = Pick<AssistantExam, 'state' | 'problem' | 'needed'> & {
  answers: readonly Pick<AssistantExam['answers'][number], 'message_id' | 'mark'>[];
};

type Props<Exam extends AnyExam> = {
  /** What is asked, and what the marks are for. */
  intro: string;
  query: UseQueryResult<Exam | null>;
  /** @returns how many marks there are of those that are needed */
  needed: (exam: Exam, marks: number) => string;
  onClose: () => void;
  /** With what was found; null: it was not tried. */
  children: (exam: Exam | null) => ReactNode;
};

export function ExamDialog<Exam extends AnyExam>({ intro, query, needed, onClose, children }: Props<Exam>) {
  const { t } = useLingui();
  const { data: exam, error, refetch } = query;
  return (
    <Dialog
      title={t`Try on past conversations`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {exam && (
            <span className={styles.needed} role="status">
              {needed(exam, exam.answers.filter(({ mark }) => mark !== null).length)}
            </span>
          )}
          <Button onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div className={styles.exam}>
        <p className={styles.quiet}>{intro}</p>
        {exam === undefined && error === null && <Skeleton shape="list" label={t`Reading`} count={4} />}
        {exam === undefined && error !== null && (
          <ProblemState title={t`Couldn’t load past tries`} error={error} onRetry={() => void refetch()} />
        )}
        {exam !== undefined && children(exam)}
      </div>
    </Dialog>
  );
}
