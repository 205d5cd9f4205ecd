import { useLingui } from '@lingui/react/macro';
import type { Campaign, CampaignChart } from '@parley/contract/types';
import { useState } from 'react';
import { dateFormat } from '../../../../platform/date-format.ts';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ChartLegend, ChartOrTable } from '../../../reports/public.ts';
import { useRows } from '../../../sync/public.ts';
import { useChart } from '../../data/campaign/chart-query.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import styles from './campaign.module.css';
import chartStyles from './campaign-chart.module.css';

const kinds = ['sent', 'delivered', 'read', 'replied', 'failed'] as const;
const colors = {
  sent: 'var(--ch-1)',
  delivered: 'var(--ch-2)',
  read: 'var(--ch-3)',
  replied: 'var(--ch-5)',
  failed: 'var(--ch-bad)',
};

/** When recipients were sent to, and what came of it, since the start. */
export function CampaignChartView({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const [unit, setUnit] = useState<CampaignChart['unit'] | null>(null);
  const { data: chart, isError, error, refetch } = useChart(campaign.id, unit);
  if (chart === undefined) {
    return (
      <section className={chartStyles.chart} aria-label={t`Over time`}>
        {isError ? (
          <ProblemState title={t`Couldn’t load the chart`} error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={chartStyles.loading}>
            <Skeleton shape="text" label={t`Reading`} count={4} />
          </div>
        )}
      </section>
    );
  }
  // What was chosen is shown at once, its numbers when they are there.
  const shown = unit !== null && chart.units.includes(unit) ? unit : chart.unit;
  return <ChartFigure chart={chart} unit={shown} onUnit={setUnit} />;
}

/** The chart, or the same numbers as a table. */
export function ChartFigure({
  chart,
  unit,
  onUnit,
}: {
  chart: CampaignChart;
  unit: CampaignChart['unit'];
  onUnit: (unit: CampaignChart['unit']) => void;
}) {
  const { t } = useLingui();
  const words = useCampaignLabels();
  const nameOf = useBucketNames(chart.unit);
  const [tables, setTables] = useState(false);
  const units = { minute: t`Minutes`, hour: t({ message: 'Hours', context: 'unit' }), day: t`Days` };
  const title = { minute: t`Recipients per minute`, hour: t`Recipients per hour`, day: t`Recipients per day` };
  const first = { minute: t`Minute`, hour: t`Hour`, day: t`Day` };
  const series = kinds.map((kind) => ({ name: words.figure[kind], color: colors[kind] }));
  return (
    <section className={chartStyles.chart} aria-labelledby="over-time">
      <header>
        <h2 id="over-time">{t`Over time`}</h2>
        <span className={styles.quiet}>{title[chart.unit]}</span>
        {!tables && <ChartLegend series={series} />}
        <span className={chartStyles.choices}>
          {chart.units.length > 1 && (
            <Segments
              size="sm"
              label={t`Numbers per`}
              value={unit}
              segments={chart.units.map((value) => ({ value, label: units[value] }))}
              onChange={onUnit}
            />
          )}
          <Segments
            size="sm"
            label={t`Show figures as`}
            value={tables ? 'table' : 'chart'}
            segments={[
              { value: 'chart', label: t`Chart` },
              { value: 'table', label: t`Table` },
            ]}
            onChange={(choice) => setTables(choice === 'table')}
          />
        </span>
      </header>
      <div className={chartStyles.body}>
        <ChartOrTable
          label={title[chart.unit]}
          first={first[chart.unit]}
          series={series}
          rows={chart.buckets.map((bucket) => ({
            key: bucket.at,
            name: nameOf(bucket.at),
            values: kinds.map((kind) => bucket[kind]),
          }))}
          tables={tables}
        />
      </div>
    </section>
  );
}

/** In the account’s time zone, by which the numbers are gathered. */
function useBucketNames(unit: CampaignChart['unit']): (at: string) => string {
  const { i18n } = useLingui();
  const timeZone = useRows('clients')[0]?.time_zone ?? 'UTC';
  const parts: Record<CampaignChart['unit'], Intl.DateTimeFormatOptions> = {
    minute: { hour: '2-digit', minute: '2-digit' },
    hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    day: { day: 'numeric', month: 'short' },
  };
  const format = dateFormat(i18n.locale, { timeZone, ...parts[unit] });
  return (at) => format.format(new Date(at));
}
