import { z } from 'zod';
import { mostRates, rateCategories } from './rate-categories.ts';

export const rate = z.strictObject({
  /** The first day it is valid, in the account's time zone. */
  from: z.iso.date(),
  category: z.enum(rateCategories),
  /** Of numbers that begin with these digits, such as `44`; empty: of all others. The longest prefix decides. */
  prefix: z.string().regex(/^([1-9][0-9]{0,3})?$/, 'Up to four digits of the country code, without +.'),
  /** Of one message. */
  price: z.number().min(0).max(100_000),
});

export const rateList = z.strictObject({
  /** ISO 4217; null: no rates yet. */
  currency: z.string().nullable(),
  /** To be sent with the next change. */
  version: z.number().int().nonnegative(),
  rates: z.array(rate),
});

export const rateListBody = z
  .strictObject({
    currency: z.string().regex(/^[A-Z]{3}$/, 'A code of ISO 4217, such as EUR.'),
    version: z.number().int().nonnegative(),
    rates: z.array(rate).max(mostRates),
  })
  .refine(({ rates }) => new Set(rates.map(rateKey)).size === rates.length, {
    message: 'Two rates of the same category and prefix begin on the same day.',
    path: ['rates'],
  });

function rateKey({ from, category, prefix }: Rate): string {
  return `${from} ${category} ${prefix}`;
}

export type Rate = z.output<typeof rate>;
export type RateList = z.output<typeof rateList>;
