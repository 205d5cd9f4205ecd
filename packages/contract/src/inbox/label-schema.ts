import { z } from 'zod';
import { id, shortText, version } from '../core/primitives.ts';

export const labelColors = ['grey', 'blue', 'green', 'amber', 'red', 'violet'] as const;
export type LabelColor = (typeof labelColors)[number];

export const label = z.strictObject({ id, name: z.string(), color: z.enum(labelColors), version });
export type Label = z.output<typeof label>;

const labelName = shortText.max(40, 'At most 40 characters.');
export const createLabelBody = z.strictObject({
  id: id.optional(),
  name: labelName,
  color: z.enum(labelColors).default('grey'),
});
export const changeLabelBody = z.strictObject({ name: labelName.optional(), color: z.enum(labelColors).optional() });

export const threadEventKinds = [
  'assigned',
  'blocked',
  'done',
  'labels_changed',
  'reopened',
  'snooze_ended',
  'snoozed',
  'unblocked',
] as const;

/** A line of a conversation's activity. */
export const threadEvent = z.strictObject({
  id,
  thread_id: id,
  kind: z.enum(threadEventKinds),
  detail: z.strictObject({
    assignee_id: id.nullable().optional(),
    assignee_group_id: id.nullable().optional(),
    /** As `snoozed_until` of the thread. */
    until: z.string().optional(),
    added: z.array(id).optional(),
    removed: z.array(id).optional(),
  }),
  created_at: z.string(),
  created_by: z.string(),
  version,
});
export type ThreadEvent = z.output<typeof threadEvent>;
