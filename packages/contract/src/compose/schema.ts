import { z } from 'zod';
import { id, pageQuery, timestamp } from '../core/primitives.ts';
import { mediums, message, messageStatus, sendMessageBody, sendStates, thread } from '../inbox/schema.ts';

/** The maximum number of recipients of one call; more are a broadcast. */
export const maxRecipients = 20;

const { to, text, template, as_typed } = sendMessageBody.shape;

/** One message to one recipient: by number, user id or contact, with its content. */
const composedMessage = z.strictObject({
  /** Created by the caller, so that a repeated request returns the same message. */
  id: id.optional(),
  /** A phone number, without a country code one of the account's country, or a user id of WhatsApp. */
  to,
  contact_id: id.optional(),
  type: z.enum(['text', 'template']),
  text,
  template,
  as_typed,
});

export const composeBody = z.strictObject({
  channel_id: id,
  /** Sends them later, at most a year ahead. Whether each may be sent is asked again then. */
  send_at: timestamp.optional(),
  messages: z
    .array(composedMessage)
    .min(1, 'Add at least one recipient.')
    .max(maxRecipients, `At most ${maxRecipients} at once.`),
});
export type ComposeBody = z.output<typeof composeBody>;

/** A message with its recipient. */
export const composedRow = z.strictObject({ ...message.shape, contact: thread.shape.contact });
export type ComposedRow = z.output<typeof composedRow>;

/** The selected messages; all given filters must match. */
const filterShape = {
  /** Created at or after this time, RFC 3339. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Created before this time. */
  until: z.iso.datetime({ offset: true }).optional(),
  status: z.coerce.number().pipe(messageStatus).optional(),
  /** Distinguishes what the status alone does not: on hold or unknown. */
  send_state: z.enum(sendStates).optional(),
  channel_id: id.optional(),
  /** As in messages: a uid or `api:<key id>`. */
  created_by: z.string().min(1).max(100).optional(),
  template_id: id.optional(),
  medium: z.enum(mediums).optional(),
};

export const composeFilter = z.strictObject(filterShape);
export type ComposeFilter = z.output<typeof composeFilter>;
export const composeHistoryQuery = z.strictObject({ ...pageQuery.shape, ...filterShape });
