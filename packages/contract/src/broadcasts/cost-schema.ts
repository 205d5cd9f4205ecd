import { z } from 'zod';

/** An amount in the currency of the rates; null: there is no rate. */
const amount = z.number().nullable();

/** What a month's broadcasts cost so far, against the budget. */
const budgetUse = z.strictObject({
  budget: z.number(),
  /** Billed, under way or queued, of all broadcasts of the month. */
  used: z.number(),
  warn_percent: z.number().int(),
  /** The first day of the month. */
  month: z.string(),
  /** With this broadcast, all of it delivered. */
  state: z.enum(['within', 'warning', 'exceeded']),
  start_over_budget: z.boolean(),
});

/** What a broadcast would cost by the account's rates; for members who see the spend. */
export const priceEstimate = z.strictObject({
  /** Null: the account has no rates. */
  currency: z.string().nullable(),
  /** If as many are delivered as usual. */
  low: amount,
  /** If all are delivered. */
  high: amount,
  /** The share of sent messages that was delivered in the last 90 days; null: too few to tell. */
  delivered_percent: z.number().nullable(),
  /** The newest of the rates used: the first day it is valid. */
  rates_from: z.string().nullable(),
  /** Recipients whose country and category have no rate. */
  without_rate: z.number().int(),
  /** A channel of the sandbox: nothing is billed. */
  sandbox: z.boolean(),
  by_country: z.array(
    z.strictObject({
      /** ISO code; `ZZ`: unknown. */
      country: z.string(),
      category: z.string(),
      count: z.number().int(),
      low: amount,
      high: amount,
    }),
  ),
  budget: budgetUse.nullable(),
});
export type PriceEstimate = z.output<typeof priceEstimate>;

/** What was expected of a broadcast, and what WhatsApp billed. */
export const campaignCosts = z.strictObject({
  currency: z.string().nullable(),
  sandbox: z.boolean(),
  rates_from: z.string().nullable(),
  /** Recipients to send to at the start, and the most they were to cost. */
  expected: z.number().int(),
  estimated: amount,
  billed: z.number().int(),
  amount,
  /** Delivered, and free by WhatsApp. */
  free: z.number().int(),
  /** Sent, and the result is not known. */
  open: z.number().int(),
  /** Billed messages without a rate. */
  without_rate: z.number().int(),
  by_country: z.array(
    z.strictObject({
      country: z.string(),
      category: z.string(),
      expected: z.number().int(),
      estimated: amount,
      billed: z.number().int(),
      amount,
    }),
  ),
});
export type CampaignCosts = z.output<typeof campaignCosts>;

/** Broadcasts of real numbers by the month they started in, the newest first: what was expected of them, and billed. */
export const costsByMonth = z.strictObject({
  currency: z.string().nullable(),
  /** At most twelve. */
  months: z.array(
    z.strictObject({
      /** Its first day, in the account's time zone. */
      month: z.iso.date(),
      broadcasts: z.number().int(),
      expected: z.number().int(),
      estimated: amount,
      billed: z.number().int(),
      amount,
      open: z.number().int(),
    }),
  ),
});
export type CostsByMonth = z.output<typeof costsByMonth>;

const budget = z.number().positive('More than 0.').max(100_000_000).multipleOf(0.01, 'At most two decimals.');

/** Settings for all broadcasts of the account. */
export const broadcastSettings = z.strictObject({
  /** In the currency of the rates; null: none. */
  monthly_budget: z.number().nullable(),
  warn_percent: z.number().int(),
  start_over_budget: z.boolean(),
  /** At most so many marketing messages reach a contact by broadcasts in so many days; null: no limit. */
  limit_messages: z.number().int().nullable(),
  limit_days: z.number().int().nullable(),
  /** Null: no rates, and so no budget. */
  currency: z.string().nullable(),
  /** Of the current month: billed, under way or queued. */
  used: z.number(),
  version: z.number().int().nonnegative(),
});
export type BroadcastSettings = z.output<typeof broadcastSettings>;

export const broadcastSettingsBody = z
  .strictObject({
    monthly_budget: budget.nullable(),
    warn_percent: z.number().int().min(1, 'At least 1%.').max(100, 'At most 100%.'),
    start_over_budget: z.boolean(),
    limit_messages: z.number().int().min(1, 'At least 1 message.').max(100, 'At most 100 messages.').nullable(),
    limit_days: z.number().int().min(1, 'At least 1 day.').max(90, 'At most 90 days.').nullable(),
    /** As it was read: 409 `version_conflict` when another member has changed it. */
    version: z.number().int().nonnegative(),
  })
  .refine((body) => (body.limit_messages === null) === (body.limit_days === null), {
    message: 'A limit needs messages and days.',
    path: ['limit_days'],
  });
