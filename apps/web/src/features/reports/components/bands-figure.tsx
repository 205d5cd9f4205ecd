import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { useReportLabels } from '../data/use-report-labels.ts';
import { Figure } from './figure.tsx';
import styles from './reports.module.css';

/** How many replies or resolutions took how long: a table whose bars are drawn in it. */
export function BandsFigure({ report, kind }: { report: Report; kind: 'first_reply' | 'resolution' }) {
  const { t } = useLingui();
  const { number, percent } = useReportLabels();
  const reply = kind === 'first_reply';
  const names = reply
    ? [t`Under 5 min`, t`5–15 min`, t`15–60 min`, t`1–4 h`, t`Over 4 h`]
    : [t`Under 1 h`, t`1–4 h`, t`4–24 h`, t`1–3 days`, t`Over 3 days`];
  const counts = report.bands[kind];
  const { count: total } = report.totals[kind];
  const most = Math.max(1, ...counts);
  return (
    <Figure
      id={reply ? 'times' : undefined}
      title={reply ? t`First reply` : t`Resolution`}
      note={
        reply
          ? t`${plural(total, { one: '# reply to a waiting customer', other: '# replies to waiting customers' })}`
          : t`${plural(total, { one: '# conversation marked as done', other: '# conversations marked as done' })}`
      }
    >
      <table className={styles.bands}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t`Time`}</th>
            <th scope="col">{t`Share`}</th>
            <th scope="col">{t`Number`}</th>
            <th scope="col">{t`Percent`}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map((count, n) => (
            <tr key={names[n]}>
              <th scope="row">{names[n]}</th>
              <td aria-hidden="true">
                <i style={{ inlineSize: `${(100 * count) / most}%` }} />
              </td>
              <td>
                <b>{number(count)}</b>
              </td>
              <td>{total === 0 ? '–' : percent(count / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Figure>
  );
}
