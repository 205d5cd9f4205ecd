import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';
import styles from './list-pane.module.css';

/** The search above the list. Escape closes it. */
export function SearchField({ typed, onType }: { typed: string; onType: (typed: string | null) => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.search}>
      <IconSearch {...smallIcon} />
      <input
        ref={(input) => input?.focus()}
        type="search"
        value={typed}
        aria-label={t`Search conversations by name or number`}
        placeholder={t`Name or number`}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onType(null);
        }}
      />
    </div>
  );
}
