import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { useReportLabels } from '../data/use-report-labels.ts';
import { Figure } from './figure.tsx';
import { NumberTable } from './number-table.tsx';
import styles from './reports.module.css';

export type TimesFigureProps = {
  id?: string;
  title: string;
  /** The head of the column with the names. */
  first: string;
  rows: Report['by_member'];
  /** The name of the row without one. */
  nobody: string;
};

/** Reply and resolution times of members, groups or channels. */
export function TimesFigure({ id, title, first, rows, nobody }: TimesFigureProps) {
  const { t } = useLingui();
  const { number, duration } = useReportLabels();
  const gone = t`Former member`;
  return (
    <Figure id={id} title={title} note={t`Who replied, and who marked as done`}>
      {rows.length === 0 ? (
        <p className={styles.none}>{t`No replies in this period.`}</p>
      ) : (
        <NumberTable
          label={title}
          heads={[first, t`Replies`, t`First reply`, t`9 of 10 within`, t`Resolved`, t`Resolution`]}
          rows={rows.map(({ id: key, name, first_reply, resolution }) => ({
            key: key ?? 'none',
            name: name ?? (key === null ? nobody : gone),
            cells: [
              ...[number(first_reply.count), duration(first_reply.median_s), duration(first_reply.p90_s)],
              ...[number(resolution.count), duration(resolution.median_s)],
            ],
          }))}
        />
      )}
    </Figure>
  );
}
