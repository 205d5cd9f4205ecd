import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useReportLabels } from '../data/use-report-labels.ts';
import styles from './reports.module.css';

/** What matters most, compared with as many days before, and what is open now. */
export function KeyFigures({ report }: { report: Report }) {
  const { t } = useLingui();
  const { number, duration, money, growth, pace, day } = useReportLabels();
  const relative = useRelativeTime();
  const { totals, previous, backlog } = report;
  const before = previous.totals;
  const windows = totals.windows.saved + totals.windows.missed;
  const [from, to] = [day(previous.from), day(previous.to)];
  const days = previous.from === previous.to ? from : `${from} – ${to}`;
  const received = growth(totals.received, before.received);
  const since = backlog.oldest_waiting_at === null ? null : relative.near(backlog.oldest_waiting_at);
  const tenth = (seconds: number | null) => (seconds === null ? null : t`9 of 10 within ${duration(seconds)}`);
  const figures: { name: string; value: string; notes: (string | null)[] }[] = [
    {
      name: t`Received`,
      value: number(totals.received),
      notes: [received === null ? null : t`${received} from ${days}`],
    },
    { name: t`New conversations`, value: number(totals.opened), notes: [growth(totals.opened, before.opened)] },
    {
      name: t`Median first reply`,
      value: duration(totals.first_reply.median_s),
      notes: [pace(totals.first_reply.median_s, before.first_reply.median_s), tenth(totals.first_reply.p90_s)],
    },
    {
      name: t`Median resolution`,
      value: duration(totals.resolution.median_s),
      notes: [pace(totals.resolution.median_s, before.resolution.median_s), tenth(totals.resolution.p90_s)],
    },
    {
      name: t`Windows saved`,
      value: windows === 0 ? '–' : t`${number(totals.windows.saved)} of ${number(windows)}`,
      notes: [windows === 0 ? t`none came close to closing` : t`${number(totals.windows.missed)} missed`],
    },
    {
      name: t`Open now`,
      value: number(backlog.open),
      notes: [
        t`${plural(backlog.waiting, { one: '# waits for a reply', other: '# wait for a reply' })}`,
        backlog.unassigned > 0 ? t`${backlog.unassigned} unassigned` : null,
        since && t`oldest ${since}`,
      ],
    },
  ];
  const { spend } = report;
  if (spend !== null && spend.billed > 0 && spend.currency !== null && spend.amount !== null) {
    const change = growth(spend.amount, spend.before ?? 0);
    figures.push({
      name: t`Spend`,
      value: money(spend.amount, spend.currency),
      notes: [change, spend.without_rate > 0 ? t`${number(spend.without_rate)} without a rate` : null],
    });
  }
  return (
    <section aria-label={t`Key figures`}>
      <dl className={styles.key} data-count={figures.length}>
        {figures.map(({ name, value, notes }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
              {notes.flatMap((note) => (note === null ? [] : <span key={note}>{note}</span>))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
