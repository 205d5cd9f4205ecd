import { z } from 'zod';
import { fieldName } from '../contacts/schema.ts';
import { id } from '../core/primitives.ts';

/**
 * Why contacts were merged: by a member, WhatsApp named two identities of one customer, or a customer changed to a
 * known number.
 */
export const mergeCauses = ['manual', 'same_person', 'changed_number'] as const;
export type MergeCause = (typeof mergeCauses)[number];

const otherContact = id.optional();
export const mergeBody = z.strictObject({
  id: id.optional(),
  /** Who stays. */
  contact_id: id,
  /** The contacts merged into it. */
  merge_ids: z.array(id).min(1, 'Name at least one more contact.').max(20, 'At most 20 at once.'),
  /**
   * The contact whose value is used; without a choice the remaining contact's, with blanks filled in from the others.
   */
  choose: z
    .strictObject({
      name: otherContact,
      phone_number: otherContact,
      user_id: otherContact,
      username: otherContact,
      /** Consent with its source. */
      opt_in: otherContact,
      custom_fields: z.record(fieldName, id).optional(),
    })
    .optional(),
});
export type MergeBody = z.output<typeof mergeBody>;

/** Values that an undo skipped, because they changed since the merge. */
export const mergeSkipped = z.strictObject({
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
  /** The field, list or contact concerned. */
  name: z.string().nullable(),
  /** The number of notes or messages. */
  count: z.number().int().nullable(),
});
export type MergeSkipped = z.output<typeof mergeSkipped>;

export const contactMerge = z.strictObject({
  id,
  contact_id: id,
  merged: z.array(z.strictObject({ id, name: z.string() })),
  cause: z.enum(mergeCauses),
  created_by: z.string(),
  created_at: z.string(),
  /** Until when it can be undone; null: no longer. */
  undo_until: z.string().nullable(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
  /** What the undo skipped; empty before an undo. */
  kept: z.array(mergeSkipped),
});
export type ContactMerge = z.output<typeof contactMerge>;

/** Why two contacts may be duplicates. */
export const duplicateReasons = ['same_person', 'changed_number', 'number', 'name'] as const;
const duplicateContact = z.strictObject({
  id,
  name: z.string(),
  phone_number: z.string().nullable(),
  phone_masked: z.string().optional(),
  username: z.string().nullable(),
});
export const contactDuplicate = z.strictObject({
  contacts: z.tuple([duplicateContact, duplicateContact]),
  reason: z.enum(duplicateReasons),
  created_at: z.string(),
});
export type ContactDuplicate = z.output<typeof contactDuplicate>;
export const contactPairBody = z.strictObject({ contact_ids: z.tuple([id, id]) });
