import { z } from 'zod';
import { currencyCode, timestamp } from '../core/primitives.ts';
import { isMarket } from './markets.ts';
import { mostRates, rateCategories, usualFreeReplies } from './rate-categories.ts';
import { reportDay } from './schema.ts';

export const rate = z.strictObject({
  /** The first day it is valid, in the account's time zone. */
  from: reportDay,
  category: z.enum(rateCategories),
  /** An ISO 3166 code of a country, a group of WhatsApp's price list such as `rest-of-africa`, or '' for all others. */
  market: z.string().refine(isMarket, "The code of a country, such as GB, or a group of WhatsApp's price list."),
  /** Of one message. */
  price: z.number().min(0).max(100_000),
  /**
   * A volume tier: the price of the messages after so many of the category that were billed in the market in a calendar
   * month. Absent: of the first ones.
   */
  above: z.number().int().min(1).max(1_000_000_000).optional(),
});

/** Free-form replies of each number that WhatsApp does not bill in a month. */
const freeReplies = z.number().int().min(0).max(1_000_000);

export const rateList = z.strictObject({
  /** ISO 4217; null: no rates yet. */
  currency: z.string().nullable(),
  /** To be sent with the next change. */
  version: z.number().int().nonnegative(),
  free_replies: freeReplies,
  rates: z.array(rate),
});

export const rateListBody = z
  .strictObject({
    currency: currencyCode,
    version: z.number().int().nonnegative(),
    free_replies: freeReplies.default(usualFreeReplies),
    rates: z.array(rate).max(mostRates),
  })
  .refine(({ rates }) => new Set(rates.map((rate) => `${placeKey(rate)} ${rate.above ?? 0}`)).size === rates.length, {
    message: 'Two rates of the same category and market begin on the same day.',
    path: ['rates'],
  })
  .refine(
    ({ rates }) => {
      const first = new Set(rates.filter(({ above }) => above === undefined).map(placeKey));
      return rates.every((rate) => first.has(placeKey(rate)));
    },
    { message: 'A volume tier needs the price of the messages before it.', path: ['rates'] },
  );

function placeKey({ from, category, market }: Rate): string {
  return `${from} ${category} ${market}`;
}

/** What the next free-form reply in a conversation costs. */
export const replyCost = z.strictObject({
  /** Null: the account has no rates. */
  currency: z.string().nullable(),
  /** Null: no rate for this country. */
  price: z.number().nonnegative().nullable(),
  /** It costs nothing, because the customer came by an ad or because the number has free replies left. */
  free: z
    .discriminatedUnion('reason', [
      z.strictObject({ reason: z.literal('ad'), until: timestamp }),
      z.strictObject({ reason: z.literal('allowance'), used: z.number().int(), of: z.number().int() }),
      z.strictObject({ reason: z.literal('sandbox') }),
    ])
    .nullable(),
});

export type ReplyCost = z.output<typeof replyCost>;
export type Rate = z.output<typeof rate>;
export type RateList = z.output<typeof rateList>;
