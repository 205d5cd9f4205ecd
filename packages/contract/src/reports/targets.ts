import { z } from 'zod';
import { id, pageQuery, timestamp } from '../core/primitives.ts';
import { reportQuery } from './schema.ts';
import { targetKinds } from './target-kinds.ts';

/** How many were in time, and how many were not: what is overdue and still open is missed. */
const kept = z.strictObject({ kept: z.number().int().nonnegative(), missed: z.number().int().nonnegative() });
const kinds = z.strictObject({ first: kept, next: kept, resolution: kept });
const rows = z.array(kinds.extend({ id: id.nullable() }));

/** How often reply targets were kept in a period. What is decided in it counts: in time when it ended, else when it was due. */
export const targetReport = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  totals: kinds,
  /** Who had the conversation; null: nobody. Users see only themselves. */
  by_member: rows,
  by_channel: rows,
  /** By the labels that the conversations have now; one with several counts for each. */
  by_label: rows,
});
export type TargetReport = z.output<typeof targetReport>;
export type TargetCounts = z.output<typeof kinds>;

export const missedTargetQuery = reportQuery.safeExtend({
  ...pageQuery.shape,
  kind: z.enum(targetKinds).optional(),
  label_id: id.optional(),
  /** Only what nobody had. */
  no_member: z.enum(['true', 'false']).optional(),
});

export const missedTarget = z.strictObject({
  thread_id: id,
  channel_id: id,
  contact: z.strictObject({ name: z.string(), phone_number: z.string().nullable(), username: z.string().nullable() }),
  kind: z.enum(targetKinds),
  due_at: timestamp,
  /** When it came at last; null: not yet. */
  ended_at: timestamp.nullable(),
  /** Who had the conversation; null: nobody, or a member whose figures the reader may not see. */
  member_id: id.nullable(),
});
export type MissedTarget = z.output<typeof missedTarget>;
