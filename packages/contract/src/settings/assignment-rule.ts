import { z } from 'zod';
import { id } from '../core/primitives.ts';

/** New conversations go to members in turn: who has waited longest for one is next. */
export const assignmentRule = z.strictObject({
  /** These members, and those of these groups; both empty: all members. */
  user_ids: z.array(id).max(200, 'At most 200 members.'),
  group_ids: z.array(id).max(200, 'At most 200 groups.'),
  /** Who has so many open conversations gets no more; null: no limit. */
  capacity: z.number().int().min(1, 'At least 1.').max(1_000, 'At most 1000.').nullable(),
  /** Only members in their working hours. Members who are away never get one. */
  only_working: z.boolean(),
});
export type AssignmentRule = z.output<typeof assignmentRule>;
