import { z } from 'zod';
import { id, storableText, version } from '../core/primitives.ts';

const names = z.array(id).max(50);

/** What somebody of the team wrote to the team in a conversation; never given to the customer. */
export const note = z.strictObject({
  id,
  thread_id: id,
  body: z.string(),
  /** Whom it names; a group is everybody who was in it then. */
  mentions: z.strictObject({ user_ids: z.array(id), group_ids: z.array(id) }),
  created_at: z.string(),
  created_by: z.string(),
  version,
});
export type Note = z.output<typeof note>;

export const createNoteBody = z.strictObject({
  id: id.optional(),
  body: storableText.trim().min(1, 'Write something first.').max(4_000, 'At most 4,000 characters.'),
  mentions: z.strictObject({ user_ids: names.default([]), group_ids: names.default([]) }).prefault({}),
});

/** A note that names the one who asks. */
export const mention = z.strictObject({ note, read: z.boolean() });
