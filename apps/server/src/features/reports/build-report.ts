import { replyBands, resolutionBands } from '@parley/contract/reports';
import type { Report } from '@parley/contract/types';
import type { BroadcastRow } from './broadcasts-query.ts';
import type { CountRow } from './counts-query.ts';
import { startOf, startsOf, stepOf } from './days.ts';
import type { ContextFigures, PeriodFigures, ReportInput } from './read-figures.ts';
import type { ReportScope } from './report-scope.ts';
import { busyOf, seriesOf, sumBy, sumCounts } from './sum-counts.ts';
import { ratingsOf, scoresBy } from './sum-ratings.ts';
import type { TimesRow } from './sum-times.ts';
import type { Dimension } from './times-query.ts';
import type { WindowsRow } from './windows-query.ts';

type Both = Report['previous']['totals'];
type Times = Pick<Both, 'first_reply' | 'resolution'>;

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Adds up everything of one report. */
export function buildReport(
  { scope, before, channels, sandbox }: ReportInput,
  period: PeriodFigures,
  context: ContextFigures,
): Report {
  const { days, timeZone } = scope;
  const step = stepOf(days);
  const { counts, times, ratings, names } = period;
  const { countsBefore, timesBefore, ratingsBefore, windows, windowsBefore, asked } = context;
  const { backlog, backlogSeries, ads, broadcasts, spend } = context;
  const byName = <Row extends { name: string | null }>(rows: Row[]) =>
    rows.sort((a, b) => (a.name ?? '\uFFFF').localeCompare(b.name ?? '\uFFFF'));
  const named = (by: Dimension) =>
    byName(
      [...timesBy(times, by)].map(([id, both]) => ({
        id,
        name: id === null ? null : (names.get(id) ?? null),
        ...both,
      })),
    );
  const namedScores = (by: 'member' | 'group') =>
    byName(
      [...scoresBy(ratings, by)].map(([id, both]) => ({
        id,
        name: id === null ? null : (names.get(id) ?? null),
        ...both,
      })),
    );
  const scoresOfChannels = scoresBy(ratings, 'channel');
  const timesOfChannels = timesBy(times, 'channel');
  const countsOfChannels = sumBy(counts, scope.channelIds, ({ channel_id: id }) => id);
  const timesOfHours = timesBy(times, 'hour');
  const countsOfHours = sumBy(counts, hours, ({ hour }) => hour);
  return {
    ...days,
    time_zone: timeZone,
    generated_at: scope.countedAt.toISOString(),
    sandbox,
    recount: scope.recount,
    totals: totalsOf(counts, times, windows),
    previous: { ...before.days, totals: totalsOf(countsBefore, timesBefore, windowsBefore) },
    step,
    series: seriesOf(counts, days, step),
    bands: { first_reply: bandsOf(times, 'reply'), resolution: bandsOf(times, 'resolution') },
    by_member: named('member').filter(({ id }) => scope.seesMembers || id === scope.uid),
    by_group: named('group'),
    by_channel: channels
      .map(({ id, name }) => ({
        ...{ id, name },
        ...(countsOfChannels.get(id) ?? { received: 0, sent: 0, opened: 0 }),
        ...(timesOfChannels.get(id) ?? noTimes()),
      }))
      .filter(({ received, sent, resolution }) => received + sent + resolution.count > 0),
    by_hour: hours.map((hour) => {
      const { received = 0, sent = 0 } = countsOfHours.get(hour) ?? {};
      return { hour, received, sent, ...(timesOfHours.get(String(hour)) ?? noTimes()) };
    }),
    busy: busyOf(counts, days),
    backlog: {
      ...backlog,
      oldest_waiting_at: backlog.oldest_waiting_at?.toISOString() ?? null,
      series: backlogSeries,
    },
    broadcasts: broadcasts === null ? null : broadcastSeries(broadcasts, scope),
    ratings: {
      ...ratingsOf(ratings, asked, ratingsBefore, scope),
      by_member: namedScores('member').filter(({ id }) => scope.seesMembers || id === scope.uid),
      by_group: namedScores('group'),
      by_channel: channels.flatMap(({ id, name }) => {
        const scores = scoresOfChannels.get(id);
        return scores === undefined ? [] : [{ id, name, ...scores }];
      }),
    },
    ads,
    spend,
  };
}

const noDurations = () => ({ count: 0, median_s: null, p90_s: null });
const noTimes = (): Times => ({ first_reply: noDurations(), resolution: noDurations() });

function timesBy(rows: readonly TimesRow[], by: Dimension): Map<string | null, Times> {
  const found = new Map<string | null, Times>();
  for (const row of rows) {
    if (row.by !== by) continue;
    const both = found.get(row.key) ?? noTimes();
    const { count, median_s, p90_s } = row;
    both[row.kind === 'reply' ? 'first_reply' : 'resolution'] = { count, median_s, p90_s };
    found.set(row.key, both);
  }
  return found;
}

function totalsOf(counts: readonly CountRow[], times: readonly TimesRow[], windows: WindowsRow): Both {
  return { ...sumCounts(counts), ...(timesBy(times, 'total').get(null) ?? noTimes()), windows };
}

function bandsOf(rows: readonly TimesRow[], kind: TimesRow['kind']): number[] {
  const row = rows.find((one) => one.by === 'total' && one.kind === kind);
  return row?.bands ?? new Array((kind === 'reply' ? replyBands : resolutionBands).length + 1).fill(0);
}

function broadcastSeries(rows: readonly BroadcastRow[], { days }: ReportScope): NonNullable<Report['broadcasts']> {
  const step = stepOf(days);
  return startsOf(days, step).map((start) => {
    const sum = { start, broadcasts: 0, sent: 0, delivered: 0, read: 0, failed: 0 };
    for (const row of rows) {
      if (startOf(row.day, step, days) !== start) continue;
      sum.broadcasts += row.broadcasts;
      sum.sent += row.sent;
      sum.delivered += row.delivered;
      sum.read += row.read;
      sum.failed += row.failed;
    }
    return sum;
  });
}
