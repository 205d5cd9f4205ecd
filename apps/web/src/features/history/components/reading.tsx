import { useLingui } from '@lingui/react/macro';
import type { HistoryImport } from '@parley/contract/types';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './move.module.css';
import { useCountsText } from './use-counts-text.ts';

/** The file is read: what was found so far. */
export function Reading({ row, onCancel }: { row: HistoryImport; onCancel: () => void }) {
  const { t } = useLingui();
  const countsText = useCountsText();
  return (
    <div className={styles.part}>
      <p role="status">{countsText(row.found)}</p>
      <Skeleton shape="text" label={t`Reading`} />
      <div className={styles.actions}>
        <Button variant="plain" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  );
}
