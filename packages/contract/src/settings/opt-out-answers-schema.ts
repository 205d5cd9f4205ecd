import { z } from 'zod';
import { fixedText } from '../contacts/fixed-text.ts';
import { maxOptOutAnswer } from './opt-out-answers.ts';

/** Empty: the default text. */
const text = fixedText.trim().max(maxOptOutAnswer, 'At most 1,000 characters.');

/** What customers who opt out, or in again, are answered once. */
export const optOutAnswers = z.strictObject({
  on: z.boolean(),
  texts: z
    .array(
      z.strictObject({
        language: z.string().regex(/^[a-z]{2,3}$/, 'Choose a language.'),
        opt_out: text,
        opt_in: text,
      }),
    )
    .max(60, 'At most 60 languages.')
    .refine(
      (list) => new Set(list.map(({ language }) => language)).size === list.length,
      'A language is listed twice.',
    ),
});
