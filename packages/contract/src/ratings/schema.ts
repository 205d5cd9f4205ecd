import { z } from 'zod';
import { id, pageQuery, timestamp } from '../core/primitives.ts';

/** Of three answers the scores are 1, 3 and 5. */
const score = z.number().int().min(1).max(5);

export const ratingQuery = z
  .strictObject({
    ...pageQuery.shape,
    /** The first and last day of the answers, in the account's time zone. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    score: z.coerce.number().int().min(1).max(5).optional(),
    channel_id: id.optional(),
    /** Of conversations that this member marked as done, or had then. */
    member_id: id.optional(),
    /** Of conversations that were assigned to this member, or to this group, when they were done. */
    assignee_id: id.optional(),
    group_id: id.optional(),
    /** Of the customer of this conversation. */
    thread_id: id.optional(),
  })
  .refine(({ from = '', to = '9' }) => from <= to, { message: 'The last day is before the first.', path: ['to'] });

/** A customer's answer after a conversation was done. */
export const rating = z.strictObject({
  id,
  thread_id: id,
  channel_id: id,
  contact: z.strictObject({ name: z.string(), phone_number: z.string().nullable(), username: z.string().nullable() }),
  /** Who marked the conversation as done, or had it; null: no member, or one whose figures the reader may not see. */
  member_id: id.nullable(),
  score,
  /** How many answers the customer could choose from. */
  scale: z.union([z.literal(3), z.literal(5)]),
  comment: z.string().nullable(),
  answered_at: timestamp,
});
export type Rating = z.output<typeof rating>;
