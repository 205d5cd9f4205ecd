import { z } from 'zod';
import { variablesIn } from './variables.ts';

/** A text that customers get as it stands: nothing in it is filled in. */
export const fixedText = z.string().superRefine((text, context) => {
  const [name] = variablesIn(text);
  if (name === undefined) return;
  const message = `Customers would see {{${name}}} as it stands: nothing is filled in here. Remove it.`;
  context.addIssue({ code: 'custom', message });
});
