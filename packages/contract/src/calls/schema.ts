import { z } from 'zod';
import { id, timestamp, version } from '../core/primitives.ts';
import { thread } from '../inbox/schema.ts';

/** One audio line is described in far less. */
const sdp = z.string().startsWith('v=0', 'The description of the connection, as the browser made it.').max(20_000);

/** A call that rings or goes on: of a customer, or of the business. */
export const call = z.strictObject({
  id,
  thread_id: id,
  channel_id: id,
  contact: thread.shape.contact,
  direction: z.enum(['incoming', 'outgoing']),
  /** `dialing`: not known to ring at the customer’s. */
  state: z.enum(['dialing', 'ringing', 'answered']),
  rang_at: timestamp,
  /** Whether it rings for the caller: assigned to them, to one of their groups, or to nobody who is there. */
  rings: z.boolean(),
  /** Who answered or called. */
  member_id: id.nullable(),
  /** The page that answered or called. */
  device_id: id.nullable(),
  /** Since when both hear each other. */
  connected_at: timestamp.nullable(),
  /** The customer's side of the connection, while it rings (RFC 8866). */
  offer: z.string().nullable(),
  /** The customer's side of a call that the caller placed (RFC 8866); null until it is known. */
  answer: z.string().nullable(),
  version,
});
export type PhoneCall = z.output<typeof call>;

export const answerCallBody = z.strictObject({
  /** Made by the page that answers. */
  device_id: id,
  sdp,
});

export const placeCallBody = z.strictObject({
  /** The id of the call, made by the page: the same again returns the same call. */
  id,
  /** Made by the page that calls. */
  device_id: id,
  sdp,
});

/** What a customer last said to calls of the business, on the channel of the conversation. */
export const callPermission = z.strictObject({
  /** `none`: they said nothing, as far as is known here. */
  state: z.enum(['none', 'allowed', 'expired', 'refused']),
  /** By the clock of the channel; null without an end. */
  expires_at: timestamp.nullable(),
});
export type CallPermission = z.output<typeof callPermission>;

export const currentCallPermission = z.strictObject({
  ...callPermission.shape,
  /** Whether WhatsApp takes a request to allow calls now. */
  may_ask: z.boolean(),
  /** When it takes the next one, by the clock of the channel; null where it is not known. */
  ask_again_at: timestamp.nullable(),
});

export const hangUpBody = z.strictObject({
  device_id: id,
  /** The page was closed or loaded again, which ended the connection. */
  page_left: z.boolean().default(false),
});
