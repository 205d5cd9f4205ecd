import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import { IconCheck } from '@tabler/icons-react';
import styles from './step-bar.module.css';
import { type GoTo, openSteps, type Step, steps } from './steps.ts';

/** The five steps; those that are open can be gone to. */
export function StepBar({ row, step, goTo }: { row: ContactImport | null; step: Step; goTo: GoTo }) {
  const { t } = useLingui();
  const words = { upload: t`Upload`, map: t`Match`, rules: t`Rules`, check: t`Check`, run: t`Import` };
  const at = steps.indexOf(step);
  const open = openSteps(row);
  return (
    <nav aria-label={t`Steps`}>
      <ol className={styles.steps}>
        {steps.map((name, index) => {
          const isDone = index < at;
          const mark = (
            <span className={styles.mark}>
              {isDone ? <IconCheck size={13} stroke={2.5} aria-label={t`done`} /> : index + 1}
            </span>
          );
          return (
            <li key={name} data-done={isDone || undefined} aria-current={index === at ? 'step' : undefined}>
              {open.includes(name) && index !== at ? (
                <button type="button" onClick={() => goTo({ step: name })}>
                  {mark}
                  <span className={styles.word}>{words[name]}</span>
                </button>
              ) : (
                <span className={styles.still}>
                  {mark}
                  <span className={styles.word}>{words[name]}</span>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
