import { useLingui } from '@lingui/react/macro';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import styles from './reports.module.css';

export type Series = { name: string; color: string };
export type BarsChartProps = {
  label: string;
  series: readonly Series[];
  /** One group of bars for each, a bar for each series. */
  rows: readonly { key: string; name: string; values: readonly number[] }[];
  /** Values as text, for others than counts. */
  valueText?: (value: number) => string;
};

const text = { fill: 'var(--text-2)', fontSize: 12 };
const line = { stroke: 'var(--line)' };

/** Groups of bars; arrow keys go through them and read their values. */
export function BarsChart({ label, series, rows, valueText }: BarsChartProps) {
  const { i18n } = useLingui();
  const inWords = valueText ?? ((value: number) => i18n.number(value));
  return (
    <div className={styles.chart}>
      <ResponsiveContainer width="100%" height={210} initialDimension={{ width: 480, height: 210 }}>
        <BarChart data={[...rows]} title={label} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} barGap={1}>
          <CartesianGrid vertical={false} stroke="var(--ch-grid)" />
          <XAxis dataKey="name" tick={text} tickLine={false} axisLine={line} minTickGap={16} />
          <YAxis
            width="auto"
            tick={text}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickFormatter={(value: number) => inWords(value)}
          />
          <Tooltip
            cursor={{ fill: 'var(--hover)' }}
            isAnimationActive={false}
            wrapperClassName={styles.tip ?? ''}
            formatter={(value) => inWords(Number(value))}
          />
          {series.map(({ name, color }, n) => (
            <Bar
              key={name}
              name={name}
              dataKey={({ values }: BarsChartProps['rows'][number]) => values[n] ?? 0}
              fill={color}
              radius={[2, 2, 0, 0]}
              maxBarSize={24}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
