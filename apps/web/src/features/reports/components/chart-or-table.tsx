import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useReportLabels } from '../data/use-report-labels.ts';
import type { BarsChartProps, Series } from './bars-chart.tsx';
import { Key } from './figure.tsx';
import { NumberTable } from './number-table.tsx';
import styles from './reports.module.css';

/** The library of charts is a file of its own. */
export const BarsChart = lazyComponent<BarsChartProps>(
  () => import('./bars-chart.tsx').then((module) => module.BarsChart),
  {
    fallback: <Skeleton shape="text" label="…" count={5} />,
  },
);

export type ChartOrTableProps = BarsChartProps & {
  tables: boolean;
  /** The head of the table's first column. */
  first: string;
};

/** Bars, or the same numbers as a table. */
export function ChartOrTable({ tables, first, ...chart }: ChartOrTableProps) {
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

/** What the colours of a chart mean. */
export function Legend({ series }: { series: readonly Series[] }) {
  return series.map(({ name, color }) => (
    <Key key={name} color={color}>
      {name}
    </Key>
  ));
}

/** The same outside of a report. */
export function ChartLegend({ series }: { series: readonly Series[] }) {
  return (
    <span className={styles.legend}>
      <Legend series={series} />
    </span>
  );
}
