import type { AbResult, AbTest, AbVariant } from '@parley/contract/types';
import { type FigureId, figuresOf } from '../campaign-rules.ts';

export const abFigures = ['sent', 'delivered', 'read', 'tapped', 'replied', 'failed', 'opted_out'] as const;
export type AbFigure = Extract<FigureId, (typeof abFigures)[number]>;

/** The figures of one variant; recipients of the test, not of the rest. */
export function variantFigures(result: AbResult, variant: AbVariant): Record<AbFigure, number> & { rest: number } {
  const found = result.variants.find((one) => one.variant === variant);
  if (found === undefined) throw new Error('an A/B test without both variants');
  return { ...figuresOf({ ...found, total: null }), rest: found.rest };
}

/** The figure that a rule counts; null: a member decides. */
export function figureOfRule(rule: AbTest['winner']): AbFigure | null {
  return rule === 'ask' ? null : rule;
}

export type Comparison = {
  /** Rates, 0 to 1; null while nobody was sent to. */
  a: number | null;
  b: number | null;
  /** `too_few`: the difference cannot be judged yet. */
  verdict: 'too_few' | 'equal' | 'chance' | 'more_than_chance';
};

/** For a rarer event than this the comparison of two shares is not reliable. */
const fewestExpected = 5;
/** A larger distance happens by chance in fewer than 5 of 100 tests. */
const significantZ = 1.96;

/** Compares two shares: whether they differ more than they would by chance (two-proportion z-test). */
export function compareShares(a: number, aOf: number, b: number, bOf: number): Comparison {
  const rates = { a: aOf === 0 ? null : a / aOf, b: bOf === 0 ? null : b / bOf };
  if (rates.a === null || rates.b === null) return { ...rates, verdict: 'too_few' };
  const pooled = (a + b) / (aOf + bOf);
  const expected = [pooled, 1 - pooled].flatMap((share) => [share * aOf, share * bOf]);
  if (Math.min(...expected) < fewestExpected) return { ...rates, verdict: 'too_few' };
  if (a * bOf === b * aOf) return { ...rates, verdict: 'equal' };
  const z = Math.abs(rates.a - rates.b) / Math.sqrt(pooled * (1 - pooled) * (1 / aOf + 1 / bOf));
  return { ...rates, verdict: z > significantZ ? 'more_than_chance' : 'chance' };
}
