import { z } from 'zod';
import { id, pageQuery } from '../core/primitives.ts';
import { mediums, message, messageStatus, sendMessageBody, sendStates, thread } from '../inbox/schema.ts';

/** Whom one call may write to; more are a broadcast. */
export const mostRecipients = 20;

const { to, text, template } = sendMessageBody.shape;

/** One message to one person: who, by number, user id or contact, and what. */
const composedMessage = z.strictObject({
  /** Made by the caller, so that the same call again answers the same. */
  id: id.optional(),
  /** A phone number, without a country code one of the account's country, or a user id of WhatsApp. */
  to,
  contact_id: id.optional(),
  type: z.enum(['text', 'template']),
  text,
  template,
});

export const composeBody = z.strictObject({
  channel_id: id,
  messages: z
    .array(composedMessage)
    .min(1, 'Name somebody to write to.')
    .max(mostRecipients, `At most ${mostRecipients} at once.`),
});
export type ComposeBody = z.output<typeof composeBody>;

/** A message with whom it went to. */
export const composedRow = z.strictObject({ ...message.shape, contact: thread.shape.contact });
export type ComposedRow = z.output<typeof composedRow>;

/** Which messages; everything that is given must hold. */
const filterShape = {
  /** Made at or after this time, RFC 3339. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Made before this time. */
  until: z.iso.datetime({ offset: true }).optional(),
  status: z.coerce.number().pipe(messageStatus).optional(),
  /** What the status alone does not tell apart: held or unknown. */
  send_state: z.enum(sendStates).optional(),
  channel_id: id.optional(),
  /** As messages have it: a uid or `api:<key id>`. */
  created_by: z.string().min(1).max(100).optional(),
  template_id: id.optional(),
  medium: z.enum(mediums).optional(),
};

export const composeFilter = z.strictObject(filterShape);
export type ComposeFilter = z.output<typeof composeFilter>;
export const composeHistoryQuery = z.strictObject({ ...pageQuery.shape, ...filterShape });
