import { z } from 'zod';
import { id, phoneDigits, storableText, version } from '../core/primitives.ts';
import { mostCaption } from '../media/limits.ts';
import { mediaInfo } from '../media/schema.ts';

export const directions = ['INCOMING', 'OUTGOING'] as const;
export const sources = ['INBOX', 'COMPOSE', 'BROADCAST', 'BROADCAST_SANDBOX', 'AUTOMATION', 'API'] as const;
export const mediums = ['ANDROID_APP', 'API', 'IOS_APP', 'WEB_APP', 'WEBHOOK'] as const;
export const threadStates = ['ACTIVE', 'DONE'] as const;

/** Content types a message row can have; a reaction never makes a row of its own. */
export const messageTypes = [
  'audio',
  'button',
  'contacts',
  'document',
  'image',
  'interactive',
  'location',
  'order',
  'sticker',
  'system',
  'template',
  'text',
  'unsupported',
  'video',
] as const;
export type MessageType = (typeof messageTypes)[number];

/** Where a sent message stands with the provider; null for what came in. */
export const sendStates = ['waiting', 'started', 'accepted', 'failed', 'unknown', 'held'] as const;
export type SendState = (typeof sendStates)[number];

/** -1 failed, 0 queued, 1 sent, 2 delivered, 3 read, 4 played. */
export const messageStatus = z.union([
  z.literal(-1),
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
]);
export type MessageStatus = z.output<typeof messageStatus>;

export const messageError = z.strictObject({
  code: z.string(),
  provider_code: z.number().optional(),
  message: z.string(),
  next_step: z.string(),
});
export type MessageError = z.output<typeof messageError>;

const textContent = z.strictObject({ preview_url: z.boolean(), body: z.string() });

const mediaContent = z.strictObject({
  caption: z.string().optional(),
  filename: z.string().optional(),
  voice: z.boolean().optional(),
  animated: z.boolean().optional(),
  media_info: mediaInfo,
});
export type MediaContent = z.output<typeof mediaContent>;

const reactionMark = z.strictObject({ emoji: z.string(), at: z.string(), by: z.string().optional() });
const raw = z.record(z.string(), z.unknown());

export const message = z.strictObject({
  id,
  client_id: id,
  thread_id: id,
  channel_id: id,
  contact_id: id,
  direction: z.enum(directions),
  to: phoneDigits.nullable(),
  to_user_id: z.string().optional(),
  source: z.enum(sources),
  medium: z.enum(mediums),
  type: z.enum(messageTypes),
  status: messageStatus,
  send_state: z.enum(sendStates).nullable(),
  attempt: z.number().int(),
  held_reason: z.string().optional(),
  /** Why a waiting message has not left yet, after a failed automatic try. */
  waiting_reason: z.string().optional(),
  error: messageError.optional(),
  created_at: z.string(),
  /** A uid, `bot`, `webhook` or `api:<key id>`. */
  created_by: z.string(),
  timestamp: z.string(),
  /** Orders messages of one thread that share a second: larger came later. */
  arrival: z.string(),
  provider_message_id: z.string().optional(),
  context: z.strictObject({ message_id: id }).optional(),
  reaction: z.strictObject({ ours: reactionMark.optional(), theirs: reactionMark.optional() }).optional(),
  /** When it was last changed where it was written; its content is the present one. */
  edited_at: z.string().optional(),
  /** When it was deleted where it was written; the content stays readable here. */
  revoked_at: z.string().optional(),
  forwarded: z.enum(['once', 'often']).optional(),
  /** The ad or post the customer came from, as WhatsApp tells it. */
  referral: raw.optional(),
  /** The product the customer asks about. */
  product: raw.optional(),
  version,
  text: textContent.optional(),
  image: mediaContent.optional(),
  video: mediaContent.optional(),
  audio: mediaContent.optional(),
  document: mediaContent.optional(),
  sticker: mediaContent.optional(),
  template: raw.optional(),
  location: raw.optional(),
  contacts: z.array(z.unknown()).optional(),
  button: raw.optional(),
  interactive: raw.optional(),
  order: raw.optional(),
  system: raw.optional(),
  unsupported: z.strictObject({ raw: z.unknown() }).optional(),
});
export type Message = z.output<typeof message>;

