import type { RatingRule } from '@parley/contract/types';

/** What the dialog begins with when no rule is set. */
export function firstRatingRule(text: RatingRule['texts'][number]): RatingRule {
  return { scale: 5, delay_minutes: 10, every_days: 30, comments: true, texts: [text] };
}

/** A whole number within limits; null: not one. */
export function wholeNumber(typed: string, least: number, most: number): number | null {
  const number = Number(typed.trim());
  return typed.trim() !== '' && Number.isInteger(number) && number >= least && number <= most ? number : null;
}
