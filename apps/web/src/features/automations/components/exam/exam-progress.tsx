import { useLingui } from '@lingui/react/macro';
import type { Exam } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { continueExam, type ExamPlace } from '../../data/exam-data.ts';
import styles from './exam.module.css';

/** How far AI was asked, and why it stopped. */
export function ExamProgress({ place, exam }: { place: ExamPlace; exam: Exam }) {
  const { t } = useLingui();
  const { busy, run } = useAction();
  const { state, problem, answers } = exam;
  if (state === 'done') return null;
  const done = answers.filter(({ intent }) => intent !== null).length;
  const all = answers.length;
  const failed = state === 'stopped';
  return (
    <div className={styles.start}>
      <Progress
        label={failed ? t`Stopped` : t`Asking AI`}
        note={t`${done} of ${all}`}
        value={done / all}
        failed={failed}
      />
      {failed && (
        <span className={styles.line}>
          <span role="alert">{problem}</span>
          <Button size="sm" busy={busy} onClick={() => void run(() => continueExam(place))}>
            {t`Continue`}
          </Button>
        </span>
      )}
    </div>
  );
}
