import { z } from 'zod';

const target = z.number().int().min(1, 'At least a minute.').max(10_080, 'At most 7 days.').nullable();

/** How soon customers are to be answered. */
export const replyTargets = z.strictObject({
  /** The first reply since a conversation began or was opened again; null: no target. */
  first_minutes: target,
  /** Each later reply. */
  next_minutes: target,
  /** Which time counts: all of it, or the working hours of the channel. */
  hours: z.enum(['always', 'working']),
  /** How long before a reply is due the assignee is notified. */
  warn_minutes: z.number().int().min(1, 'At least a minute.').max(1_440, 'At most 24 hours.'),
  /** Admins and Owners are notified of overdue replies too. */
  tell_admins: z.boolean(),
});
export type ReplyTargets = z.output<typeof replyTargets>;
