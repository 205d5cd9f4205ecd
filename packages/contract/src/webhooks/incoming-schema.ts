import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameText, pageQuery, timestamp, version } from '../core/primitives.ts';
import { endpointStates } from './schema.ts';

const count = z.number().int().nonnegative();
/** Where a value is in the body of a call: `customer.phone`, `items[0].name`. */
const path = z
  .string()
  .trim()
  .min(1)
  .max(200, 'At most 200 characters.')
  .regex(/^[^\s{}]+$/, 'Write names with dots between them, such as customer.phone.');

/** Which values of the body become which properties of the contact, who is found by the phone number. */
export const incomingContact = z.strictObject({
  phone_number: path,
  name: path.nullable().default(null),
  /** Custom fields by name. */
  custom_fields: z
    .array(z.strictObject({ field: z.string().trim().min(1).max(40), path }))
    .max(50)
    .default([]),
  /** Lists that the contact joins. */
  contact_list_ids: z.array(id).max(20).default([]),
});
export type IncomingContact = z.infer<typeof incomingContact>;

const filledText = (most: number) => z.string().trim().min(1).max(most);
/** What is sent to the contact; `{{customer.name}}` in a text stands for a value of the body. */
export const incomingMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), channel_id: id, text: filledText(4_096) }),
  z.strictObject({
    type: z.literal('template'),
    channel_id: id,
    template_id: id,
    /** By the keys of the template's variables, such as `body.1`. */
    values: z.record(z.string().max(100), z.string().max(1_024)).default({}),
  }),
]);
export type IncomingMessage = z.infer<typeof incomingMessage>;

export const incomingWebhook = z.strictObject({
  id,
  name: z.string(),
  /** Where calls are posted. */
  url: z.string(),
  contact: incomingContact,
  message: incomingMessage.nullable(),
  state: z.enum(endpointStates),
  /** Until then calls with the previous secret are accepted too. */
  previous_secret_until: timestamp.nullable(),
  last_24h: z.strictObject({ accepted: count, failed: count }),
  created_by: z.string(),
  created_at: timestamp,
  version,
});
export type IncomingWebhook = z.infer<typeof incomingWebhook>;
export const incomingWebhookWithSecret = z.strictObject({ ...incomingWebhook.shape, secret: z.string() });

export const createIncomingBody = z.strictObject({
  id: id.optional(),
  name: nameText,
  contact: incomingContact,
  message: incomingMessage.nullable().default(null),
});
export const changeIncomingBody = z.strictObject({
  name: nameText.optional(),
  contact: incomingContact.optional(),
  message: incomingMessage.nullable().optional(),
  state: z.enum(endpointStates).optional(),
});
export const testIncomingBody = z.strictObject({ body: z.unknown() });

/** What a call would do; nothing of it is stored or sent. */
export const incomingPreview = z.strictObject({
  contact: z.strictObject({ id: id.nullable(), name: z.string(), phone_number: z.string() }),
  custom_fields: z.record(z.string(), z.string()),
  message: z.string().nullable(),
});
export type IncomingPreview = z.infer<typeof incomingPreview>;

export const incomingCallStates = ['accepted', 'failed'] as const;
export const incomingCall = z.strictObject({
  id,
  /** The `webhook-id` header: the same again has no second effect. */
  call_id: z.string(),
  state: z.enum(incomingCallStates),
  /** What was answered last. */
  status: z.number().int(),
  error: ourText().nullable(),
  /** The value of the body or the setting that was wrong. */
  error_field: z.string().nullable(),
  attempts: count,
  duration_ms: count,
  contact_id: id.nullable(),
  message_id: id.nullable(),
  created_at: timestamp,
});
export type IncomingCall = z.infer<typeof incomingCall>;
/** Null: the body was erased with the contact. */
export const incomingCallDetail = z.strictObject({ ...incomingCall.shape, body: z.string().nullable() });
export type IncomingCallDetail = z.infer<typeof incomingCallDetail>;
export const incomingCallQuery = z.strictObject({ ...pageQuery.shape, state: z.enum(incomingCallStates).optional() });
