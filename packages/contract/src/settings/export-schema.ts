import { z } from 'zod';
import { id } from '../core/primitives.ts';

/** Everything of an account in one file, written in the background. */
export const accountExport = z.strictObject({
  id,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  error: z.string().nullable(),
  /** Collections and media files that are written, of all; `total` is 0 until it is known. */
  done: z.number().int(),
  total: z.number().int(),
  /** Bytes of the file; null until it is ready. */
  size_bytes: z.number().int().nullable(),
  /** The Owner who asked for it. */
  created_by: id,
  created_at: z.string(),
  /** When the file is deleted automatically; null until it is ready. */
  expires_at: z.string().nullable(),
});
export type AccountExport = z.output<typeof accountExport>;

export const accountExportLink = z.strictObject({
  /** A path of this server; the link needs no token. */
  url: z.string(),
  expires_at: z.string(),
});
