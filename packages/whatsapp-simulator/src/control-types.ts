/** Types of the control API, `/simulator/control/…`. Ids and cursors are strings, times are RFC 3339. */

/** Minimum and maximum milliseconds; the simulator picks a random value between them. */
export type Range = [number, number];

/** The delay of each step of a phone. */
export interface Timing {
  /** From acceptance to `sent` (or `failed`). */
  sent_ms: Range;
  /** From `sent` to `delivered`. */
  delivered_ms: Range;
  /** From `delivered` to `read`, on top of the phone's own `read_after_ms`. */
  read_ms: Range;
}

/** How an account's webhooks are sent. */
export interface WebhookSettings {
  /** Updates in one POST, 1..1,000. */
  max_batch: number;
  /** Milliseconds that an update waits for others. */
  delay_ms: number;
  /** POSTs of this account in flight at once, 1..64. Above 1 updates may overtake each other. */
  concurrency: number;
  /** Milliseconds after which an unanswered POST counts as failed. */
  timeout_ms: number;
}

export type Throughput = 'STANDARD' | 'HIGH';
export const permissionNames = [
  'whatsapp_business_messaging',
  'whatsapp_business_management',
  'whatsapp_business_manage_events',
  'catalog_management',
] as const;
export type Permission = (typeof permissionNames)[number];

/** The health status of sending for one entity. */
export interface HealthFault {
  entity: 'PHONE_NUMBER' | 'WABA' | 'BUSINESS' | 'APP';
  state: 'LIMITED' | 'BLOCKED';
}

/** Fields of the number's node with other values than usual. */
export interface NumberFault {
  status?: string;
  quality_rating?: string;
  name_status?: string;
  platform_type?: string;
  is_on_biz_app?: boolean;
  whatsapp_business_manager_messaging_limit?: string;
}

export type MessagingLimit = 'TIER_250' | 'TIER_2K' | 'TIER_10K' | 'TIER_100K' | 'TIER_UNLIMITED';

/** How the platform paces a marketing template of unknown quality. */
export interface Pacing {
  /** This many sends are sent immediately; later ones are `held_for_quality_assessment`. */
  first: number;
  /** How long they are on hold, in milliseconds. */
  hold_ms: number;
  /** The result after the hold. */
  ends: 'released' | 'failed';
}

/** A call of a phone. `heard_packets` of sound that came from the business. */
export interface PhoneCallView {
  id: string;
  by: 'customer' | 'business';
  state: 'ringing' | 'connected' | 'ended';
  heard_packets: number;
}

/** Faults set for an account; `DELETE …/faults` clears them. */
export interface Faults {
  /** The error of the next send: synchronous, or as a `failed` webhook where the platform reports it later. */
  next_send_error?: number;
  /** The number of sends it applies to, default 1. */
  next_send_error_count?: number;
  /** Milliseconds between acceptance and answer, at most 60,000. */
  answer_delay_ms?: number;
  /** Accept, then close the connection unanswered: true until cleared, a number for that many sends. */
  drop_answer?: boolean | number;
  /** Every call answers 190, and the token is reported as expired. */
  token_expired?: boolean;
  /** The token is reported to expire in this many seconds; by default it never expires. */
  token_expires_in_s?: number;
  /** Offset of the platform's clock from the true time, as the `Date` header of its HEAD answers shows it. */
  date_offset_ms?: number;
  /** Permissions that the token lacks although the account was registered with them (10). */
  missing_permissions?: Permission[];
  /** The app is not subscribed: no webhooks. Subscribing it fixes that. */
  unsubscribed?: boolean;
  /** Webhook fields that the app is not subscribed to. Subscribing it fixes that. */
  missing_fields?: string[];
  /** The business may not take conversations (2494191); it takes them over by sending. */
  not_escalation_partner?: boolean;
  /** The number waits for its code. Verifying it fixes that. */
  unverified?: boolean;
  /** Sends answer 133010. Registering fixes that. */
  unregistered?: boolean;
  /** The business agreed to the terms of the Marketing Messages API; without it `marketing_messages` answers 134102. */
  marketing_onboarded?: boolean;
  /** Marketing messages of a new template are refused (134101) as long as it is synced. */
  marketing_syncing?: boolean;
  /** The account's list of numbers has a different one. */
  wrong_waba?: boolean;
  /** How long a template's review takes, milliseconds. */
  review_ms?: number;
  /** Reviews end with a rejection for this reason (`INVALID_FORMAT`, …). */
  reject_templates?: string;
  /** No catalogue of products is connected. */
  no_catalog?: boolean;
  /** Customers see the catalogue's products and cannot order them. */
  no_cart?: boolean;
  /** Every call of the Graph surface answers this error. */
  every_call_error?: number;
  health?: HealthFault;
  number?: NumberFault;
  /** Contacts that may be messaged outside of their windows within 24 hours; default TIER_UNLIMITED. */
  messaging_limit?: MessagingLimit;
  pacing?: Pacing;
  /** Reviews end with a category other than the requested one. */
  recategorize_templates?: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION';
  /** Management calls per hour, default 5,000; further ones answer 80007. */
  management_calls_per_hour?: number;
  /** The connection between the business and the platform is cut: calls end without a response, webhooks wait. */
  network_off?: boolean;
  /** Additional milliseconds of every call of the Graph API, at most 60,000. */
  network_delay_ms?: number;
  /** The account is in maintenance for this many milliseconds: sends answer 131057. Ends automatically. */
  maintenance_ms?: number;
  webhooks?: {
    /** Delay of every update in milliseconds. */
    late_ms?: number;
    /** Every update is sent twice. */
    duplicate?: boolean;
    /** Updates are reordered by up to 1.5 s. */
    disorder?: boolean;
    /** A phone that reads immediately gets no `delivered`, only `read`. */
    skip_delivered?: boolean;
    /** Signed with another secret, like an app whose secret was entered wrong. */
    wrong_signature?: boolean;
  };
}

