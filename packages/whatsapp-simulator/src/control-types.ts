/** Shapes of the control surface, `/simulator/control/…`. Ids and cursors are strings, times of the books RFC 3339. */

/** Least and most milliseconds; the simulator draws between them. */
export type Range = [number, number];

/** How long a phone takes for each step. */
export interface Timing {
  /** From acceptance to `sent` (or `failed`). */
  sent_ms: Range;
  /** From `sent` to `delivered`. */
  delivered_ms: Range;
  /** From `delivered` to `read`, on top of the phone's own `read_after_ms`. */
  read_ms: Range;
}

/** How an account's webhooks leave. */
export interface WebhookHabits {
  /** Updates in one POST, 1..1,000. */
  max_batch: number;
  /** Milliseconds an update waits for company. */
  delay_ms: number;
  /** POSTs of this account in flight at once, 1..64. Above 1 updates may overtake each other. */
  concurrency: number;
  /** Milliseconds after which an unanswered POST counts as failed. */
  timeout_ms: number;
}

export type Throughput = 'STANDARD' | 'HIGH';
export type Permission = 'whatsapp_business_messaging' | 'whatsapp_business_management';

/** What the health of sending shows for one part of the way. */
export interface HealthFault {
  entity: 'PHONE_NUMBER' | 'WABA' | 'BUSINESS' | 'APP';
  state: 'LIMITED' | 'BLOCKED';
}

/** Fields of the number's node that show something else than usual. */
export interface NumberFault {
  status?: string;
  quality_rating?: string;
  name_status?: string;
  platform_type?: string;
  is_on_biz_app?: boolean;
  whatsapp_business_manager_messaging_limit?: string;
}

export type MessagingLimit = 'TIER_250' | 'TIER_2K' | 'TIER_10K' | 'TIER_100K' | 'TIER_UNLIMITED';

/** How the platform lets a marketing template loose whose quality it does not know yet. */
export interface Pacing {
  /** So many sends go at once; those after them are `held_for_quality_assessment`. */
  first: number;
  /** How long they are held, milliseconds. */
  hold_ms: number;
  /** What becomes of them then. */
  ends: 'released' | 'failed';
}

