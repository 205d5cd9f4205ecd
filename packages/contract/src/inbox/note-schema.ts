import { z } from 'zod';
import { id, version } from '../core/primitives.ts';

const names = z.array(id).max(50);

/** A note for the team in a conversation; never sent to the customer. */
export const note = z.strictObject({
  id,
  thread_id: id,
  body: z.string(),
  /** Mentioned users and groups; a group stands for its members at that time. */
  mentions: z.strictObject({ user_ids: z.array(id), group_ids: z.array(id) }),
  created_at: z.string(),
  created_by: z.string(),
  /** When its author last changed it. */
  edited_at: z.string().optional(),
  /** When its author deleted it; its text is gone. */
  deleted_at: z.string().optional(),
  version,
});
export type Note = z.output<typeof note>;

export const createNoteBody = z.strictObject({
  id: id.optional(),
  body: z.string().trim().min(1, 'Enter a note.').max(4_000, 'At most 4,000 characters.'),
  mentions: z.strictObject({ user_ids: names.default([]), group_ids: names.default([]) }).prefault({}),
});

export const changeNoteBody = createNoteBody.omit({ id: true });

/** A note that mentions the caller. */
export const mention = z.strictObject({ note, read: z.boolean() });
