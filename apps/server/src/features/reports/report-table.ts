import { fromMinorUnits } from '@parley/contract/minor-units';
import { replyBands, resolutionBands } from '@parley/contract/reports';
import { said } from '@parley/contract/said';
import type { Report } from '@parley/contract/types';
import type { Cell } from '../../platform/table-file/workbook.ts';

type Durations = Report['totals']['first_reply'];

const timesHead = [
  ...['First replies', 'Median first reply in seconds', said('90% of first replies within seconds')],
  ...['Resolved', 'Median resolution in seconds', said('90% of resolutions within seconds')],
];
const ratingsHead = ['Name', 'Answered', 'Average'];
const bySteps = { day: 'By day', week: 'By week', month: 'By month' };
const openSteps = {
  day: 'Open at the end of the day',
  week: 'Open at the end of the week',
  month: 'Open at the end of the month',
};
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The title or head of a table in the language of its reader. */
export type Say = (text: string) => string;

/** A report: one table below the other, each with its own head. */
export function reportTable(report: Report, say: Say): Cell[][] {
  const { totals, previous, backlog, busy, ratings, ads } = report;
  const table = (title: string, head: string[], rows: Cell[][]) => [[say(title)], head.map(say), ...rows, []];
  const counts = (row: { received: number; sent: number; opened: number }) => [row.received, row.sent, row.opened];
  const windows = (row: Report['totals']) => [row.windows.saved, row.windows.missed];
  const countsHead = ['Received', 'Sent', 'New conversations'];
  return [
    ...table(
      'Period',
      ['From', 'To', 'Time zone', 'Sandbox'],
      [[report.from, report.to, report.time_zone, say(report.sandbox ? said('yes') : said('no'))]],
    ),
    ...table(
      'In all',
      ['From', 'To', ...countsHead, ...timesHead, 'Windows saved', 'Windows missed'],
      [
        [report.from, report.to, ...counts(totals), ...timesOf(totals), ...windows(totals)],
        [
          ...[previous.from, previous.to, ...counts(previous.totals), ...timesOf(previous.totals)],
          ...windows(previous.totals),
        ],
      ],
    ),
    ...table(
      bySteps[report.step],
      ['From', ...countsHead],
      report.series.map((row) => [row.start, ...counts(row)]),
    ),
    ...table('First reply', ['Within seconds', 'Replies'], bandRows(replyBands, report.bands.first_reply)),
    ...table('Resolution', ['Within seconds', 'Conversations'], bandRows(resolutionBands, report.bands.resolution)),
    ...table(
      'By member',
      ['Name', ...timesHead],
      report.by_member.map((row) => [row.name ?? '', ...timesOf(row)]),
    ),
    ...table(
      'By group',
      ['Name', ...timesHead],
      report.by_group.map((row) => [row.name ?? '', ...timesOf(row)]),
    ),
    ...table(
      'By channel',
      ['Name', ...countsHead, ...timesHead],
      report.by_channel.map((row) => [...[row.name, ...counts(row), ...timesOf(row)]]),
    ),
    ...table(
      'By hour',
      ['Hour', 'Received', 'Sent', ...timesHead],
      report.by_hour.map((row) => [...[row.hour, row.received, row.sent, ...timesOf(row)]]),
    ),
    ...table(
      'Received by weekday and hour',
      ['Weekday', 'Days', ...report.by_hour.map(({ hour }) => String(hour))],
      busy.received.map((hours, n) => [say(weekdays[n] ?? ''), busy.days[n] ?? 0, ...hours]),
    ),
    ...table(
      'Open now',
      ['Open', 'Unassigned', 'Waiting', 'Oldest waiting since'],
      [[backlog.open, backlog.unassigned, backlog.waiting, backlog.oldest_waiting_at]],
    ),
    ...table(
      openSteps[report.step],
      ['From', 'Open'],
      backlog.series.map((row) => [row.start, row.open]),
    ),
    ...table(
      'Ratings',
      ['Asked', 'Answered', 'Average', '1', '2', '3', '4', '5'],
      [[ratings.asked, ratings.answered, ratings.average, ...ratings.scores]],
    ),
    ...table('Ratings by member', ratingsHead, ratings.by_member.map(ratingsOf)),
    ...table('Ratings by group', ratingsHead, ratings.by_group.map(ratingsOf)),
    ...table('Ratings by channel', ratingsHead, ratings.by_channel.map(ratingsOf)),
    ...table(
      'By ad',
      ['Ad', 'Title', 'Conversations', 'Done', `Value ${ads.currency}`],
      ads.by_ad.map((row) => [row.id, row.title, row.threads, row.done, fromMinorUnits(row.value, ads.currency)]),
    ),
    ...(report.broadcasts === null
      ? []
      : table(
          'Broadcasts',
          ['From', 'Broadcasts', 'Sent', 'Delivered', 'Read', 'Failed'],
          report.broadcasts.map((row) => [row.start, row.broadcasts, row.sent, row.delivered, row.read, row.failed]),
        )),
    ...(report.spend === null ? [] : spendTables(report.spend, say)),
  ];
}

function spendTables({ currency, ...spend }: NonNullable<Report['spend']>, say: Say): Cell[][] {
  const head = ['Billed messages', `Spend ${currency ?? ''}`.trim()].map(say);
  const part = (row: { billed: number; amount: number | null }) => [row.billed, row.amount];
  return [
    [say('Spend')],
    [...head, say('Without rate'), say('Free')],
    [...part(spend), spend.without_rate, spend.free],
    [],
    [say('Spend by category')],
    [say('Category'), ...head],
    ...spend.by_category.map((row) => [row.category, ...part(row)]),
    [],
    [say('Spend by channel')],
    [say('Name'), ...head],
    ...spend.by_channel.map((row) => [row.name, ...part(row)]),
    [],
    [say('Spend by month')],
    [say('From'), ...head],
    ...spend.by_month.map((row) => [row.month, ...part(row)]),
    [],
  ];
}

function ratingsOf(row: { name: string | null; answered: number; average: number | null }): Cell[] {
  return [row.name ?? '', row.answered, row.average];
}

function timesOf(row: { first_reply: Durations; resolution: Durations }): Cell[] {
  const cells = ({ count, median_s, p90_s }: Durations) => [count, median_s, p90_s];
  return [...cells(row.first_reply), ...cells(row.resolution)];
}

function bandRows(bounds: readonly number[], counts: readonly number[]): Cell[][] {
  return counts.map((count, n) => [bounds[n] ?? 'more', count]);
}
