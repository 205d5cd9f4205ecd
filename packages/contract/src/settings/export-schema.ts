import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id } from '../core/primitives.ts';

/** Everything of an account in one file, written in the background. */
export const accountExport = z.strictObject({
  id,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  error: ourText().nullable(),
  /** Steps that are done, of all: a row is one, a page and a file are more; `total` is 0 until it is known. */
  done: z.number().int(),
  total: z.number().int(),
  /** Seconds until it is ready, as fast as so far; null until that is known. */
  remaining_s: z.number().int().nullable(),
  /** Whether opening the file needs the password that it was asked for with. */
  encrypted: z.boolean(),
  /** Bytes of the file; null until it is ready. */
  size_bytes: z.number().int().nullable(),
  /** The Owner who asked for it. */
  created_by: id,
  created_at: z.string(),
  /** When the file is deleted automatically; null until it is ready. */
  expires_at: z.string().nullable(),
});
export type AccountExport = z.output<typeof accountExport>;

export const startAccountExportBody = z.strictObject({
  /** Encrypts the file in the age format; the password is stored, sealed, only until the file is written. */
  password: z.string().min(12, 'Use at least 12 characters.').max(200, 'Use at most 200 characters.').optional(),
});

export const accountExportLink = z.strictObject({
  /** A path of this server; the link needs no token. */
  url: z.string(),
  expires_at: z.string(),
});
