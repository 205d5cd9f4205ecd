import type { Report } from '@parley/contract/types';

const number = new Intl.NumberFormat('en');
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The key figures of a report as paragraphs of an email, compared with as many days before. */
export function linesOf(report: Report, account: string): string[] {
  const { totals, previous, backlog, ratings, spend } = report;
  const before = previous.totals;
  const windows = totals.windows.saved + totals.windows.missed;
  const count = (name: string, now: number, then: number) => `${name}: ${number.format(now)}${growth(now, then)}`;
  const median = (name: string, now: number | null, then: number | null) =>
    `${name}: ${duration(now)}${then === null ? '' : ` (before: ${duration(then)})`}`;
  const figures = [
    count('Received', totals.received, before.received),
    count('Sent', totals.sent, before.sent),
    count('New conversations', totals.opened, before.opened),
    median('Median first reply', totals.first_reply.median_s, before.first_reply.median_s),
    median('Median resolution', totals.resolution.median_s, before.resolution.median_s),
    ...(windows === 0 ? [] : [`Windows saved: ${totals.windows.saved} of ${windows}`]),
    ...(ratings.average === null ? [] : [`Satisfaction: ${ratings.average} of 5, ${ratings.answered} answered`]),
    `Open now: ${number.format(backlog.open)}, ${number.format(backlog.waiting)} waiting for a reply`,
    ...(spend?.currency && spend.amount !== null ? [`Spend: ${money(spend.amount, spend.currency)}`] : []),
  ];
  return [
    `${account}, ${days(report)}, compared with the days before (${days(previous)}).`,
    ...(report.sandbox ? ['These are figures of the sandbox.'] : []),
    figures.join('\n'),
  ];
}

function days({ from, to }: { from: string; to: string }): string {
  const [first, last] = [new Date(from), new Date(to)];
  return from === to ? day.format(first) : day.formatRange(first, last);
}

function growth(now: number, before: number): string {
  if (before === 0) return '';
  const percent = Math.round((now / before - 1) * 100);
  return ` (${percent > 0 ? '+' : ''}${percent}%)`;
}

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}

function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
