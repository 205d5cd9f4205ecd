import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useReportLabels } from '../data/use-report-labels.ts';
import type { BarsChartProps, Series } from './bars-chart.tsx';
import { Figure, Key } from './figure.tsx';
import { NumberTable } from './number-table.tsx';

/** The library of charts is a file of its own. */
const BarsChart = lazyComponent<BarsChartProps>(() => import('./bars-chart.tsx').then((module) => module.BarsChart), {
  fallback: <Skeleton shape="text" label="…" count={5} />,
});

type Props = { report: Report; tables: boolean };

function ChartOrTable(props: BarsChartProps & { tables: boolean; first: string }) {
  const { tables, first, ...chart } = props;
  const { number } = useReportLabels();
  if (!tables) return <BarsChart {...chart} />;
  return (
    <NumberTable
      label={chart.label}
      heads={[first, ...chart.series.map(({ name }) => name)]}
      rows={chart.rows.map((row) => ({
        key: row.key,
        name: row.name,
        cells: chart.series.map((_, n) => number(row.values[n] ?? 0)),
      }))}
    />
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return series.map(({ name, color }) => (
    <Key key={name} color={color}>
      {name}
    </Key>
  ));
}

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
