import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './composer.module.css';

export type BarredComposerProps = {
  tabs: ReactNode;
  /** An icon and a word in place of the reply window. */
  mark: ReactNode;
  title: string;
  text: string;
  /** What was typed before. */
  draft: string;
  action?: ReactNode;
};

/** Shown in place of the field where no reply can be written; notes can. */
export function BarredComposer({ tabs, mark, title, text, draft, action }: BarredComposerProps) {
  const { t } = useLingui();
  return (
    <footer className={styles.composer}>
      <div className={styles.top}>
        {tabs}
        <span className={styles.window}>{mark}</span>
      </div>
      <div className={styles.closed}>
        <strong>{title}</strong>
        <p>{text}</p>
        {draft.trim() !== '' && (
          <p className={styles.kept}>
            <span className={styles.draft}>{t`Draft:`}</span>
            <span dir="auto">{draft}</span>
          </p>
        )}
        {action && <p>{action}</p>}
      </div>
    </footer>
  );
}
