import { z } from 'zod';
import { id } from '../core/primitives.ts';

export const personExportStates = ['waiting', 'running', 'done', 'failed'] as const;
export const personExport = z.strictObject({
  id,
  contact_id: id,
  state: z.enum(personExportStates),
  error: z.string().nullable(),
  /** Bytes of the file; null until it is there. */
  size_bytes: z.number().int().nullable(),
  messages: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  /** When the file goes by itself. */
  expires_at: z.string(),
});
export type PersonExport = z.output<typeof personExport>;

export const eraseBody = z.strictObject({
  id: id.optional(),
  /** What a person typed to show that they mean it: `ERASE`. */
  confirm: z.literal('ERASE'),
});

/** How many of each were removed. */
export const erasureCounts = z.strictObject({
  contacts: z.number().int(),
  identities: z.number().int(),
  conversations: z.number().int(),
  messages: z.number().int(),
  message_events: z.number().int(),
  media_files: z.number().int(),
  /** Those on the contact, and those of the team in its conversations. */
  notes: z.number().int(),
  internal_notes: z.number().int(),
  activity: z.number().int(),
  list_memberships: z.number().int(),
  suppressions: z.number().int(),
  raw_deliveries: z.number().int(),
  import_rows: z.number().int(),
});
export type ErasureCounts = z.output<typeof erasureCounts>;

/** Proof of an erasure. It holds nothing of the person but a hash, which only who knows the number can find again. */
export const erasureReceipt = z.strictObject({
  id,
  state: z.enum(personExportStates),
  error: z.string().nullable(),
  /** SHA-256 over this installation's key and each identity, hex. */
  subject_hashes: z.array(z.string()),
  counts: erasureCounts,
  requested_by: z.string(),
  requested_at: z.string(),
  done_at: z.string().nullable(),
});
export type ErasureReceipt = z.output<typeof erasureReceipt>;

export const retention = z.strictObject({
  /** Days after which messages go, with their files and events; null: they are kept. */
  messages_days: z.number().int().min(1).max(3_650).nullable(),
});
export type Retention = z.output<typeof retention>;
