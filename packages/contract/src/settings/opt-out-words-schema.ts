import { z } from 'zod';
import { bareWords } from '../core/words.ts';
import { maxOptOutWord, type OptOutWords } from './opt-out-words.ts';

const words = z
  .array(z.string().trim().min(1, 'Write a word.').max(maxOptOutWord, `At most ${maxOptOutWord} characters.`))
  .max(30, 'At most 30 words.');

/** A word means one thing only, in whatever language. */
export const optOutWords = z
  .array(
    z.strictObject({
      language: z.string().regex(/^[a-z]{2,3}$/, 'Choose a language.'),
      opt_out: words,
      opt_in: words,
    }),
  )
  .max(60, 'At most 60 languages.')
  .superRefine((list: readonly OptOutWords[], context) => {
    const opposite = new Set(list.flatMap(({ opt_out }) => opt_out.map(bareWords)));
    list.forEach(({ language, opt_in }, index) => {
      if (list.findIndex((other) => other.language === language) !== index) {
        context.addIssue({ code: 'custom', path: [index, 'language'], message: 'This language is already added.' });
      }
      const both = opt_in.find((word) => opposite.has(bareWords(word)));
      if (both === undefined) return;
      const message = `“${both}” is an opt-out word too.`;
      context.addIssue({ code: 'custom', path: [index, 'opt_in'], message });
    });
  });
