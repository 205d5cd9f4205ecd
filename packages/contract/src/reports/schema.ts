import { z } from 'zod';
import { id, timestamp } from '../core/primitives.ts';
import { longestReport, reportPeriods } from './periods.ts';

const count = z.number().int().nonnegative();

/** Days that every time zone and calendar here can count with. */
export const reportDay = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day < '2200-01-01', 'Choose a day from 2000 on.');

export const reportQuery = z
  .strictObject({
    period: z.enum(reportPeriods).default('30d'),
    /** The first and last day instead of a period, in the account's time zone. */
    from: reportDay.optional(),
    to: reportDay.optional(),
    channel_id: id.optional(),
    /** What happened in conversations while they were assigned to this member, or to this group. */
    member_id: id.optional(),
    group_id: id.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    message: 'The first and the last day are given together.',
    path: ['to'],
  })
  .refine(({ from = '', to = '' }) => from <= to, { message: 'The last day is before the first.', path: ['to'] })
  .refine(({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) <= longestReport, {
    message: `At most ${longestReport} days.`,
    path: ['to'],
  });

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

/** Durations in seconds; null without any. */
const durations = z.strictObject({
  count,
  median_s: count.nullable(),
  /** Nine of ten took at most this long. */
  p90_s: count.nullable(),
});

const both = z.strictObject({ first_reply: durations, resolution: durations });

const totals = z.strictObject({
  received: count,
  sent: count,
  opened: count,
  ...both.shape,
  /** Reply windows of waiting customers: a reply in the last two hours, and closed without one. */
  windows: z.strictObject({ saved: count, missed: count }),
});

/** A part of the spend; null: no rate is known for any of it. */
const spendPart = { billed: count, amount: z.number().nonnegative().nullable() };

/** Ratings that customers gave; the average of 1 to 5 with two decimals. */
const scores = { answered: count, average: z.number().min(1).max(5).nullable() };

const ratings = z.strictObject({
  /** Customers who were asked in the period. */
  asked: count,
  ...scores,
  /** Answers of each score from 1 to 5; of three answers they are 1, 3 and 5. */
  scores: z.array(count).length(5),
  /** In as many days before. */
  before: z.strictObject(scores),
  series: z.array(z.strictObject({ start: z.iso.date(), ...scores })),
  /** Who marked the conversation as done, or had it; null: no member. Users see only themselves. */
  by_member: z.array(z.strictObject({ id: id.nullable(), name: z.string().nullable(), ...scores })),
  by_group: z.array(z.strictObject({ id: id.nullable(), name: z.string().nullable(), ...scores })),
  by_channel: z.array(z.strictObject({ id, name: z.string(), ...scores })),
});

const spend = z.strictObject({
  /** Null: the account has no rates. */
  currency: z.string().nullable(),
  amount: z.number().nonnegative().nullable(),
  /** Delivered messages that WhatsApp bills; those of them without a rate; and those that are free. */
  billed: count,
  without_rate: count,
  free: count,
  /** From when the newest rate was valid that was used. */
  rates_from: z.iso.date().nullable(),
  by_category: z.array(z.strictObject({ category: z.string(), ...spendPart })),
  by_channel: z.array(z.strictObject({ id, name: z.string(), ...spendPart })),
  by_month: z.array(z.strictObject({ month: z.iso.date(), ...spendPart })),
});

const ads = z.strictObject({
  /** Of the values: the account's. */
  currency: z.string(),
  /**
   * Conversations that came from an ad or post in the period, those of them that are done, and their value in the smallest
   * unit; of today's state and assignment. The most conversations first, at most 100.
   */
  by_ad: z.array(z.strictObject({ id: z.string(), title: z.string(), threads: count, done: count, value: count })),
});

export const report = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: z.string(),
  /** Everything up to then is counted. */
  generated_at: timestamp,
  /** The figures are of sandbox channels: chosen, or because there is no other channel. */
  sandbox: z.boolean(),
  /** While stored messages are counted again: how many are done. */
  recount: z.strictObject({ done: count, total: count }).nullable(),
  totals,
  /** The same number of days before. */
  previous: z.strictObject({ from: z.iso.date(), to: z.iso.date(), totals }),
  step: z.enum(['day', 'week', 'month']),
  /** Every day, week or month of the period, by its first day. */
  series: z.array(z.strictObject({ start: z.iso.date(), received: count, sent: count, opened: count })),
  /** How many took how long, by the bands of the contract. */
  bands: z.strictObject({ first_reply: z.array(count), resolution: z.array(count) }),
  /** Who replied or marked as done; null: an API key, automation or the phone. Users see only themselves. */
  by_member: z.array(z.strictObject({ id: id.nullable(), name: z.string().nullable(), ...both.shape })),
  by_group: z.array(z.strictObject({ id: id.nullable(), name: z.string().nullable(), ...both.shape })),
  by_channel: z.array(
    z.strictObject({ id, name: z.string(), received: count, sent: count, opened: count, ...both.shape }),
  ),
  /** Hours of the day in which the reply was written or the conversation done, all 24. */
  by_hour: z.array(z.strictObject({ hour: count, received: count, sent: count, ...both.shape })),
  /** Messages received by weekday, Monday first, and hour. */
  busy: z.strictObject({
    received: z.array(z.array(count).length(24)).length(7),
    /** How often each weekday is in the period. */
    days: z.array(count).length(7),
  }),
  /** Now, whatever the period, apart from the series. By today's assignment. */
  backlog: z.strictObject({
    open: count,
    unassigned: count,
    waiting: count,
    oldest_waiting_at: timestamp.nullable(),
    /** Open at the end of each day, week or month of the period, of the current one now; null: in the future. */
    series: z.array(z.strictObject({ start: z.iso.date(), open: count.nullable() })),
  }),
  /** By the start of the broadcasts; null while a member or group is chosen. */
  broadcasts: z
    .array(
      z.strictObject({
        start: z.iso.date(),
        broadcasts: count,
        sent: count,
        delivered: count,
        read: count,
        failed: count,
      }),
    )
    .nullable(),
  ratings,
  ads,
  /** What WhatsApp billed; null for Users, and while a member or group is chosen. `before`: in as many days before. */
  spend: spend.extend({ before: z.number().nonnegative().nullable() }).nullable(),
});

export type Report = z.output<typeof report>;
export type ReportQuery = z.output<typeof reportQuery>;
