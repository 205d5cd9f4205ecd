import { z } from 'zod';
import { id } from '../core/primitives.ts';

const minutes = z.number().int().min(1, 'At least a minute.').max(10_080, 'At most 7 days.').nullable();

/** How soon conversations are to be answered and resolved; null: no target. */
export const replyTarget = z.strictObject({
  /** On these channels; empty: on all. */
  channel_ids: z.array(id).max(100, 'At most 100 channels.'),
  /** With one of these labels; empty: with any, or none. */
  label_ids: z.array(id).max(100, 'At most 100 labels.'),
  /** The first reply since a conversation began or was opened again. */
  first_minutes: minutes,
  /** Each later reply. */
  next_minutes: minutes,
  /** From the customer's first message, or the reopening, until it is done. */
  resolve_minutes: z.number().int().min(1, 'At least a minute.').max(43_200, 'At most 30 days.').nullable(),
  /** Which time counts: all of it, or the working hours of the channel. */
  hours: z.enum(['always', 'working']),
});
export type ReplyTarget = z.output<typeof replyTarget>;

/** How soon customers are to be answered. */
export const replyTargets = z.strictObject({
  /** The first that fits a conversation decides alone. */
  targets: z.array(replyTarget).max(20, 'At most 20 targets.'),
  /** How long before a reply is due the assignee is notified. */
  warn_minutes: z.number().int().min(1, 'At least a minute.').max(1_440, 'At most 24 hours.'),
  /** Admins and Owners are notified of overdue replies too. */
  tell_admins: z.boolean(),
});
export type ReplyTargets = z.output<typeof replyTargets>;
