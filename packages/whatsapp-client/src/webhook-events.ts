/** Events of a webhook delivery: messages, their senders, statuses. */
import type { ProviderError } from './provider-error.ts';

/** Where a change belongs: `phoneNumberId` decides for messages and statuses, `entryId` (the WABA) for management fields. */
export type Routing = {
  field: string;
  phoneNumberId: string | null;
  displayPhoneNumber: string | null;
  entryId: string | null;
  /** Seconds since 1970; mostly absent on the field `messages`. */
  entryTimeS: number | null;
};

export type MalformedReason =
  | 'entry_not_an_object'
  | 'changes_not_a_list'
  | 'change_not_an_object'
  | 'field_missing'
  | 'value_not_an_object'
  | 'list_expected'
  | 'element_not_an_object'
  | 'id_missing'
  | 'id_invalid'
  | 'sender_missing'
  | 'status_missing'
  | 'unexpected';

/**
 * What was repaired or remarkable: `sanitized` a NUL or lone surrogate became U+FFFD; `truncated` an over-long name or
 * over-deep structure was cut; `timestamp_invalid` the time is missing or not between 2008 and 2100;
 * `content_missing` the type is known but its content could not be read; `contact_request` the customer shared their
 * own number because we asked.
 */
export type EventFlag = 'sanitized' | 'truncated' | 'timestamp_invalid' | 'content_missing' | 'contact_request';

/** The sender: at least one of `phone` (digits, no plus) and `userId` (the business-scoped id) is present. */
export type Sender = {
  phone: string | null;
  userId: string | null;
  parentUserId: string | null;
  username: string | null;
  profileName: string | null;
};

export type InboundContext = {
  /** The message replied to; null when the message was only forwarded. */
  providerMessageId: string | null;
  forwarded?: true;
  frequentlyForwarded?: true;
  referredProduct?: unknown;
};

export type InboundMessage = {
  providerId: string;
  from: Sender;
  /** Milliseconds since 1970; null when WhatsApp gave no valid time: use the time of arrival. */
  timestampMs: number | null;
  /** WhatsApp's name of the type, also when it is unknown to us. */
  providerType: string;
  context: InboundContext | null;
  reaction?: { providerMessageId: string; emoji: string };
  /** Set on a customer's edit or deletion of an earlier message; coexistence numbers only. */
  amends?: { kind: 'edit' | 'revoke'; providerMessageId: string; replacement: InboundContent | null };
  /** The ad or post the customer came from, as WhatsApp sends it. */
  referral?: unknown;
  groupId: string | null;
  /** A ready-made media URL, valid for five minutes; absent in older webhook versions. */
  mediaUrl: string | null;
  errors: ProviderError[];
  flags: EventFlag[];
} & InboundContent;

export type MediaContent = {
  /** Null when WhatsApp could not provide the file; the message's `errors` have the reason. */
  provider_media_id: string | null;
  mime_type: string | null;
  sha256: string | null;
  caption?: string;
  filename?: string;
  voice?: boolean;
  animated?: boolean;
};

export type ButtonContent = {
  text: string;
  payload: string;
  id?: string;
  description?: string;
  kind: 'quick_reply' | 'button_reply' | 'list_reply';
};

export type SystemContent = {
  type: string;
  body: string;
  phone?: string;
  user_id?: string;
  parent_user_id?: string;
  identity?: unknown;
};

/** A template that another sender of the number sent. `definition` is what WhatsApp says of it; null when it says nothing. */
export type SentTemplate = {
  name: string;
  language: string;
  components: unknown[];
  definition: Record<string, unknown>[] | null;
};

/** Content in the shape in which messages are stored, by our own type. */
export type InboundContent =
  | { type: 'text'; content: { preview_url: false; body: string } }
  | { type: 'image' | 'video' | 'audio' | 'document' | 'sticker'; content: MediaContent }
  | {
      type: 'location';
      content: { latitude: number; longitude: number; name?: string; address?: string; url?: string };
    }
  | { type: 'contacts'; content: unknown[] }
  | { type: 'button'; content: ButtonContent }
  | { type: 'interactive'; content: Record<string, unknown> & { type: string } }
  | { type: 'template'; content: SentTemplate }
  | { type: 'reaction'; content: { provider_message_id: string; emoji: string } }
  | { type: 'order'; content: { catalog_id: string | null; text: string; product_items: unknown[] } }
  | { type: 'system'; content: SystemContent }
  /** A call that ended; `seconds` it lasted, as WhatsApp says; `ours`: the business called, with our id of it. */
  | { type: 'call'; content: { outcome: 'missed' | 'answered'; seconds?: number; ours?: { opaque: string | null } } }
  | { type: 'unsupported'; content: { raw: unknown } };

/** A customer calls: WhatsApp rings until it is told what becomes of it. `sdp` describes the customer's side (RFC 8866). */
export type CallOffer = { providerId: string; from: Sender; timestampMs: number | null; sdp: string };

/** What becomes of a call of the business before its end; `sdp` describes the customer's side (RFC 8866). */
export type CallProgress = {
  providerId: string;
  to: Sender;
  /** Our id of the call, where WhatsApp gives it back. */
  opaque: string | null;
  sdp: string | null;
  step: 'ringing' | 'accepted' | 'rejected' | null;
};

export type KnownStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

export type MessageStatus = {
  providerId: string;
  status: KnownStatus | { unknown: string };
  /** The status as our number: 1 sent, 2 delivered, 3 read, 4 played, -1 failed, null for an unknown status. */
  rank: 1 | 2 | 3 | 4 | -1 | null;
  timestampMs: number | null;
  recipient: Sender;
  groupId: string | null;
  /** `biz_opaque_callback_data`: the message id that we passed when sending. */
  opaque: string | null;
  errors: ProviderError[];
  pricing: Record<string, unknown> | null;
  conversation: Record<string, unknown> | null;
  flags: EventFlag[];
};
