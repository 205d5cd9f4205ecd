import { z } from 'zod';
import { mostAsTyped } from '../contacts/variables.ts';
import { ourText } from '../core/our-text.ts';
import { id, phoneDigits, timestamp, version } from '../core/primitives.ts';
import { maxCaptionLength } from '../media/limits.ts';
import { mediaInfo } from '../media/schema.ts';
import { holdReasons } from './hold-reasons.ts';

export const directions = ['INCOMING', 'OUTGOING'] as const;
export const sources = ['INBOX', 'COMPOSE', 'BROADCAST', 'BROADCAST_SANDBOX', 'AUTOMATION', 'API'] as const;
export const mediums = ['ANDROID_APP', 'API', 'IOS_APP', 'WEB_APP', 'WEBHOOK'] as const;
export const threadStates = ['ACTIVE', 'DONE'] as const;

/** Content types a message row can have; a reaction never has its own row. */
export const messageTypes = [
  'audio',
  'button',
  'call',
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

/** The provider's status of a sent message; null for what came in. */
export const sendStates = [
  'waiting',
  'started',
  'accepted',
  'failed',
  'unknown',
  'held',
  'discarded',
  'scheduled',
] as const;
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
  message: ourText(),
  next_step: ourText(),
  /** WhatsApp's own words, as it sent them. */
  provider_title: z.string().optional(),
  details: z.string().optional(),
});
export type MessageError = z.output<typeof messageError>;

/**
 * `cancelled`: a member hung up before the customer answered. `seconds` it lasted, absent when WhatsApp did not tell the
 * end; `by`: who took, declined or placed it; `page_left`: it ended because
 * that member's page was closed or loaded again.
 */
const endedCall = z.strictObject({
  outcome: z.enum(['missed', 'answered', 'declined', 'cancelled']),
  seconds: z.int().min(0).optional(),
  by: id.optional(),
  page_left: z.literal(true).optional(),
});

const textContent = z.strictObject({ preview_url: z.boolean(), body: z.string() });

/** `url` as it stands in the text, with https:// where the text has no protocol. */
const linkPreview = z.strictObject({
  url: z.string(),
  title: z.string(),
  description: z.string().optional(),
  /** A small square picture. */
  image_url: z.string().optional(),
});
export type LinkPreview = z.output<typeof linkPreview>;

/** What is said in a recording. Absent: it was not asked for. */
export const transcript = z.strictObject({
  state: z.enum(['waiting', 'ready', 'failed']),
  /** When ready: at most 30,000 characters; empty: nothing is said. */
  text: z.string().optional(),
  /** Tag by BCP 47, where the engine named it. */
  language: z.string().optional(),
  /** When failed: why, and what to do. */
  reason: ourText().optional(),
});
export type Transcript = z.output<typeof transcript>;

