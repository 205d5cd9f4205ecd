import type { Language } from '@parley/contract/languages';
import { said } from '@parley/contract/said';
import type { Report } from '@parley/contract/types';
import { translate } from '../../../platform/texts/translate.ts';

/** The key figures of a report as paragraphs of an email, compared with as many days before. */
export function linesOf(report: Report, account: string, language: Language): string[] {
  const { totals, previous, backlog, ratings, spend } = report;
  const say = (text: string) => translate(language, text);
  const { number, share, days, duration, money } = formatsOf(language);
  const before = previous.totals;
  const windows = totals.windows.saved + totals.windows.missed;
  const growth = (now: number, then: number) => (then === 0 ? '' : ` (${share(now / then - 1)})`);
  const count = (name: string, now: number, then: number) => `${say(name)}: ${number(now)}${growth(now, then)}`;
  const median = (name: string, now: number | null, then: number | null) =>
    then === null
      ? `${say(name)}: ${duration(now)}`
      : `${say(name)}: ${duration(now)} ${say(said(`(before: ${duration(then)})`))}`;
  const figures = [
    count('Received', totals.received, before.received),
    count('Sent', totals.sent, before.sent),
    count('New conversations', totals.opened, before.opened),
    median('Median first reply', totals.first_reply.median_s, before.first_reply.median_s),
    median('Median resolution', totals.resolution.median_s, before.resolution.median_s),
    ...(windows === 0 ? [] : [say(`Windows saved: ${totals.windows.saved} of ${windows}`)]),
    ...(ratings.average === null ? [] : [say(`Satisfaction: ${ratings.average} of 5, ${ratings.answered} answered`)]),
    say(`Open now: ${number(backlog.open)}, ${number(backlog.waiting)} waiting for a reply`),
    ...(spend?.currency && spend.amount !== null ? [`${say('Spend')}: ${money(spend.amount, spend.currency)}`] : []),
  ];
  return [
    say(`${account}, ${days(report)}, compared with the days before (${days(previous)}).`),
    ...(report.sandbox ? [say('These are figures of the sandbox.')] : []),
    figures.join('\n'),
  ];
}

/** With the digits 0 to 9, as in the application. */
function formatsOf(language: Language) {
  const locale = `${language}-u-nu-latn`;
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  return {
    number: (value: number) => value.toLocaleString(locale),
    share: (value: number) => percent.format(value),
    days: ({ from, to }: { from: string; to: string }) =>
      from === to ? day.format(new Date(from)) : day.formatRange(new Date(from), new Date(to)),
    money: (amount: number, currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount),
    duration: (seconds: number | null) => durationIn(locale, seconds),
  };
}

function durationIn(locale: string, seconds: number | null): string {
  if (seconds === null) return '–';
  const amount = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const both = (whole: [number, string], rest: [number, string]) =>
    rest[0] === 0 ? amount(...whole) : `${amount(...whole)} ${amount(...rest)}`;
  if (seconds < 60) return amount(seconds, 'second');
  if (minutes < 60) return amount(minutes, 'minute');
  if (hours < 24) return both([hours, 'hour'], [minutes % 60, 'minute']);
  return both([Math.floor(hours / 24), 'day'], [hours % 24, 'hour']);
}
