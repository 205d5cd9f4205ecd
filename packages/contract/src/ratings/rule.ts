import { z } from 'zod';
import { fixedText } from '../contacts/fixed-text.ts';

const languageText = z.strictObject({
  /** ISO 639, as `en`. */
  language: z.string().regex(/^[a-z]{2,3}$/, 'Choose a language.'),
  question: fixedText
    .refine((text) => text.trim() !== '', 'Enter a question.')
    .refine((text) => text.length <= 1_024, 'At most 1,024 characters.'),
  /** Opens the list of five answers. */
  button: fixedText
    .refine((text) => text.trim() !== '', 'Enter a label.')
    .refine((text) => text.length <= 20, 'At most 20 characters.'),
  /** Sent after the answer; empty: nothing is sent. */
  thanks: fixedText.refine((text) => text.length <= 1_024, 'At most 1,024 characters.'),
});

/** How customers are asked for a rating after their conversation was marked as done. */
export const ratingRule = z.strictObject({
  /** How many answers there are. */
  scale: z.union([z.literal(3), z.literal(5)]),
  delay_minutes: z.number().int().min(0).max(1_380, 'At most 23 hours.'),
  /** A customer is not asked again for so many days; 0: after every conversation. */
  every_days: z.number().int().min(0).max(365, 'At most 365 days.'),
  /** The customer's next message after the answer is kept as its comment. */
  comments: z.boolean(),
  /** By the country of the customer's number; the first is for all others. */
  texts: z
    .array(languageText)
    .min(1, 'Enter a question.')
    .max(20, 'At most 20 languages.')
    .refine(
      (texts) => new Set(texts.map(({ language }) => language)).size === texts.length,
      'A language is listed twice.',
    ),
});
export type RatingRule = z.output<typeof ratingRule>;