/** Body of `PUT /simulator/control/accounts/{phone_number_id}`. */
export interface AccountInput {
  token: string;
  app_secret: string;
  waba_id: string;
  display_phone_number: string;
  verified_name: string;
  webhook_url?: string | null;
  verify_token?: string | null;
  throughput?: Throughput;
  /** Whether the 24 h window is enforced, default true. */
  windows?: boolean;
  /** Whether the pair limit (45 in a burst, then 1 in 6 s to one contact; 131056) is enforced, default false. */
  pair_limit?: boolean;
  /** false: sends answer 133010. Default true. */
  registered?: boolean;
  /** The token's permissions; default all. */
  permissions?: Permission[];
  /** A test number's allow-list (131030); null, the default, allows everyone. */
  allowed_recipients?: string[] | null;
  timing?: Partial<Timing>;
  webhooks?: Partial<WebhookSettings>;
}

/** Answer of `GET /simulator/control/account`; secrets are never included. */
export interface AccountView extends Required<Omit<AccountInput, 'token' | 'app_secret' | 'verify_token'>> {
  phone_number_id: string;
  timing: Timing;
  webhooks: WebhookSettings;
  /** The override the business set with `subscribed_apps`. */
  override_callback_uri: string | null;
  number_callback_uri: string | null;
  subscribed: boolean;
  /** The app whose token the account has. */
  app_id: string;
  /** The requested code, as it would be sent to the number by text message or call. */
  verification_code: string | null;
  two_step_pin: string | null;
  clock_offset_ms: number;
  faults: Faults;
  /** `named`: phones that are not synthetic. */
  counts: { phones: number; named: number; messages: number };
  deliveries: { waiting: number; attempts: number; next_try_at: string | null };
}

/** When a phone reads a received message. */
export type Reads = 'when_open' | 'at_once' | 'never';

/** The behavior of a phone; every field may be given to POST and PATCH. */
export interface PhoneBehaviour {
  online: boolean;
  /** The contact has our chat open: delivered messages are read. */
  chat_open: boolean;
  reads: Reads;
  read_after_ms: number;
  /** null: never answers automatically. */
  reply_after_ms: number | null;
  reply_text: string;
  /** Webhooks contain only the business-scoped user id. */
  hides_number: boolean;
  blocks_us: boolean;
  opted_out: boolean;
  on_whatsapp: boolean;
  /** Meta's agent answers them, and the business listens. */
  agent_holds: boolean;
  /** What the agent answers to each of their messages; null: nothing. */
  agent_text: string | null;
  /** A simulated contact for load; lists include it only on request. */
  synthetic: boolean;
  /** The phones in a group, whose own id is the group's; null: a phone. */
  members: string[] | null;
}

/** Body of `POST /simulator/control/groups`: two to eight phones. */
export interface GroupInput {
  subject: string;
  members: string[];
}