const mediaContent = z.strictObject({
  caption: z.string().optional(),
  filename: z.string().optional(),
  voice: z.boolean().optional(),
  animated: z.boolean().optional(),
  media_info: mediaInfo,
  /** Of a recording. */
  transcript: transcript.optional(),
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
  held_reason: z.enum(holdReasons).optional(),
  /** Who decided that it is never sent. */
  discarded: z.strictObject({ at: z.string(), by: z.string() }).optional(),
  /** When a scheduled message is sent; `reply`: when the customer writes. */
  send_at: z.string().optional(),
  /** Why a waiting message was not sent yet, after a failed automatic attempt. */
  waiting_reason: z.string().optional(),
  error: messageError.optional(),
  created_at: z.string(),
  /** A uid, `bot`, `webhook`, `api:<key id>`, or `agent`: Meta's agent, or another sender of the number; `import`: see `imported`. */
  created_by: z.string(),
  /** When it was written: the provider's time for incoming messages, ours for outgoing ones. */
  timestamp: z.string(),
  /** With `id` the order of the messages of a thread. Sorts as text. */
  sort_at: z.string(),
  provider_message_id: z.string().optional(),
  context: z.strictObject({ message_id: id }).optional(),
  reaction: z
    .strictObject({
      ours: reactionMark.optional(),
      theirs: reactionMark.optional(),
      /** In a group, those of its participants. */
      group: z.array(z.strictObject({ sender_id: id, emoji: z.string(), at: z.string() })).optional(),
    })
    .optional(),
  /** Who of a group wrote it: the `id` of one of the `participants` of its conversation. */
  sender_id: id.optional(),
  /** When its author last edited it; the content is the current one. */
  edited_at: z.string().optional(),
  /** When it was deleted for everybody; the content stays readable here. */
  revoked_at: z.string().optional(),
  /** `us`: it was deleted in the phone app; in a group the `id` of the one of its `participants` who deleted it. */
  revoked_by: z.union([z.literal('us'), id]).optional(),
  forwarded: z.enum(['once', 'often']).optional(),
  /** What the first web page that a text names says about itself. */
  link_preview: linkPreview.optional(),
  /** Marked as important, for the whole team. */
  starred: z.strictObject({ at: z.string(), by: z.string() }).optional(),
  /** The ad or post the customer came from, as WhatsApp reports it. */
  referral: raw.optional(),
  /** A small square picture of that ad. */
  ad_picture_url: z.string().optional(),
  /** The product the customer asks about. */
  product: raw.optional(),
  /** A lead or a purchase that WhatsApp noticed in it, in a conversation that an ad began: `LeadSubmitted`, `Purchase`. */
  noticed: z
    .strictObject({
      event: z.string(),
      at: z.string(),
      amount: z.number().optional(),
      currency: z.string().optional(),
    })
    .optional(),
  /** The customer wrote it while another sender of the number answered: it is not ours to answer. */
  standby: z.literal(true).optional(),
  /** What the program that sent it gave with it. */
  callback_data: z.string().optional(),
  /** It came with an import of conversations from another tool; `author` wrote it there and is no member. */
  imported: z.strictObject({ import_id: id, author: z.string().optional() }).optional(),
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
  /** A call that ended. */
  call: endedCall.optional(),
  interactive: raw.optional(),
  order: raw.optional(),
  system: raw.optional(),
  unsupported: z.strictObject({ raw: z.unknown() }).optional(),
});
export type Message = z.output<typeof message>;

/** A time, or `reply`: until the customer writes. */
export const snoozedUntil = z.union([z.literal('reply'), timestamp]);

/** A time, or `always`: until the member unmutes. */
export const mutedUntil = z.union([z.literal('always'), timestamp]);

/** A time, or `reply`: when the customer writes. */
const sendAt = z.union([z.literal('reply'), timestamp]);

/** The last message of a thread as a list row shows it. */
export const lastMessage = z.strictObject({
  id,
  direction: z.enum(directions),
  type: z.enum(messageTypes),
  /** At most 200 characters of text or caption; the outcome of a call, the type of an answer or a system message without text; empty for types without text. */
  preview: z.string(),
  status: messageStatus,
  send_state: z.enum(sendStates).nullable(),
  created_by: z.string(),
  /** As of the message. */
  sender_id: id.optional(),
  version,
});

/** Who answers a customer: Parley, Meta's AI agent, or another application of the number. */
export const holders = ['us', 'ai_agent', 'other'] as const;
export type Holder = (typeof holders)[number];

const threadContact = {
  name: z.string(),
  phone_number: phoneDigits.nullable(),
  /** Instead of the number, for members who may not see it. */
  phone_masked: z.string().optional(),
  username: z.string().nullable(),
};

/** A WhatsApp group. Its subject is the name of the conversation's `contact`, which no route of contacts knows. */
const threadGroup = z.strictObject({
  /** Nobody can write in one that is not `active`. */
  state: z.enum(['active', 'suspended', 'deleted']),
  description: z.string().optional(),
  /** Those of whom WhatsApp has said something, whoever is in it first, by name; at most 100. */
  participants: z.array(
    z.strictObject({
      /** By this messages name their sender. */
      id,
      /** Another one than `id` after contacts were merged. */
      contact_id: id,
      ...threadContact,
      is_in: z.boolean(),
    }),
  ),
});

