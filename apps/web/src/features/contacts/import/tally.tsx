import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import styles from './check-step.module.css';

export const piles = ['new', 'updated', 'unchanged', 'duplicates', 'invalid'] as const;
export type Pile = (typeof piles)[number];

/** How many rows of each kind; pressing one shows them. */
export function Tally(props: { counts: ContactImport['check']; shown: Pile; onShow: (pile: Pile) => void }) {
  const { t, i18n } = useLingui();
  const { counts, shown, onShow } = props;
  const words: Record<Pile, string> = {
    new: t`New`,
    updated: t`Updated`,
    unchanged: t`Unchanged`,
    duplicates: t`Twice in the file`,
    invalid: t`Cannot be read`,
  };
  return (
    <fieldset className={styles.tally} aria-label={t`What becomes of the rows`}>
      {piles.map((pile) => (
        <button
          key={pile}
          type="button"
          aria-pressed={pile === shown}
          data-bad={(pile === 'invalid' && counts.invalid > 0) || undefined}
          onClick={() => onShow(pile)}
        >
          <b>{counts[pile].toLocaleString(i18n.locale)}</b>
          {words[pile]}
        </button>
      ))}
    </fieldset>
  );
}