/** The last message of a thread as a list row shows it. */
export const lastMessage = z.strictObject({
  id,
  direction: z.enum(directions),
  type: z.enum(messageTypes),
  /** At most 200 characters of text or caption; empty where the type says it all. */
  preview: z.string(),
  status: messageStatus,
  send_state: z.enum(sendStates).nullable(),
  created_by: z.string(),
  version,
});

export const thread = z.strictObject({
  id,
  channel_id: id,
  contact_id: id,
  contact: z.strictObject({
    name: z.string(),
    phone_number: phoneDigits.nullable(),
    /** Instead of the number, for people who may not see it. */
    phone_masked: z.string().optional(),
    username: z.string().nullable(),
  }),
  state: z.enum(threadStates),
  assignee_id: id.nullable(),
  /** The group it stands with; a person of it, or another, may have it besides. */
  assignee_group_id: id.nullable(),
  window_expires_at: z.string().nullable(),
  /** What failed sends told of the customer: nothing reaches them, or no marketing does until a time. */
  reach: z
    .strictObject({ state: z.enum(['not_on_whatsapp', 'marketing_capped']), until: z.string().nullable() })
    .optional(),
  unread_count: z.number().int(),
  last_message_id: id.nullable(),
  last_message_at: z.string().nullable(),
  last_message: lastMessage.nullable(),
  created_at: z.string(),
  version,
});
export type Thread = z.output<typeof thread>;

export const trigger = z.strictObject({
  id,
  message_id: id,
  meta_data: z.strictObject({
    type: z.enum(['individual', 'campaign', 'automation', 'api']),
    client_id: id,
    channel_id: id,
    thread_id: id,
    message_id: id,
    to: z.string().nullable(),
    name: z.string(),
  }),
  payload: raw,
  created_at: z.string(),
  created_by: z.string(),
});

/** The id by which WhatsApp names a person who hides their number: country, then letters and digits. */
const businessScopedId = z
  .string()
  .regex(/^[A-Za-z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/, 'This is not a user id of WhatsApp.');

const caption = storableText
  .refine((text) => text.length <= mostCaption, 'At most 1,024 characters.')
  .transform((text) => (text.trim() === '' ? undefined : text))
  .optional();
/** A file that `POST /api/media` keeps. */
const media = z.strictObject({ media_id: id });
const captioned = z.strictObject({ media_id: id, caption });

export const sendMessageBody = z.strictObject({
  id: id.optional(),
  channel_id: id,
  thread_id: id.optional(),
  to: z.union([z.string().max(40), z.strictObject({ user_id: businessScopedId })]).optional(),
  source: z.enum(sources),
  type: z.enum(['text', 'reaction', 'image', 'video', 'audio', 'document', 'sticker', 'template']),
  text: z
    .strictObject({
      preview_url: z.boolean().default(false),
      body: storableText
        .refine((body) => body.trim() !== '', 'Write something first.')
        .refine((body) => [...body].length <= 4096 && body.length <= 4096, 'At most 4,096 characters.'),
    })
    .optional(),
  image: captioned.optional(),
  video: captioned.optional(),
  /** `voice`: a voice message; needs Ogg with Opus. */
  audio: z.strictObject({ media_id: id, voice: z.boolean().optional() }).optional(),
  document: z
    .strictObject({ media_id: id, caption, filename: storableText.trim().min(1).max(240).optional() })
    .optional(),
  sticker: media.optional(),
  /** `components` as WhatsApp's send call has them: the values of the template's variables. */
  template: z.strictObject({ id, components: z.array(raw).max(20).optional() }).optional(),
  reaction: z.strictObject({ message_id: id, emoji: storableText.max(32) }).optional(),
  context: z.strictObject({ message_id: id }).optional(),
  confirm_seen: id.optional(),
});
export type SendMessageBody = z.output<typeof sendMessageBody>;

/** The receiver's books of one channel; the list holds the refused parts, newest first. */
export const webhookBooks = z.strictObject({
  deliveries: z.number(),
  received: z.number(),
  stored: z.number(),
  refused: z.number(),
  /** Calls whose signature was wrong; nothing of them is kept. */
  bad_signatures: z.number(),
  /** Among the newest thousand refused parts. */
  reasons: z.array(z.strictObject({ reason: z.string(), count: z.number() })),
  data: z.array(z.strictObject({ id, received_at: z.string(), reason: z.string(), detail: z.unknown() })),
  next_cursor: z.string().nullable(),
});
export type WebhookBooks = z.output<typeof webhookBooks>;
