import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../../ui/button.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import styles from './exam.module.css';
import type { AnyExam } from './exam-dialog.tsx';

type Props = { exam: AnyExam; done: number; onContinue: () => Promise<void> };

/** How far AI was asked, and why it stopped. */
export function ExamProgress({ exam: { state, problem, answers }, done, onContinue }: Props) {
  const { t } = useLingui();
  const { busy, run } = useAction();
  if (state === 'done') return null;
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
          <Button size="sm" busy={busy} onClick={() => void run(onContinue)}>
            {t`Continue`}
          </Button>
        </span>
      )}
    </div>
  );
}
