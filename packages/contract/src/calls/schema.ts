import { z } from 'zod';
import { id, timestamp, version } from '../core/primitives.ts';
import { thread } from '../inbox/schema.ts';

/** One audio line is described in far less. */
const sdp = z.string().startsWith('v=0', 'The answer of the connection, as the browser made it.').max(20_000);

/** A call of a customer that rings or goes on. */
export const call = z.strictObject({
  id,
  thread_id: id,
  channel_id: id,
  contact: thread.shape.contact,
  state: z.enum(['ringing', 'answered']),
  rang_at: timestamp,
  /** Whether it rings for the caller: assigned to them, to one of their groups, or to nobody who is there. */
  rings: z.boolean(),
  /** Who answered. */
  member_id: id.nullable(),
  /** The page that answered. */
  device_id: id.nullable(),
  /** Since when both hear each other. */
  connected_at: timestamp.nullable(),
  /** The customer's side of the connection, while it rings (RFC 8866). */
  offer: z.string().nullable(),
  version,
});
export type PhoneCall = z.output<typeof call>;

export const answerCallBody = z.strictObject({
  /** Made by the page that answers. */
  device_id: id,
  sdp,
});

export const hangUpBody = z.strictObject({
  device_id: id,
  /** The page was closed or loaded again, which ended the connection. */
  page_left: z.boolean().default(false),
});
