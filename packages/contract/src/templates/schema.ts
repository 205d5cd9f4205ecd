import { z } from 'zod';
import { id, version } from '../core/primitives.ts';

/** The specification's template statuses; only ACTIVE can be sent. */
export const templateStatuses = [
  'ACTIVE',
  'APPROVED',
  'DEACTIVATED',
  'DELETED',
  'DISABLED',
  'IN_APPEAL',
  'LIMIT_EXCEEDED',
  'PAUSED',
  'PENDING',
  'PENDING_DELETION',
  'REJECTED',
] as const;

export const template = z.strictObject({
  id,
  waba_id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string().nullable(),
  /** One of `templateStatuses`; a word that WhatsApp adds later passes through. */
  status: z.string(),
  /** Why it was rejected, paused or disabled, in WhatsApp's words. */
  status_reason: z.string().nullable(),
  quality: z.string().nullable(),
  /** NAMED or POSITIONAL. */
  parameter_format: z.string().nullable(),
  /** As WhatsApp writes them; null for one that was told of and not fetched yet. */
  components: z.array(z.record(z.string(), z.unknown())).nullable(),
  /** When it was last fetched whole. */
  fetched_at: z.string().nullable(),
  version,
});
export type Template = z.output<typeof template>;

export const syncTemplatesBody = z.strictObject({ channel_id: id, dry_run: z.boolean().default(false) });

const change = z.strictObject({
  name: z.string(),
  language: z.string(),
  marker: z.enum(['NEW', 'MODIFIED', 'DELETED']),
});

export const templateSync = z.strictObject({
  /** Null for a look that changed nothing here. */
  run_id: id.nullable(),
  new: z.number(),
  modified: z.number(),
  deleted: z.number(),
  /** Every template that differs. */
  changes: z.array(change),
});
export type TemplateSync = z.output<typeof templateSync>;
