import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { useReportLabels } from '../data/use-report-labels.ts';
import { BarsChart, ChartOrTable, Legend } from './chart-or-table.tsx';
import { Figure } from './figure.tsx';
import { NumberTable } from './number-table.tsx';

type Props = { report: Report; tables: boolean };

const useStepTitles = () => {
  const { t } = useLingui();
  return {
    day: { messages: t`Messages per day`, broadcasts: t`Broadcasts per day`, first: t`Day` },
    week: { messages: t`Messages per week`, broadcasts: t`Broadcasts per week`, first: t`Week from` },
    month: { messages: t`Messages per month`, broadcasts: t`Broadcasts per month`, first: t`Month` },
  };
};

export function MessagesFigure({ report, tables }: Props) {
  const { t } = useLingui();
  const { start, number } = useReportLabels();
  const { messages: title, first } = useStepTitles()[report.step];
  const { received, sent, opened } = report.totals;
  const counts: [string, number, string][] = [
    [t`Received`, received, 'var(--ch-2)'],
    [t`Sent`, sent, 'var(--ch-4)'],
    ...(tables ? ([[t`New conversations`, opened, 'var(--ch-1)']] as [string, number, string][]) : []),
  ];
  const series = counts.map(([name, , color]) => ({ name, color }));
  const legend = counts.map(([name, count, color]) => ({ name: `${name} ${number(count)}`, color }));
  const rows = report.series.map((row) => ({
    key: row.start,
    name: start(row.start, report.step),
    values: [row.received, row.sent, row.opened],
  }));
  return (
    <Figure id="messages" title={title} legend={!tables && <Legend series={legend} />}>
      <ChartOrTable label={title} first={first} series={series} rows={rows} tables={tables} />
    </Figure>
  );
}

/** How many conversations were open at the end of each day. */
export function BacklogFigure({ report, tables }: Props) {
  const { t } = useLingui();
  const { start } = useReportLabels();
  const { first } = useStepTitles()[report.step];
  const title = t`Open conversations`;
  const notes = {
    day: t`At the end of each day`,
    week: t`At the end of each week`,
    month: t`At the end of each month`,
  };
  const rows = report.backlog.series.flatMap((row) =>
    row.open === null ? [] : [{ key: row.start, name: start(row.start, report.step), values: [row.open] }],
  );
  return (
    <Figure id="backlog" title={title} note={notes[report.step]}>
      <ChartOrTable
        label={title}
        first={first}
        series={[{ name: t({ message: 'Open', context: 'state' }), color: 'var(--ch-1)' }]}
        rows={rows}
        tables={tables}
      />
    </Figure>
  );
}

export function HoursFigure({ report, tables }: Props) {
  const { t } = useLingui();
  const { hour, duration, number } = useReportLabels();
  const title = t`First reply by hour`;
  const rows = report.by_hour.map((row) => ({
    key: `${row.hour}`,
    name: hour(row.hour),
    values: [row.first_reply.median_s ?? 0],
  }));
  const note = t`Median, by the hour of the reply`;
  return (
    <Figure title={title} note={note}>
      {tables ? (
        <NumberTable
          label={title}
          heads={[t`Hour`, t`Replies`, t`Median first reply`, t`Resolved`, t`Median resolution`]}
          rows={report.by_hour.map(({ hour: at, first_reply, resolution }) => ({
            key: `${at}`,
            name: hour(at),
            cells: [
              ...[number(first_reply.count), duration(first_reply.median_s)],
              ...[number(resolution.count), duration(resolution.median_s)],
            ],
          }))}
        />
      ) : (
        <BarsChart
          label={title}
          series={[{ name: t`Median first reply`, color: 'var(--ch-2)' }]}
          rows={rows}
          valueText={duration}
        />
      )}
    </Figure>
  );
}

export function BroadcastsFigure({ report, tables }: Props) {
  const { t } = useLingui();
  const { start } = useReportLabels();
  const { broadcasts: title, first } = useStepTitles()[report.step];
  const series = [
    { name: t`Sent`, color: 'var(--ch-1)' },
    { name: t`Delivered`, color: 'var(--ch-2)' },
    { name: t`Read`, color: 'var(--ch-4)' },
    { name: t`Failed`, color: 'var(--ch-bad)' },
  ];
  const rows = (report.broadcasts ?? []).map((row) => ({
    key: row.start,
    name: start(row.start, report.step),
    values: [row.sent, row.delivered, row.read, row.failed],
  }));
  return (
    <Figure
      id="broadcasts"
      title={title}
      note={t`Recipients, by the start of the broadcast`}
      legend={!tables && <Legend series={series} />}
      wide
    >
      <ChartOrTable label={title} first={first} series={series} rows={rows} tables={tables} />
    </Figure>
  );
}
