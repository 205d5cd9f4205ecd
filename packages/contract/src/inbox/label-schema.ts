import { z } from 'zod';
import { id, nameOf, version } from '../core/primitives.ts';
import { holders } from './schema.ts';

export const labelColors = ['grey', 'blue', 'green', 'amber', 'red', 'violet'] as const;
export type LabelColor = (typeof labelColors)[number];

export const label = z.strictObject({ id, name: z.string(), color: z.enum(labelColors), version });
export type Label = z.output<typeof label>;

const labelName = nameOf(40);
export const createLabelBody = z.strictObject({
  id: id.optional(),
  name: labelName,
  color: z.enum(labelColors).default('grey'),
});
export const changeLabelBody = z.strictObject({ name: labelName.optional(), color: z.enum(labelColors).optional() });

export const threadEventKinds = [
  'assigned',
  'assistant',
  'blocked',
  'bot_loop',
  'channel_connected',
  'channel_disconnected',
  'channel_paused',
  'channel_removed',
  'channel_resumed',
  'done',
  'group',
  'holder',
  'labels_changed',
  'rated',
  'reopened',
  'snooze_ended',
  'snoozed',
  'stage_changed',
  'template_disabled',
  'template_paused',
  'template_resumed',
  'unblocked',
  'value_changed',
] as const;

/** A line of a conversation's activity. */
export const threadEvent = z.strictObject({
  id,
  thread_id: id,
  kind: z.enum(threadEventKinds),
  detail: z.strictObject({
    assignee_id: id.nullable().optional(),
    assignee_group_id: id.nullable().optional(),
    /** Assigned by the account's assignment rule, not by a member or an automation. */
    by_rule: z.boolean().optional(),
    /** As `snoozed_until` of the thread. */
    until: z.string().optional(),
    /** Labels, or participants of a group. */
    added: z.array(id).optional(),
    removed: z.array(id).optional(),
    /** The new subject of a group, or what WhatsApp made of it. */
    subject: z.string().optional(),
    group_state: z.enum(['active', 'suspended', 'deleted']).optional(),
    /** Where it was moved to; null: out of all stages. */
    stage_id: id.nullable().optional(),
    /** In the smallest unit of the account's currency. */
    value: z.number().int().nullable().optional(),
    /** Marked as done by the account's rule, after so long without a message. */
    after_minutes: z.number().int().optional(),
    /** Who answers here from now on, and what the one before says about the conversation. */
    holder: z.enum(holders).optional(),
    note: z.string().optional(),
    /** Taken over by sending a message, not by the button. */
    by_message: z.boolean().optional(),
    /** Whether the AI assistant answers from here on; `reason` says why it no longer does. */
    on: z.boolean().optional(),
    /** Of a rating: 1 to 5. */
    score: z.number().int().optional(),
    /** Of a template that was sent in the conversation. */
    template_name: z.string().optional(),
    template_language: z.string().optional(),
    /** Why a channel was disconnected, a template paused or a conversation handed over, as far as it is known. */
    reason: z.string().optional(),
  }),
  created_at: z.string(),
  created_by: z.string(),
  version,
});
export type ThreadEvent = z.output<typeof threadEvent>;
