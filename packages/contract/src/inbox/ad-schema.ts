import { z } from 'zod';

/** `source_id` of the referral of a message: WhatsApp's id of an ad or a post. */
export const adId = z.string().trim().min(1).max(64, 'At most 64 characters.');
