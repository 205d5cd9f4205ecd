import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id } from '../core/primitives.ts';

/** The file of a message. The URLs are signed and valid for 15 to 30 minutes; every response has new ones. */
export const mediaInfo = z.strictObject({
  media_id: z.string(),
  /** Detected from the bytes once they are stored; before that as WhatsApp reported it. */
  mime_type: z.string(),
  size_bytes: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  duration_ms: z.number().optional(),
  url: z.string().nullable(),
  thumbnail_url: z.string().optional(),
  /**
   * `ready` can be shown; `provider` is still only at WhatsApp: waiting, or with the reason of a failed copy; `gone`
   * is no longer available.
   */
  state: z.enum(['ready', 'provider', 'gone']),
  reason: ourText().optional(),
});

export const uploadedMedia = z.strictObject({
  id,
  mime_type: z.string(),
  size_bytes: z.number(),
  /** Hex. */
  sha256: z.string(),
  filename: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  duration_ms: z.number().optional(),
});
export type UploadedMedia = z.output<typeof uploadedMedia>;

/** A file by its id. Facts and name are known once it is stored. `url` is signed and valid for 15 to 30 minutes. */
export const storedMedia = z.strictObject({
  id,
  mime_type: z.string().optional(),
  size_bytes: z.number().optional(),
  /** Hex. */
  sha256: z.string().optional(),
  filename: z.string().optional(),
  /** `waiting`: it is still being copied from WhatsApp, or scanned. */
  state: z.enum(['ready', 'waiting', 'gone']),
  url: z.string().nullable(),
});
export type StoredMedia = z.output<typeof storedMedia>;
