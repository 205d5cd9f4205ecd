import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { targetKinds } from '@parley/contract/target-kinds';
import type { TargetCounts, TargetReport } from '@parley/contract/types';
import { type ReactNode, useState } from 'react';
import { useRows } from '../../sync/public.ts';
import { queryOf, type ReportAddress } from '../data/report-address.ts';
import { type MissedFilter, useTargetReport } from '../data/targets-query.ts';
import { useReportLabels } from '../data/use-report-labels.ts';
import { useTargetKinds } from '../data/use-target-kinds.ts';
import { Figure } from './figure.tsx';
import { MissedTargetsDialog } from './missed-targets-dialog.tsx';
import { NumberTable } from './number-table.tsx';
import styles from './reports.module.css';

type Listed = { title: string; filter: MissedFilter };
type List = (listed: Listed) => void;

/** How often reply targets were kept, in all and by member, channel and label; nothing where there were none. */
export function TargetFigures({ address }: { address: ReportAddress }) {
  const { data } = useTargetReport(address);
  const [listed, setListed] = useState<Listed | null>(null);
  if (data === undefined || countOf(data.totals) === 0) return null;
  const filter = queryOf(address);
  return (
    <>
      <TargetTotals report={data} filter={filter} list={setListed} />
      <TargetParts report={data} filter={filter} list={setListed} />
      {listed && <MissedTargetsDialog {...listed} onClose={() => setListed(null)} />}
    </>
  );
}

type Props = { report: TargetReport; filter: MissedFilter; list: List };

function TargetTotals({ report: { totals }, filter, list }: Props) {
  const { t } = useLingui();
  const { number } = useReportLabels();
  const share = useShare();
  const kinds = useTargetKinds();
  return (
    <Figure id="targets" title={t`Reply targets`} note={t`Missed: late, or overdue now`}>
      <NumberTable
        label={t`Reply targets`}
        heads={[t`Target`, t`Share in time`, t`In time`, t`Missed`]}
        rows={targetKinds
          .filter((kind) => totals[kind].kept + totals[kind].missed > 0)
          .map((kind) => {
            const { kept, missed } = totals[kind];
            const show = () => list({ title: t`Missed: ${kinds[kind]}`, filter: { ...filter, kind } });
            return {
              ...{ key: kind, name: kinds[kind] },
              cells: [
                share(totals[kind]),
                number(kept),
                <MissedButton key="missed" count={missed} what={kinds[kind]} onClick={show} />,
              ],
            };
          })}
      />
    </Figure>
  );
}

function TargetParts({ report, filter, list }: Props) {
  const { t } = useLingui();
  const share = useShare();
  const kinds = useTargetKinds();
  const users = useRows('users');
  const channels = useRows('channels').map(({ id, channel_label: name }) => ({ id, name }));
  const labels = useRows('labels');
  const parts = [
    {
      ...{ head: t`Member`, title: t`Reply targets by member`, nobody: t`No member` },
      rows: report.by_member,
      names: users,
      of: (id: string | null) => (id === null ? { no_member: 'true' as const } : { member_id: id }),
    },
    {
      ...{ head: t`Channel`, title: t`Reply targets by channel`, nobody: '' },
      rows: report.by_channel,
      names: channels,
      of: (id: string | null) => (id === null ? {} : { channel_id: id }),
    },
    {
      ...{ head: t`Label`, title: t`Reply targets by label`, nobody: '' },
      rows: report.by_label,
      names: labels,
      of: (id: string | null) => (id === null ? {} : { label_id: id }),
    },
  ];
  const shown = parts.filter(({ rows }, n) => rows.length > (n === 1 ? 1 : 0));
  return shown.map(({ head, title, nobody, rows, names, of }) => (
    <Figure key={head} title={title} note={t`Share in time`}>
      <NumberTable
        label={title}
        heads={[head, ...targetKinds.map((kind) => kinds[kind]), t`Missed`]}
        rows={rows.map((row) => {
          const name = names.find(({ id }) => id === row.id)?.name ?? (row.id === null ? nobody : t`Deleted`);
          const missed = targetKinds.reduce((sum, kind) => sum + row[kind].missed, 0);
          const { id } = row;
          const show = () => list({ title: t`Missed: ${name}`, filter: { ...filter, ...of(id) } });
          return {
            ...{ key: id ?? 'none', name },
            cells: [
              ...targetKinds.map((kind) => share(row[kind])),
              <MissedButton key="missed" count={missed} what={name} onClick={show} />,
            ],
          };
        })}
      />
    </Figure>
  ));
}

/** How many were missed; a click lists them. */
function MissedButton({ count, what, onClick }: { count: number; what: string; onClick: () => void }): ReactNode {
  const { t } = useLingui();
  const { number } = useReportLabels();
  if (count === 0) return number(count);
  return (
    <button
      type="button"
      className={styles.more}
      aria-label={t`Show ${plural(count, { one: '# missed target', other: '# missed targets' })}: ${what}`}
      onClick={onClick}
    >
      {number(count)}
    </button>
  );
}

function useShare(): (counts: TargetCounts['first']) => string {
  const { percent } = useReportLabels();
  return ({ kept, missed }) => (kept + missed === 0 ? '–' : percent(kept / (kept + missed)));
}

function countOf(totals: TargetCounts): number {
  return targetKinds.reduce((sum, kind) => sum + totals[kind].kept + totals[kind].missed, 0);
}
