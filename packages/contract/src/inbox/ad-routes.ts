import { z } from 'zod';
import { timestamp } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { adId } from './ad-schema.ts';

/** An ad or a post with a button that opens WhatsApp, as the messages say that came from it. */
export const ad = z.strictObject({
  /** WhatsApp's id of the ad or post. */
  id: adId,
  /** Its newest headline, else its text; may be empty. */
  title: z.string(),
  kind: z.enum(['ad', 'post']),
  /** Null where WhatsApp gave none. */
  url: z.string().nullable(),
  /** Conversations that came from it, among the newest 5,000 messages that came from ads. */
  threads: z.number().int().positive(),
  /** When a customer last came from it. */
  last_at: timestamp,
});
export type Ad = z.output<typeof ad>;

export const adRoutes = defineRoutes({
  'GET /api/ads': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Ads and posts that customers came from, the one with the newest message first; at most 100.',
    responses: { 200: z.strictObject({ data: z.array(ad) }) },
  },
});
