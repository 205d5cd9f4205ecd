import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { useState } from 'react';
import { type RatingFilter, RatingsDialog, Stars } from '../../ratings/public.ts';
import { useReportLabels } from '../data/use-report-labels.ts';
import { Figure, reachable } from './figure.tsx';
import styles from './reports.module.css';

type Listed = { title: string; filter: RatingFilter };
type Props = { report: Report; filter: RatingFilter };

/** How customers rated: the answers of each score, and the average by member, group and channel. A row lists its ratings. */
export function RatingsFigure({ report, filter }: Props) {
  const { t } = useLingui();
  const { number, percent } = useReportLabels();
  const [listed, setListed] = useState<Listed | null>(null);
  const { ratings } = report;
  const { answered, asked, average, before } = ratings;
  const most = Math.max(1, ...ratings.scores);
  const period = { ...filter, from: report.from, to: report.to };
  const change = average === null || before.average === null ? null : average - before.average;
  const growth = change === null ? null : number(Math.round(change * 100) / 100);
  return (
    <Figure
      id="ratings"
      title={t`Satisfaction`}
      note={
        <>
          {average !== null && <b>{t`${number(average)} of 5`}</b>}{' '}
          {t`${plural(answered, { one: '# rating', other: '# ratings' })}, ${plural(asked, { one: '# customer asked', other: '# customers asked' })}`}
          {growth !== null && change !== 0 && (
            <> · {t`${change !== null && change > 0 ? `+${growth}` : growth} vs. previous period`}</>
          )}
        </>
      }
    >
      <table className={styles.bands}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t`Rating`}</th>
            <th scope="col">{t`Share`}</th>
            <th scope="col">{t`Number`}</th>
            <th scope="col">{t`Percent`}</th>
          </tr>
        </thead>
        <tbody>
          {[5, 4, 3, 2, 1].map((score) => {
            const count = ratings.scores[score - 1] ?? 0;
            return (
              <tr key={score}>
                <th scope="row">
                  <Stars score={score} />
                </th>
                <td aria-hidden="true">
                  <i style={{ inlineSize: `${(100 * count) / most}%` }} />
                </td>
                <td>
                  {count === 0 ? (
                    <b>{number(count)}</b>
                  ) : (
                    <button
                      type="button"
                      className={styles.more}
                      aria-label={t`Show ${plural(count, { one: '# rating', other: '# ratings' })} of ${score}`}
                      onClick={() => setListed({ title: t`Ratings of ${score}`, filter: { ...period, score } })}
                    >
                      <b>{number(count)}</b>
                    </button>
                  )}
                </td>
                <td>{answered === 0 ? '–' : percent(count / answered)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {listed && <RatingsDialog {...listed} onClose={() => setListed(null)} />}
    </Figure>
  );
}

type Row = Report['ratings']['by_member'][number];

/** The average of members, groups or channels. */
export function RatingAverages({ report, filter }: Props) {
  const { t } = useLingui();
  const { number } = useReportLabels();
  const [listed, setListed] = useState<Listed | null>(null);
  const { by_member, by_group, by_channel } = report.ratings;
  const period = { ...filter, from: report.from, to: report.to };
  const parts: { head: string; nobody: string; rows: readonly Row[]; of: (id: string) => RatingFilter }[] = [
    { head: t`Member`, nobody: t`No member`, rows: by_member, of: (id) => ({ member_id: id }) },
    ...(by_group.some(({ id }) => id !== null)
      ? [{ head: t`Group`, nobody: t`No group`, rows: by_group, of: (id: string) => ({ group_id: id }) }]
      : []),
    ...(by_channel.length > 1
      ? [{ head: t`Channel`, nobody: '', rows: by_channel, of: (id: string) => ({ channel_id: id }) }]
      : []),
  ];
  return (
    <Figure title={t`Satisfaction by member`} note={t`Who marked the conversation as done`}>
      {parts.map(({ head, nobody, rows, of }) => (
        <div key={head} className={styles.scroll} {...reachable}>
          <table className={styles.table} aria-label={head}>
            <thead>
              <tr>
                {[head, t`Ratings`, t`Average`].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, name: known, answered, average }) => {
                const name = known ?? (id === null ? nobody : t`Former member`);
                return (
                  <tr key={id ?? 'none'}>
                    <th scope="row">
                      {id === null ? (
                        name
                      ) : (
                        <button
                          type="button"
                          className={styles.more}
                          onClick={() => setListed({ title: t`Ratings: ${name}`, filter: { ...period, ...of(id) } })}
                        >
                          <bdi>{name}</bdi>
                        </button>
                      )}
                    </th>
                    <td>{number(answered)}</td>
                    <td>{average === null ? '–' : number(average)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      ))}
      {listed && <RatingsDialog {...listed} onClose={() => setListed(null)} />}
    </Figure>
  );
}
