import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameText, pageQuery, timestamp, version } from '../core/primitives.ts';

/** What can be told to other systems. `message.status` also covers reactions and files of a message. */
export const eventTypes = [
  'message.received',
  'message.sent',
  'message.status',
  'thread.changed',
  'contact.changed',
  'campaign.changed',
  'template.changed',
] as const;
export const eventType = z.enum(eventTypes);
export type EventType = z.infer<typeof eventType>;

/** `data` is the row as its GET returns it; `{id, deleted: true}` without one, `{id: "*"}` after a bulk operation. */
export const event = z.strictObject({ id, type: eventType, timestamp, data: z.unknown() });

export const eventQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** What the account uses besides webhooks, and what the operator of the server has set up. */
export const integrations = z.strictObject({
  api: z.strictObject({
    keys: z.number().int().nonnegative(),
    requests_24h: z.number().int().nonnegative(),
    /** Of these, through tools of assistants. */
    assistant_requests_24h: z.number().int().nonnegative(),
  }),
  push: z.strictObject({
    /** `web_push`: the server's own keys. */
    provider: z.enum(['web_push', 'onesignal']),
    devices: z.number().int().nonnegative(),
    reached_24h: z.number().int().nonnegative(),
  }),
  /** Names of identity providers. */
  identity_providers: z.array(z.string()),
  smtp: z.boolean(),
  object_storage: z.boolean(),
  /** Of the account alone. `retrying`: the mail server did not take them yet. */
  emails_24h: z.strictObject({
    sent: z.number().int().nonnegative(),
    failed: z.number().int().nonnegative(),
    retrying: z.number().int().nonnegative(),
  }),
  /** Of members through an identity provider; those whose account is not known count nowhere. */
  sign_ins_24h: z.strictObject({ done: z.number().int().nonnegative(), failed: z.number().int().nonnegative() }),
  /** What the storage of files took and did not take. */
  files_24h: z.strictObject({ stored: z.number().int().nonnegative(), failed: z.number().int().nonnegative() }),
});

export const endpointStates = ['active', 'paused'] as const;
/** `manual`: by a member; `failing`: nothing was taken for three days; `gone`: the receiver answered 410. */
export const pauseReasons = ['manual', 'failing', 'gone'] as const;
const count = z.number().int().nonnegative();

/** `cloud_api`: bodies as WhatsApp's own webhooks, with `X-Hub-Signature-256`; of messages only. */
export const webhookFormats = ['parley', 'cloud_api'] as const;
export const webhook = z.strictObject({
  id,
  name: z.string().nullable(),
  url: z.string(),
  events: z.array(eventType),
  format: z.enum(webhookFormats),
  state: z.enum(endpointStates),
  pause_reason: z.enum(pauseReasons).nullable(),
  /** Since when every delivery fails; null: the last one was taken. */
  failing_since: timestamp.nullable(),
  /** Its last characters; null: of a secret from before they were stored. */
  secret_end: z.string().nullable(),
  /** Until then deliveries are signed with the previous secret too. */
  previous_secret_until: timestamp.nullable(),
  /** Deliveries that ended in the last 24 hours, and those that wait. */
  last_24h: z.strictObject({ delivered: count, failed: count }),
  waiting: count,
  created_by: z.string(),
  created_at: timestamp,
  version,
});
export type Webhook = z.infer<typeof webhook>;
export const webhookWithSecret = z.strictObject({ ...webhook.shape, secret: z.string() });

const url = z.string().trim().min(1).max(2_000, 'At most 2,000 characters.');
const events = z.array(eventType).min(1, 'Choose at least one event.').max(eventTypes.length);
export const createWebhookBody = z.strictObject({
  id: id.optional(),
  name: nameText.optional(),
  url,
  events,
  format: z.enum(webhookFormats).default('parley'),
  /** Only in the format `cloud_api`, which needs it: the address is asked to confirm with it, as Meta does. */
  verify_token: z.string().min(1).max(200).optional(),
});
export const changeWebhookBody = z.strictObject({
  name: nameText.nullable().optional(),
  url: url.optional(),
  events: events.optional(),
  /** With another address of a webhook in the format `cloud_api`. */
  verify_token: z.string().min(1).max(200).optional(),
  state: z.enum(endpointStates).optional(),
});
export const rotateWebhookSecretBody = z.strictObject({
  /** For how long deliveries are signed with the old secret too. */
  keep_old_hours: z.number().int().min(0).max(168).default(24),
});
export const testWebhookBody = z.strictObject({ type: eventType.default('message.received') });

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
const attempt = z.strictObject({
  at: timestamp,
  /** Null: no answer. */
  status: z.number().int().nullable(),
  duration_ms: count,
  error: ourText().nullable(),
});
export const delivery = z.strictObject({
  id,
  /** The `webhook-id` header: the same for every attempt and replay of an event. */
  event_id: id,
  type: eventType,
  /** The row that the event is about; null for test deliveries. */
  subject_id: z.string().nullable(),
  is_test: z.boolean(),
  state: z.enum(deliveryStates),
  attempts: count,
  last_status: z.number().int().nullable(),
  last_duration_ms: count.nullable(),
  last_error: ourText().nullable(),
  next_attempt_at: timestamp.nullable(),
  event_at: timestamp,
  created_at: timestamp,
  ended_at: timestamp.nullable(),
});
export type Delivery = z.infer<typeof delivery>;
export const deliveryDetail = z.strictObject({
  ...delivery.shape,
  /** The newest twenty attempts, oldest first. */
  log: z.array(attempt),
  /** What a replay would send now: deliveries keep no copy of messages or contacts. */
  body: z.unknown(),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const deliveryQuery = z.strictObject({
  ...pageQuery.shape,
  state: z.enum(deliveryStates).optional(),
  type: eventType.optional(),
  /** The id of the row that the event is about. */
  search: z.string().trim().max(100).optional(),
});

export const replayBody = z.strictObject({
  from: timestamp,
  to: timestamp,
  states: z
    .array(z.enum(['delivered', 'failed']))
    .min(1)
    .max(2)
    .default(['failed']),
});
