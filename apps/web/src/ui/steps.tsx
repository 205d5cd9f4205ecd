import { useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import styles from './steps.module.css';

export type StepsProps = {
  /** What each step is called, in order. */
  words: readonly string[];
  /** Index of the step that is shown. */
  at: number;
  /** For a list that stands by itself. */
  label?: string;
  /** What goes to a step; none for those that cannot be gone to. */
  goTo?: (index: number) => (() => void) | undefined;
  /** On a phone numbers alone: the title beside them says where somebody is. */
  isBesideTitle?: boolean;
};

/** The steps of something that is done one after the other: what is done, where somebody is, what follows. */
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
