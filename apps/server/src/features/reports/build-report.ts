import { replyBands, resolutionBands } from '@parley/contract/reports';
import type { Report } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { countBacklog } from './backlog-query.ts';
import { type BroadcastRow, listBroadcasts } from './broadcasts-query.ts';
import { listCharges } from './charges-query.ts';
import { type CountRow, listCounts } from './counts-query.ts';
import { daysBefore, startOf, startsOf, stepOf } from './days.ts';
import { listNames, type ReportFacts } from './facts-query.ts';
import { findRates } from './rates-repo.ts';
import type { ReportScope } from './report-scope.ts';
import { busyOf, seriesOf, sumBy, sumCounts } from './sum-counts.ts';
import { spendOf } from './sum-spend.ts';
import { type Dimension, listTimes, type TimesRow } from './times-query.ts';
import { countWindows, type WindowsRow } from './windows-query.ts';

type Both = Report['previous']['totals'];
type Times = Pick<Both, 'first_reply' | 'resolution'>;

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Reads and adds up everything of one report. @param sandbox its channels are of the sandbox */
export async function buildReport(
  tx: TenantTx,
  scope: ReportScope,
  channels: ReportFacts['channels'],
  sandbox: boolean,
): Promise<Report> {
  const { days, timeZone } = scope;
  const before: ReportScope = { ...scope, days: daysBefore(days) };
  const step = stepOf(days);
  const counts = await listCounts(tx, scope);
  const times = await listTimes(tx, scope, true);
  const countsBefore = await listCounts(tx, before);
  const timesBefore = await listTimes(tx, before, false);
  const windows = await countWindows(tx, scope);
  const windowsBefore = await countWindows(tx, before);
  const backlog = await countBacklog(tx, scope);
  const filtered = scope.memberId !== undefined || scope.groupId !== undefined;
  const broadcasts = filtered ? null : await listBroadcasts(tx, scope, sandbox);
  const spend =
    filtered || scope.view.assigneeId !== null || !scope.seesMembers
      ? null
      : await readSpend(tx, scope, before, channels);
  const namedIds = times.flatMap(({ by, key }) => ((by === 'member' || by === 'group') && key !== null ? [key] : []));
  const names = await listNames(tx, namedIds);
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
    backlog: { ...backlog, oldest_waiting_at: backlog.oldest_waiting_at?.toISOString() ?? null },
    broadcasts: broadcasts === null ? null : broadcastSeries(broadcasts, scope),
    spend,
  };
}

async function readSpend(
  tx: TenantTx,
  scope: ReportScope,
  before: ReportScope,
  channels: ReportFacts['channels'],
): Promise<Report['spend']> {
  const rates = await findRates(tx);
  const spend = spendOf(await listCharges(tx, scope), rates, channels);
  return { ...spend, before: spendOf(await listCharges(tx, before), rates, channels).amount };
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
