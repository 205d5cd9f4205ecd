import { z } from 'zod';
import { id } from '../core/primitives.ts';

/** What a message shows of a file. The addresses are signed and work for 15 to 30 minutes; every answer has fresh ones. */
export const mediaInfo = z.strictObject({
  media_id: z.string(),
  /** Found by reading the bytes once they are here; before that what WhatsApp said. */
  mime_type: z.string(),
  size_bytes: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  duration_ms: z.number().optional(),
  url: z.string().nullable(),
  thumbnail_url: z.string().optional(),
  /**
   * `ready` can be shown; `provider` is still only at WhatsApp: on its way, or with a reason when it could not be had so
   * far; `gone` cannot be had any more.
   */
  state: z.enum(['ready', 'provider', 'gone']),
  reason: z.string().optional(),
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
