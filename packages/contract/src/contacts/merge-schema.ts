import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { fieldName } from './schema.ts';

/** Why contacts became one: by hand, WhatsApp named two identities of one person, or a person went on under a known number. */
export const mergeCauses = ['manual', 'same_person', 'changed_number'] as const;
export type MergeCause = (typeof mergeCauses)[number];

const other = id.optional();
export const mergeBody = z.strictObject({
  id: id.optional(),
  /** Who stays. */
  contact_id: id,
  /** Who becomes part of them. */
  merge_ids: z.array(id).min(1, 'Name at least one more contact.').max(20, 'At most 20 at once.'),
  /** From whom a value is taken; without a choice the contact that stays decides, and blanks are filled from the others. */
  choose: z
    .strictObject({
      name: other,
      phone_number: other,
      user_id: other,
      username: other,
      /** Consent with its source. */
      opt_in: other,
      custom_fields: z.record(fieldName, id).optional(),
    })
    .optional(),
});
export type MergeBody = z.output<typeof mergeBody>;

/** What an undo left as it is, because it changed since the merge. */
export const mergeKept = z.strictObject({
  what: z.enum([
    'name',
    'phone_number',
    'user_id',
    'username',
    'opt_in',
    'suppressions',
    'custom_field',
    'list',
    'identity',
    'notes',
    'messages',
    'conversation',
    'contact',
  ]),
  /** The field, list or contact it is about. */
  name: z.string().nullable(),
  /** How many, for notes and messages. */
  count: z.number().int().nullable(),
});
export type MergeKept = z.output<typeof mergeKept>;

export const contactMerge = z.strictObject({
  id,
  contact_id: id,
  merged: z.array(z.strictObject({ id, name: z.string() })),
  cause: z.enum(mergeCauses),
  created_by: z.string(),
  created_at: z.string(),
  /** Until when it can be taken back; null: not any more. */
  undo_until: z.string().nullable(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
  /** What the undo left; empty while it was not undone. */
  kept: z.array(mergeKept),
});
export type ContactMerge = z.output<typeof contactMerge>;

/** Why two contacts may be one person. */
export const duplicateReasons = ['same_person', 'changed_number', 'number', 'name'] as const;
const half = z.strictObject({
  id,
  name: z.string(),
  phone_number: z.string().nullable(),
  phone_masked: z.string().optional(),
  username: z.string().nullable(),
});
export const contactDuplicate = z.strictObject({
  contacts: z.tuple([half, half]),
  reason: z.enum(duplicateReasons),
  created_at: z.string(),
});
export type ContactDuplicate = z.output<typeof contactDuplicate>;
export const pairBody = z.strictObject({ contact_ids: z.tuple([id, id]) });
