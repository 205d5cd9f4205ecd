import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import styles from './check-step.module.css';

export const rowGroups = ['new', 'updated', 'unchanged', 'duplicates', 'invalid'] as const;
export type RowGroup = (typeof rowGroups)[number];

/** The number of rows in each group; clicking one shows its rows. */
export function RowCounts(props: {
  counts: ContactImport['check'];
  shown: RowGroup;
  onShow: (group: RowGroup) => void;
}) {
  const { t, i18n } = useLingui();
  const { counts, shown, onShow } = props;
  const words: Record<RowGroup, string> = {
    new: t`New`,
    updated: t`Updated`,
    unchanged: t`Unchanged`,
    duplicates: t`Twice in the file`,
    invalid: t`Unreadable`,
  };
  return (
    <fieldset className={styles.tally} aria-label={t`Results by row`}>
      {rowGroups.map((group) => (
        <button
          key={group}
          type="button"
          aria-pressed={group === shown}
          data-bad={(group === 'invalid' && counts.invalid > 0) || undefined}
          onClick={() => onShow(group)}
        >
          <b>{i18n.number(counts[group])}</b>
          {words[group]}
        </button>
      ))}
    </fieldset>
  );
}
