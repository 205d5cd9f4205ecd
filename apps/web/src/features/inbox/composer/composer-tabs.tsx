import { useLingui } from '@lingui/react/macro';
import styles from './composer-tabs.module.css';

/** Who can read the text: the customer, or the team only. */
export type ComposerMode = 'reply' | 'note';

export type ComposerTabsProps = { mode: ComposerMode; onMode: (mode: ComposerMode) => void };

/** Above the field: a reply to the customer, or a note for the team. Choosing focuses the field. */
export function ComposerTabs({ mode, onMode }: ComposerTabsProps) {
  const { t } = useLingui();
  const tab = (value: ComposerMode, label: string) => (
    <button
      type="button"
      className={styles.tab}
      data-note={value === 'note' || undefined}
      aria-pressed={value === mode}
      onClick={() => onMode(value)}
    >
      {label}
    </button>
  );
  return (
    <fieldset className={styles.tabs} aria-label={t`Reply or note`}>
      {tab('reply', t`Reply`)}
      {tab('note', t`Note`)}
    </fieldset>
  );
}
