import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id } from '../core/primitives.ts';

export const contactExportStates = ['waiting', 'running', 'done', 'failed'] as const;
export const contactExport = z.strictObject({
  id,
  contact_id: id,
  state: z.enum(contactExportStates),
  error: ourText().nullable(),
  /** Bytes of the file; null until it is ready. */
  size_bytes: z.number().int().nullable(),
  messages: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  /** When the file is deleted automatically. */
  expires_at: z.string(),
});
export type ContactExport = z.output<typeof contactExport>;

export const eraseBody = z.strictObject({
  id: id.optional(),
  /** The text that a member typed to confirm: `ERASE`. */
  confirm: z.literal('ERASE'),
});

/** The number of deleted objects. */
export const erasureCounts = z.strictObject({
  contacts: z.number().int(),
  identities: z.number().int(),
  conversations: z.number().int(),
  messages: z.number().int(),
  message_events: z.number().int(),
  media_files: z.number().int(),
  /** Notes on the contact, and the team's notes in its conversations. */
  notes: z.number().int(),
  internal_notes: z.number().int(),
  activity: z.number().int(),
  list_memberships: z.number().int(),
  suppressions: z.number().int(),
  raw_deliveries: z.number().int(),
  import_rows: z.number().int(),
});
export type ErasureCounts = z.output<typeof erasureCounts>;

/** Proof of an erasure. Its only data of the contact is a hash, which can be found again with the number. */
export const erasureReceipt = z.strictObject({
  id,
  state: z.enum(contactExportStates),
  error: ourText().nullable(),
  /** SHA-256 over this installation's key and each identity, hex. */
  subject_hashes: z.array(z.string()),
  counts: erasureCounts,
  requested_by: z.string(),
  requested_at: z.string(),
  done_at: z.string().nullable(),
});
export type ErasureReceipt = z.output<typeof erasureReceipt>;

export const retention = z.strictObject({
  /** Days after which messages are deleted, with their files and events; null: never. */
  messages_days: z.number().int().min(1).max(3_650).nullable(),
});
export type Retention = z.output<typeof retention>;