export const thread = z.strictObject({
  id,
  channel_id: id,
  contact_id: id,
  contact: z.strictObject({
    ...threadContact,
    /** It stands for a WhatsApp group, whose `name` is empty until its subject is known. */
    is_group: z.literal(true).optional(),
  }),
  /** A conversation with a group instead of one customer. */
  group: threadGroup.optional(),
  state: z.enum(threadStates),
  assignee_id: id.nullable(),
  /** The group it is assigned to; a member may be assigned as well. */
  assignee_group_id: id.nullable(),
  window_expires_at: z.string().nullable(),
  /** Since when the customer is waiting for a person's reply; what a bot wrote since is none. */
  waiting_since: z.string().nullable(),
  /** Until when they are to be answered; null without a target, or when nobody waits. */
  reply_due_at: z.string().nullable(),
  /** Until when it is to be done; null without a target. */
  resolve_due_at: z.string().nullable(),
  /** The end of the snooze; `reply`: until the customer writes. It may be in the past. */
  snoozed_until: snoozedUntil.nullable(),
  /** The result of failed sends: nothing can be delivered to the customer, or no marketing until a time. */
  reach: z
    .strictObject({
      state: z.enum(['not_on_whatsapp', 'blocked_by_us', 'identity_changed', 'marketing_capped']),
      until: z.string().nullable(),
    })
    .optional(),
  /** The customer is blocked at WhatsApp on this channel: since when, and by whom. Nothing arrives and nothing is sent. */
  blocked: z.strictObject({ at: z.string(), by: z.string() }).optional(),
  /** Who answers here, in conversations that another sender of the number has answered; `us` is Parley. */
  holder: z.strictObject({ by: z.enum(holders), since: z.string() }).optional(),
  /** By member: until when they get no notifications of it, besides mentions; `always`: until they unmute it. */
  mutes: z.record(z.string(), z.string()).optional(),
  /** The own entry of `mutes`, on the device of a member. */
  muted_until: z.string().nullable().optional(),
  label_ids: z.array(id),
  /** Where it stands on the board; null: nowhere. */
  stage_id: id.nullable(),
  /** What it is worth, in the smallest unit of the account's currency; null: not valued. */
  value: z.number().int().nullable(),
  /** What came in since any member has read the conversation; `read_state` says it for each member. */
  unread_count: z.number().int(),
  read_state: z
    .strictObject({
      /** How many messages came in. It only grows. */
      received: z.number().int(),
      /** How many of them each member has read; `*`: how many were answered when someone last read. */
      by: z.record(z.string(), z.number().int()),
    })
    .optional(),
  last_message_id: id.nullable(),
  last_message_at: z.string().nullable(),
  last_message: lastMessage.nullable(),
  /** The customer's last message, while they still wait though a bot has replied since. */
  unanswered: lastMessage.pick({ id: true, type: true, preview: true }).optional(),
  created_at: z.string(),
  version,
});
export type Thread = z.output<typeof thread>;

const perId = z.record(z.string(), z.number().int());

/** Conversations in each view, without snoozed ones where the view leaves them out. */
export const threadCounts = z.strictObject({
  views: z.strictObject({
    mine: z.number().int(),
    unassigned: z.number().int(),
    active: z.number().int(),
    closing: z.number().int(),
    overdue: z.number().int(),
    snoozed: z.number().int(),
    failed: z.number().int(),
    done: z.number().int(),
  }),
  /** Conversations with scheduled messages. */
  scheduled: z.number().int(),
  /** Conversations that were marked as done today, in the time zone of the account, and still are. */
  done_today: z.number().int(),
  /** By id; what is missing has none. */
  channels: perId,
  groups: perId,
  labels: perId,
  /** Saved views of the caller. */
  saved: perId,
});
export type ThreadCounts = z.output<typeof threadCounts>;

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

/** WhatsApp's id of a customer who hides their number: country, then whatever WhatsApp chose, without blanks. */
const businessScopedId = z.string().regex(/^[A-Za-z]{2}\.[!-~]{1,252}$/, 'This is not a user id of WhatsApp.');

const caption = z
  .string()
  .refine((text) => text.length <= maxCaptionLength, 'At most 1,024 characters.')
  .transform((text) => (text.trim() === '' ? undefined : text))
  .optional();
/** A file stored by `POST /api/media`. */
const media = z.strictObject({ media_id: id });
const captioned = z.strictObject({ media_id: id, caption });