/** Faults an account asked for; `DELETE …/faults` clears them. */
export interface Faults {
  /** The next send meets this error: synchronously, or as a `failed` webhook where the platform does it so. */
  next_send_error?: number;
  /** How many sends it holds for, default 1. */
  next_send_error_count?: number;
  /** Milliseconds between acceptance and answer, at most 60,000. */
  answer_delay_ms?: number;
  /** Accept, then close the connection unanswered: true until cleared, a number for that many sends. */
  drop_answer?: boolean | number;
  /** Every call answers 190, and the token is told to be expired. */
  token_expired?: boolean;
  /** The token is told to end in this many seconds; without this: never. */
  token_expires_in_s?: number;
  /** How far the platform's own clock is from the true time, as the `Date` of its answers to HEAD tells. */
  date_offset_ms?: number;
  /** What the token may not do although the account was registered with it (10). */
  missing_permissions?: Permission[];
  /** The app is not subscribed: no webhooks. Subscribing it mends that. */
  unsubscribed?: boolean;
  /** The number waits for its code. Verifying it mends that. */
  unverified?: boolean;
  /** Sends answer 133010. Registering mends that. */
  unregistered?: boolean;
  /** The account's list of numbers holds another one. */
  wrong_waba?: boolean;
  /** How long a template's review takes, milliseconds. */
  review_ms?: number;
  /** Reviews end with a rejection for this reason (`INVALID_FORMAT`, …). */
  reject_templates?: string;
  /** Every call of the Graph surface answers this error. */
  every_call_error?: number;
  health?: HealthFault;
  number?: NumberFault;
  /** People who may be written to outside of their windows within 24 hours; default TIER_UNLIMITED. */
  messaging_limit?: MessagingLimit;
  pacing?: Pacing;
  /** Reviews end with another category than the one asked for. */
  recategorize_templates?: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION';
  /** Management calls an hour, default 5,000; more answer 80007. */
  management_calls_per_hour?: number;
  /** The line between the business and the platform is cut: calls end without an answer, webhooks wait. */
  network_off?: boolean;
  /** Milliseconds every call of the Graph surface takes longer, at most 60,000. */
  network_delay_ms?: number;
  /** The account is in maintenance for so long, milliseconds: sends answer 131057. Ends by itself. */
  maintenance_ms?: number;
  webhooks?: {
    /** Milliseconds every update comes late. */
    late_ms?: number;
    /** Every update comes twice. */
    duplicate?: boolean;
    /** Updates overtake each other by up to 1.5 s. */
    disorder?: boolean;
    /** A phone that reads at once gets no `delivered`, only `read`. */
    skip_delivered?: boolean;
    /** Signed with another secret, as an app does whose secret was entered wrong. */
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
  /** Whether the pair limit (45 in a burst, then 1 in 6 s to one person; 131056) is enforced, default false. */
  pair_limit?: boolean;
  /** false: sends answer 133010. Default true. */
  registered?: boolean;
  /** What the token may do; default both. */
  permissions?: Permission[];
  /** A test number's allow-list (131030); null, the default, allows everyone. */
  allowed_recipients?: string[] | null;
  timing?: Partial<Timing>;
  webhooks?: Partial<WebhookHabits>;
}

/** Answer of `GET /simulator/control/account`; secrets are never told. */
export interface AccountView extends Required<Omit<AccountInput, 'token' | 'app_secret' | 'verify_token'>> {
  phone_number_id: string;
  timing: Timing;
  webhooks: WebhookHabits;
  /** The override the business set with `subscribed_apps`. */
  override_callback_uri: string | null;
  number_callback_uri: string | null;
  subscribed: boolean;
  /** The app whose token the account has. */
  app_id: string;
  /** The code that was asked for and would be on its way to the number by text message or call. */
  verification_code: string | null;
  two_step_pin: string | null;
  clock_offset_ms: number;
  faults: Faults;
  /** `named`: phones that are not synthetic. */
  counts: { phones: number; named: number; messages: number };
  deliveries: { waiting: number; attempts: number; next_try_at: string | null };
}

/** When a phone reads what it got. */
export type Reads = 'when_open' | 'at_once' | 'never';

/** How a phone behaves; every field may be given to POST and PATCH. */
export interface PhoneBehaviour {
  online: boolean;
  /** The person looks at our chat: what is delivered is read. */
  chat_open: boolean;
  reads: Reads;
  read_after_ms: number;
  /** null: never answers by itself. */
  reply_after_ms: number | null;
  reply_text: string;
  /** Webhooks carry the business-scoped user id only. */
  hides_number: boolean;
  blocks_us: boolean;
  opted_out: boolean;
  on_whatsapp: boolean;
  /** One of many that nobody looks at; left out of lists unless they are asked for. */
  synthetic: boolean;
}

/** Body of `POST /simulator/control/phones` (all optional) and of PATCH (without `phone_number` and `user_id`). */
export interface PhoneInput extends Partial<PhoneBehaviour> {
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
  /** What tells the person's present device from the one before it. */
  identity_key_hash: string;
  window_expires_at: string | null;
  /** While the business shows that it is typing. */
  typing_until: string | null;
  created_at: string;
}

/** Body of `POST /simulator/control/phones/many`: at most 1,000 at once, and `of` at most 50,000. */
export interface ManyPhones {
  /** Of the made-up people, from this one on, counted from 0. */
  from: number;
  count: number;
}

/** Body of `POST …/phones/{id}/taps`: a button of a message the phone got, by its place, or a row of a list by its id. */
export interface TapInput {
  /** The caller's own id; the same again answers the same. */
  id?: string;
  message_id: string;
  button?: number;
  row_id?: string;
}

/** Body of `POST /simulator/control/phones/{id}/messages`: `{id?, type, <type>: {…}, context?}`. */
export interface CustomerMessageInput {
  /** The caller's own id; the same again answers the same. */
  id?: string;
  type: string;
  context?: { message_id: string };
  [content: string]: unknown;
}

/** One row of a phone's own book. */
export interface PhoneMessage {
  cursor: string;
  /** wamid. */
  id: string;
  caller_id: string | null;
  direction: 'to_customer' | 'from_customer';
  type: string;
  content: unknown;
  /** A template as the customer sees it. */
  display: { header: string | null; body: string; footer: string | null; buttons: string[]; kinds?: string[] } | null;
  context: { message_id: string } | null;
  /** By the account's clock. */
  timestamp: string;
  /** from_customer: 0 not gone (offline), 1 gone, 2 the webhook was answered 200, 3 the business marked it read. to_customer: 2 got, 3 read, 4 played. */
  status: number;
  /** `biz_opaque_callback_data` of a to_customer message. */
  opaque: string | null;
}

export interface PhoneUpdates {
  cursor: string;
  messages: PhoneMessage[];
  phone: PhoneView;
}

/** One accepted send, for comparing books. */
export interface BookEntry {
  cursor: string;
  /** wamid. */
  id: string;
  phone: string;
  /** `to` or `recipient` as the business wrote it. */
  to: string;
  type: string;
  opaque: string | null;
  accepted_at: string;
  /** 0 accepted, 1 sent, 2 delivered, 3 read, -1 failed. */
  status: number;
  error_code: number | null;
  /** How often the phone got it: 0 or 1. */
  received: number;
  /** Position among everything the account's phones got. */
  receive_order: number | null;
  statuses: { status: string; at: string }[];
}

/** One raw exchange: a call to the Graph surface (`in`) or a webhook (`out`). Bodies are shown up to 8,192 characters. */
export interface TrafficEntry {
  cursor: string;
  at: string;
  /** Its bytes are still here: a webhook can be posted once more, a call made once more. */
  replayable: boolean;
  direction: 'in' | 'out';
  method: string;
  url: string;
  /** null when there was no answer. */
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

/** What the child process tells its parent over IPC. */
export interface ReadyMessage {
  type: 'ready';
  port: number;
}