/** Body of `POST /simulator/control/phones` (all optional) and of PATCH (without `phone_number` and `user_id`). */
export interface PhoneInput extends Partial<Omit<PhoneBehaviour, 'members'>> {
  phone_number?: string;
  user_id?: string;
  name?: string;
  username?: string | null;
}

/** A simulated phone. `id` is its wa_id: digits without plus. */
export interface PhoneView extends PhoneBehaviour {
  id: string;
  name: string;
  user_id: string;
  username: string | null;
  /** Changes with the contact's device. */
  identity_key_hash: string;
  window_expires_at: string | null;
  /** While the business shows its typing indicator. */
  typing_until: string | null;
  created_at: string;
}

/** Body of `POST /simulator/control/phones/many`: at most 1,000 at once, and `of` at most 50,000. */
export interface BulkPhonesInput {
  /** Of the simulated contacts, from this one on, counted from 0. */
  from: number;
  count: number;
}

/**
 * Body of `POST …/phones/{id}/taps`: a button of a received message, by its position (of a carousel with
 * the position of its card), or a row of a list by its id.
 */
export interface TapInput {
  /** The caller's own id; a repeated id returns the first response again. */
  id?: string;
  message_id: string;
  button?: number;
  card?: number;
  row_id?: string;
}

/** Body of `POST /simulator/control/phones/{id}/messages`: `{id?, type, <type>: {…}, context?}`. */
export interface CustomerMessageInput {
  /** The caller's own id; a repeated id returns the first response again. */
  id?: string;
  type: string;
  context?: { message_id: string };
  /** Who of a group writes: the id of one of its phones. */
  as?: string;
  [content: string]: unknown;
}

/** A template as the customer sees it. */
export interface PhoneTemplate {
  header: string | null;
  body: string;
  footer: string | null;
  buttons: string[];
  kinds?: string[];
  offer?: { text: string; expires_at?: string };
  cards?: PhoneTemplate[];
}

/** A product as a phone shows it; the customer orders it by the same names. */
export interface OfferedProduct {
  product_retailer_id: string;
  name: string;
  item_price: number;
  currency: string;
  available: boolean;
}

/** One message of a phone. */
export interface PhoneMessage {
  cursor: string;
  /** wamid. */
  id: string;
  caller_id: string | null;
  direction: 'to_customer' | 'from_customer';
  type: string;
  /** Products that it offers stand beside it as `products`, as the phone reads them from the catalogue. */
  content: unknown;
  /** A template as the customer sees it. */
  display: PhoneTemplate | null;
  context: { message_id: string } | null;
  /** By the account's clock. */
  timestamp: string;
  /**
   * from_customer: 0 not sent (offline), 1 sent, 2 the webhook was answered 200, 3 the business marked it read.
   * to_customer: 2 received, 3 read, 4 played.
   */
  status: number;
  /** `biz_opaque_callback_data` of a to_customer message. */
  opaque: string | null;
  /** Who of a group wrote it. */
  as: string | null;
}

export interface PhoneUpdates {
  cursor: string;
  messages: PhoneMessage[];
  phone: PhoneView;
}

/** One accepted send, for comparisons with other records. */
export interface SendRecord {
  cursor: string;
  /** wamid. */
  id: string;
  phone: string;
  /** `to` or `recipient` as sent by the business. */
  to: string;
  type: string;
  opaque: string | null;
  accepted_at: string;
  /** 0 accepted, 1 sent, 2 delivered, 3 read, -1 failed. */
  status: number;
  error_code: number | null;
  /** How often the phone received it: 0 or 1. */
  received: number;
  /** Position among all messages that the account's phones received. */
  receive_order: number | null;
  statuses: { status: string; at: string }[];
}

/** One raw exchange: a call to the Graph API (`in`) or a webhook (`out`). Bodies are shown up to 8,192 characters. */
export interface TrafficEntry {
  cursor: string;
  at: string;
  /** Its bytes are still stored: a webhook can be posted again, a call repeated. */
  replayable: boolean;
  direction: 'in' | 'out';
  method: string;
  url: string;
  /** null when there was no response. */
  status: number | null;
  duration_ms: number;
  request: string;
  response: string;
}

export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

export interface ControlError {
  error: { code: string; message: string };
}

/** The child process's message to its parent over IPC. */
export interface ReadyMessage {
  type: 'ready';
  port: number;
}