/** The content of a message, under the name of its type. */
const sendContent = {
  text: z
    .strictObject({
      preview_url: z.boolean().default(false),
      body: z
        .string()
        .refine((body) => body.trim() !== '', 'Enter a message.')
        .refine((body) => [...body].length <= 4096 && body.length <= 4096, 'At most 4,096 characters.'),
    })
    .optional(),
  image: captioned.optional(),
  video: captioned.optional(),
  /** `voice`: a voice message; needs Ogg with Opus. */
  audio: z.strictObject({ media_id: id, voice: z.boolean().optional() }).optional(),
  document: z
    .strictObject({ media_id: id, caption, filename: z.string().trim().min(1).max(240).optional() })
    .optional(),
  sticker: media.optional(),
  /** `components` as in WhatsApp's send call: the values of the template's variables. */
  template: z.strictObject({ id, components: z.array(raw).max(20).optional() }).optional(),
  location: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: z.string().max(1_024).optional(),
      address: z.string().max(1_024).optional(),
    })
    .optional(),
  /** Contact cards as WhatsApp has them: `name.formatted_name`, `phones`, `emails`, `addresses`, `org`, `urls`, `birthday`. */
  contacts: z.array(raw).min(1).max(257).optional(),
  /**
   * As WhatsApp has it: buttons, a list, a link button, products or a request for the location. Files in a header go by
   * link. Beside a `product` or `product_list`, `products` may say what each is called and costs, at most 30 of
   * `{product_retailer_id, name, price?}`: the team sees that, and WhatsApp is not sent it.
   */
  interactive: z.looseObject({ type: z.string() }).optional(),
  /**
   * Names of variables that are sent as they stand, braces included: `["code"]` for a text about `{{code}}`. Other
   * unknown names and missing values are refused.
   */
  as_typed: z.array(z.string().trim().min(1).max(200)).max(mostAsTyped).optional(),
};

export const sendMessageBody = z.strictObject({
  id: id.optional(),
  channel_id: id,
  thread_id: id.optional(),
  to: z.union([z.string().max(40), z.strictObject({ user_id: businessScopedId })]).optional(),
  source: z.enum(sources),
  type: z.enum([
    'text',
    'reaction',
    'image',
    'video',
    'audio',
    'document',
    'sticker',
    'template',
    'location',
    'contacts',
    'interactive',
  ]),
  ...sendContent,
  reaction: z.strictObject({ message_id: id, emoji: z.string().max(32) }).optional(),
  context: z.strictObject({ message_id: id }).optional(),
  confirm_seen: id.optional(),
  /**
   * For programs that answer: refused with `member_answers` while a member answers the conversation, which is for half an
   * hour after they wrote, or until they mark it as done. Templates pass.
   */
  yield_to_members: z.boolean().optional(),
  /**
   * A program’s own name for the message, at most 512 characters: it is in the message and in its events. The customer does
   * not see it.
   */
  callback_data: z.string().min(1).max(512, 'At most 512 characters.').optional(),
  /** Sends it later: at most a year ahead, or when the customer writes. Whether it may be sent is asked again then. */
  send_at: sendAt.optional(),
  /**
   * When the member pressed Send, by the clock of their device: their draft of the thread is emptied with the message,
   * unless it was changed later. Not for API keys, which have no drafts.
   */
  clear_draft_at: timestamp.optional(),
});
export type SendMessageBody = z.output<typeof sendMessageBody>;

/** Another time, null to send it now, or other content of the same type. */
export const changeScheduledBody = z.strictObject({
  send_at: sendAt.nullable().optional(),
  /** The version that was seen: 409 `version_conflict` when it was changed since. */
  version: version.optional(),
  ...sendContent,
});
export type ChangeScheduledBody = z.output<typeof changeScheduledBody>;

/** An order that a customer placed from a catalogue; `id` is the message's. */
export const contactOrder = z.strictObject({
  id,
  thread_id: id,
  at: z.string(),
  catalog_id: z.string().nullable(),
  /** What the customer wrote with it. */
  text: z.string(),
  lines: z.array(
    z.strictObject({
      /** The article's id in the catalogue (`product_retailer_id`). */
      article: z.string(),
      quantity: z.number(),
      /** Of one piece. */
      price: z.number().nullable(),
      currency: z.string(),
    }),
  ),
  pieces: z.number(),
  /** One for each currency; null when an article has no price. */
  sums: z.array(z.strictObject({ currency: z.string(), amount: z.number() })).nullable(),
});
export type ContactOrder = z.output<typeof contactOrder>;

/** The receiver's statistics of one channel; the list has the refused parts, newest first. */
export const webhookStatistics = z.strictObject({
  deliveries: z.number(),
  received: z.number(),
  stored: z.number(),
  refused: z.number(),
  /** Calls with a wrong signature, which are not stored. */
  bad_signatures: z.number(),
  /** Among the newest thousand refused parts. */
  reasons: z.array(z.strictObject({ reason: z.string(), count: z.number() })),
  data: z.array(z.strictObject({ id, received_at: z.string(), reason: z.string(), detail: z.unknown() })),
  next_cursor: z.string().nullable(),
});
