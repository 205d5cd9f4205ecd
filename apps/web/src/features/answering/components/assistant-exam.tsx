import { useLingui } from '@lingui/react/macro';
import { examSizes } from '@parley/contract/intent-exam';
import type { AssistantExam } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { continueExam, startExam, useAssistantExam } from '../data/assistant-data.ts';
import styles from './answering.module.css';
import { ExamAnswer } from './exam-answer.tsx';

const sizes = examSizes.map(String);

/** What the assistant would have answered to past messages, marked by who knows what is right. */
export function AssistantExamDialog({ bar, onClose }: { bar: number; onClose: () => void }) {
  const { t } = useLingui();
  const { data: exam, error, refetch } = useAssistantExam();
  return (
    <Dialog
      title={t`Try on past conversations`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {exam && <Needed exam={exam} />}
          <Button onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div className={styles.exam}>
        <p className={styles.quiet}>
          {t`AI is asked about the latest first messages of customers. Nothing is sent to customers. Mark what it would have answered.`}
        </p>
        {exam === undefined && error === null && <Skeleton shape="list" label={t`Reading`} count={4} />}
        {exam === undefined && error !== null && (
          <ProblemState title={t`Couldn’t load past tries`} error={error} onRetry={() => void refetch()} />
        )}
        {exam !== undefined && <Start again={exam !== null} />}
        {exam && <ExamResult exam={exam} bar={bar} />}
      </div>
    </Dialog>
  );
}

function Start({ again }: { again: boolean }) {
  const { t } = useLingui();
  const [size, setSize] = useState(String(examSizes[0]));
  const { busy, run } = useAction();
  const count = examSizes.find((one) => String(one) === size) ?? examSizes[0];
  return (
    <>
      <span className={styles.line}>
        <Segments
          label={t`Number of messages`}
          segments={sizes.map((value) => ({ value, label: value }))}
          value={size}
          onChange={setSize}
        />
        <Button
          variant={again ? 'outlined' : 'filled'}
          busy={busy}
          onClick={() => void run(() => startExam({ channel_ids: [], count }))}
        >
          {again ? t`Try again` : t`Try ${size} messages`}
        </Button>
      </span>
      {again && <p className={styles.quiet}>{t`Trying again replaces the answers and marks below.`}</p>}
    </>
  );
}

export function ExamResult({ exam, bar }: { exam: AssistantExam; bar: number }) {
  const { t } = useLingui();
  const { busy, run } = useAction();
  const { state, problem, answers } = exam;
  if (answers.length === 0) return <p role="status">{t`No customer has written first yet. Try again later.`}</p>;
  const done = answers.filter(({ asked }) => asked).length;
  const all = answers.length;
  const failed = state === 'stopped';
  return (
    <>
      {state !== 'done' && (
        <Progress
          label={failed ? t`Stopped` : t`Asking AI`}
          note={t`${done} of ${all}`}
          value={done / all}
          failed={failed}
        />
      )}
      {failed && (
        <span className={styles.line}>
          <span role="alert">{problem}</span>
          <Button size="sm" busy={busy} onClick={() => void run(continueExam)}>
            {t`Continue`}
          </Button>
        </span>
      )}
      <ol className={styles.answers}>
        {answers.map((answer, at) => (
          <ExamAnswer key={answer.message_id} answer={answer} at={at} bar={bar} />
        ))}
      </ol>
    </>
  );
}

function Needed({ exam: { answers, needed } }: { exam: AssistantExam }) {
  const { t } = useLingui();
  const marks = answers.filter(({ mark }) => mark !== null).length;
  return (
    <span className={styles.needed} role="status">
      {marks >= needed
        ? t`Marked: ${marks}. Enough to switch it on.`
        : t`Marked: ${marks} of the ${needed} that switching on needs.`}
    </span>
  );
}
