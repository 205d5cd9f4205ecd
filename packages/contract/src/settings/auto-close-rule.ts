import { z } from 'zod';
import { fixedText } from '../contacts/fixed-text.ts';

/** When conversations are marked as done by themselves. */
export const autoCloseRule = z.strictObject({
  /** Without a message, and since it was opened again or a snooze ended. */
  after_minutes: z.number().int().min(60, 'At least an hour.').max(525_600, 'At most 365 days.'),
  /** Those too whose customer waits for a reply. */
  waiting: z.boolean(),
  /** Sent before, inside the reply window; empty: nothing is sent. */
  text: fixedText.refine((text) => text.length <= 1_024, 'At most 1,024 characters.'),
});
export type AutoCloseRule = z.output<typeof autoCloseRule>;
