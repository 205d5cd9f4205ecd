import { useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import styles from './steps.module.css';

export type StepsProps = {
  /** The labels of the steps, in order. */
  words: readonly string[];
  /** Index of the step that is shown. */
  at: number;
  /** For a standalone list. */
  label?: string;
  /** Navigates to a step; none for unavailable steps. */
  goTo?: (index: number) => (() => void) | undefined;
  /** On a phone only numbers: the title beside them names the step. */
  isBesideTitle?: boolean;
};

/** The steps of a sequential task: completed, current, and following ones. */
export function Steps({ words, at, label, goTo, isBesideTitle }: StepsProps) {
  const { t } = useLingui();
  return (
    <ol className={styles.steps} aria-label={label} data-beside-title={isBesideTitle || undefined}>
      {words.map((word, index) => {
        const isDone = index < at;
        const go = index === at ? undefined : goTo?.(index);
        const inside = (
          <>
            <span className={styles.mark}>
              {isDone ? <IconCheck size={13} stroke={2.5} aria-label={t`done`} /> : index + 1}
            </span>
            <span className={styles.word}>{word}</span>
          </>
        );
        return (
          <li key={word} data-done={isDone || undefined} aria-current={index === at ? 'step' : undefined}>
            {go === undefined ? (
              <span className={styles.step}>{inside}</span>
            ) : (
              <button type="button" className={styles.step} onClick={go}>
                {inside}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
