import type { TemplateCategory } from './schema.ts';

/*
 * How long WhatsApp tries to deliver a message of a template, in seconds. -1 stands for 30 days.
 * Source: WhatsApp Business Platform, "Time-to-live" of templates.
 */

export const dayS = 86_400;
const longestS = 30 * dayS;

type Validity = { min: number; max: number; unset: number; takesLongest: boolean; offered: readonly number[] };

/** `unset`: what WhatsApp uses without a value. `takesLongest`: -1 is allowed, beyond `max`. */
export const validities: Readonly<Record<TemplateCategory, Validity>> = {
  AUTHENTICATION: {
    ...{ min: 30, max: 900, unset: 600, takesLongest: true },
    offered: [30, 60, 120, 180, 300, 600, 900],
  },
  UTILITY: {
    ...{ min: 30, max: 43_200, unset: longestS, takesLongest: true },
    offered: [60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200],
  },
  MARKETING: {
    ...{ min: 43_200, max: longestS, unset: longestS, takesLongest: false },
    offered: [43_200, dayS, 2 * dayS, 3 * dayS, 7 * dayS, 14 * dayS],
  },
};

/** What holds, in seconds: WhatsApp names its default at times and leaves it out at others. */
export function validitySeconds(category: string | null, seconds: number | null): number {
  if (seconds === -1) return longestS;
  return seconds ?? validities[category as TemplateCategory]?.unset ?? longestS;
}

export function isValidityAllowed(category: string, seconds: number | null): boolean {
  if (seconds === null) return true;
  const { min, max, takesLongest } = validities[category as TemplateCategory] ?? validities.MARKETING;
  return seconds === -1 ? takesLongest : seconds >= min && seconds <= max;
}

/** The value that sets what holds without one; there is no way to take a value away. */
export function unsetValidity(category: string): number {
  const { unset, takesLongest } = validities[category as TemplateCategory] ?? validities.MARKETING;
  return unset === longestS && takesLongest ? -1 : unset;
}
