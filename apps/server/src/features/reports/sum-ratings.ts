import type { Report } from '@parley/contract/types';
import { startOf, startsOf, stepOf } from './days.ts';
import type { RatingsRow } from './ratings-query.ts';
import type { ReportScope } from './report-scope.ts';

export type Scores = { answered: number; average: number | null };

/** The ratings of a report in all. @param asked customers who were asked */
export function ratingsOf(
  rows: readonly RatingsRow[],
  asked: number,
  before: readonly RatingsRow[],
  { days }: ReportScope,
): Omit<Report['ratings'], 'by_member' | 'by_group' | 'by_channel'> {
  const step = stepOf(days);
  const total = rows.filter(({ by }) => by === 'total');
  const daily = rows.filter(({ by }) => by === 'day');
  return {
    asked,
    ...scoresOf(total),
    scores: [1, 2, 3, 4, 5].map((score) => total.find((row) => row.score === score)?.n ?? 0),
    before: scoresOf(before.filter(({ by }) => by === 'total')),
    series: startsOf(days, step).map((start) => ({
      start,
      ...scoresOf(daily.filter(({ key }) => key !== null && startOf(key, step, days) === start)),
    })),
  };
}

/** By member, group or channel. */
export function scoresBy(rows: readonly RatingsRow[], by: RatingsRow['by']): Map<string | null, Scores> {
  const keys = new Set(rows.filter((row) => row.by === by).map(({ key }) => key));
  return new Map([...keys].map((key) => [key, scoresOf(rows.filter((row) => row.by === by && row.key === key))]));
}

/** The average with two decimals. */
function scoresOf(rows: readonly RatingsRow[]): Scores {
  const answered = rows.reduce((sum, { n }) => sum + n, 0);
  const sum = rows.reduce((all, { score, n }) => all + score * n, 0);
  return { answered, average: answered === 0 ? null : Math.round((100 * sum) / answered) / 100 };
}
