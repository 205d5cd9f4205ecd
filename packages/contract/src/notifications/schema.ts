import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameOf, timestamp, timeZone } from '../core/primitives.ts';
import { messageTypes, thread } from '../inbox/schema.ts';

/** What a member is notified about. */
const notificationKind = z.enum([
  'mine',
  'mention',
  'unassigned',
  'other',
  'assigned',
  'failed',
  'closing',
  'due',
  'overdue',
  'resolve_due',
  'resolve_overdue',
  'broadcast',
  'bot_loop',
  'automation_paused',
]);
export type NotificationKind = z.infer<typeof notificationKind>;

/** Where a notification appears. `desktop` and `phone` are pushed to the browsers of that kind. */
const methods = z.strictObject({ in_app: z.boolean(), desktop: z.boolean(), phone: z.boolean(), email: z.boolean() });
export type DeliveryMethods = z.infer<typeof methods>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 19:00.');

export const notificationSettings = z.strictObject({
  rules: z.strictObject({
    mine: methods,
    mention: methods,
    unassigned: methods,
    other: methods,
    assigned: methods,
    failed: methods,
    /** The reply window of a conversation of mine closes soon. */
    closing: methods,
    /** A reply in a conversation of mine is due soon, or its resolution. */
    due: methods,
    /** It was due; for Admins and Owners in every conversation, if the account wants that. */
    overdue: methods,
    /** A broadcast that I created or started paused itself, ended, did not start, or its A/B test was decided. */
    broadcast: methods,
    /** Automations stopped answering another bot; for Admins and Owners. */
    bot_loop: methods,
    /** An automation paused itself; for Admins and Owners. */
    automation_paused: methods,
    /** A call rings for me. The application rings anyway. */
    call: z.strictObject({ desktop: z.boolean(), phone: z.boolean() }),
  }),
  /** Nothing is pushed or sounds between these times, nor on these days (0 is Sunday). */
  quiet: z.strictObject({
    on: z.boolean(),
    from: clock,
    to: clock,
    days: z.array(z.number().int().min(0).max(6)).max(7),
    time_zone: timeZone,
  }),
  sound: z.boolean(),
  /** Minutes until an email tells what is still unread while the member is away. */
  digest_minutes: z.number().int().min(3).max(1_440),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** One for each conversation with something unread, of which the newest event names the kind, or for each event of a broadcast or an automation. */
export const notification = z.strictObject({
  id,
  kind: notificationKind,
  /** Null for an event of a broadcast or an automation, as `contact`. */
  thread_id: id.nullable(),
  /** Null for an automation. */
  channel_id: id.nullable(),
  contact: thread.shape.contact.nullable(),
  /** The broadcast with what happened, and why it paused or who won. */
  campaign: z
    .strictObject({
      id,
      name: z.string(),
      event: z.enum(['paused', 'finished', 'cancelled', 'winner_chosen']),
      reason: z.string().nullable(),
      variant: z.enum(['A', 'B']).nullable(),
    })
    .nullable(),
  /** The automation that paused itself, and why; null once it is on again. */
  automation: z.strictObject({ id, name: z.string(), reason: z.enum(['errors', 'slow_words']).nullable() }).nullable(),
  /** How many messages it stands for; 0 where something else caused it. */
  count: z.number().int(),
  /** The member who mentioned, assigned, or chose a winner; null for others. */
  actor_id: z.string().nullable(),
  /** The message that caused it, or what the customer had written last before it; the text of a note; null where there is none. */
  message: z.strictObject({ type: z.enum([...messageTypes, 'note']), text: z.string().nullable() }).nullable(),
  in_app: z.boolean(),
  at: timestamp,
  read_at: timestamp.nullable(),
});
export type NotificationItem = z.infer<typeof notification>;

export const pushDevice = z.strictObject({
  id,
  name: z.string(),
  kind: z.enum(['desktop', 'phone']),
  created_at: timestamp,
  /** When a message was last accepted for it. */
  last_sent_at: timestamp.nullable(),
  last_error: ourText().nullable(),
});

export const registerDeviceBody = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{80,120}=*$/, 'No key of a push subscription.'),
    auth: z.string().regex(/^[\w-]{16,40}=*$/, 'No secret of a push subscription.'),
  }),
  name: nameOf(100),
  kind: z.enum(['desktop', 'phone']),
});

export const checkedMethod = z.strictObject({
  method: z.enum(['in_app', 'push', 'email']),
  /** The device of `push`. */
  device_id: id.nullable(),
  name: z.string(),
  state: z.enum(['sent', 'failed']),
  /** Why it failed, with what to do. */
  reason: ourText().nullable(),
  took_ms: z.number().int(),
});

/** What the service worker receives. Without `title` there is nothing to show but the new message itself. */
export type PushPayload = {
  kind: NotificationKind | 'check' | 'call';
  client_id: string;
  thread_id: string | null;
  campaign_id: string | null;
  automation_id: string | null;
  /** Of `call`: one that rings, or that rings no more here. */
  call?: { id: string; rings: boolean };
  title: string;
  body: string;
  /** Of a customer's message: what the action is called that answers it. */
  reply?: string;
  /** Conversations, broadcasts and automations that still have something unread: notifications of others are closed. */
  unread: string[];
  silent: boolean;
};
