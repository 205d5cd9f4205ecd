import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { HistoryImport } from '@parley/contract/types';
import { useState } from 'react';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useSkipped } from '../data/history-data.ts';
import styles from './move.module.css';

/** How much is left out and why; each of the first thousand on request. */
export function SkippedList({ row }: { row: HistoryImport }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const count = row.skipped.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <Disclosure
      title={
        row.source === null
          ? plural(count, { one: '# line is left out', other: '# lines are left out' })
          : plural(count, { one: '# thing is left out', other: '# things are left out' })
      }
      look="link"
      open={open}
      onToggle={setOpen}
    >
      <dl className={styles.reasons}>
        {row.skipped.map(({ reason, count: many }) => (
          <div key={reason}>
            <dt>{reason}</dt>
            <dd>{many}</dd>
          </div>
        ))}
      </dl>
      {open && <Lines id={row.id} hasLines={row.source === null} label={t`What is left out`} />}
    </Disclosure>
  );
}

function Lines({ id, hasLines, label }: { id: string; hasLines: boolean; label: string }) {
  const { t } = useLingui();
  const { data = [] } = useSkipped(id);
  if (data.length === 0) return null;
  return (
    <ol className={styles.skipped} aria-label={label}>
      {data.map(({ place, reason, sample }, index) => (
        <li key={`${place} ${String(index)}`}>
          <span>{place === '' || !hasLines ? reason : t`Line ${place}: ${reason}`}</span>
          <bdi>{sample}</bdi>
        </li>
      ))}
    </ol>
  );
}
