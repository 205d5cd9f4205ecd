import { z } from 'zod';
import { id, nameText, phoneInput } from '../core/primitives.ts';

const dayMs = 24 * 3600 * 1000;
const waitMs = z.number().int().min(0).max(dayMs);

const behaviour = {
  online: z.boolean(),
  reads: z.enum(['at_once', 'when_open', 'never']),
  /** Delay between receiving and reading a message, milliseconds. */
  read_after_ms: waitMs,
  /** Null: they answer nothing automatically. */
  reply_after_ms: waitMs.nullable(),
  reply_text: z.string().min(1).max(4096),
  /** Their messages contain their user id and no number. */
  hides_number: z.boolean(),
  blocks_us: z.boolean(),
  /** They opted out of marketing. */
  opted_out: z.boolean(),
  on_whatsapp: z.boolean(),
  /** Meta's agent answers them, and the team listens. */
  agent_holds: z.boolean(),
  /** What the agent answers to each of their messages; null: nothing. */
  agent_text: z.string().min(1).max(4096).nullable(),
};

/** One simulated customer phone of the account's sandbox. */
export const sandboxPhone = z.strictObject({
  id: z.string(),
  phone_number: z.string().nullable(),
  name: z.string(),
  user_id: z.string(),
  ...behaviour,
  /** While the team's typing indicator is shown. */
  typing_until: z.string().nullable(),
  /** The phones in a group, by id; null: a phone. */
  members: z.array(z.string()).nullable(),
});
export type SandboxPhone = z.output<typeof sandboxPhone>;

export const sandboxBehaviour = z.strictObject(behaviour).partial();
export type SandboxBehaviour = z.output<typeof sandboxBehaviour>;

export const createPhoneBody = z.strictObject({ name: nameText, phone_number: phoneInput.optional() });

export const createGroupBody = z.strictObject({ name: nameText });

export const changeNumberBody = z.strictObject({ phone_number: phoneInput.optional() });

/** The parts of a template that its cards have too. */
const phoneTemplate = z.strictObject({
  header: z.string().nullable(),
  body: z.string(),
  footer: z.string().nullable(),
  buttons: z.array(z.strictObject({ text: z.string(), answers: z.boolean() })),
  offer: z.strictObject({ text: z.string(), expires_at: z.string().optional() }).optional(),
});

/** A message on a simulated phone. `status` is the customer's ticks on their own messages: 0 to 3. */
export const sandboxPhoneMessage = z.strictObject({
  cursor: z.string(),
  id: z.string(),
  direction: z.enum(['to_customer', 'from_customer']),
  type: z.string(),
  /** In WhatsApp's format; for `contacts` an object with the list as its `contacts`. */
  content: z.record(z.string(), z.unknown()),
  /** A template as the customer sees it. */
  display: phoneTemplate.extend({ cards: z.array(phoneTemplate).optional() }).nullable(),
  /** The message this one answers. */
  context: z.string().nullable(),
  timestamp: z.string(),
  status: z.number().int().nullable(),
  /** Who of a group wrote it: the id of a phone. */
  as: z.string().nullable(),
});
export type SandboxPhoneMessage = z.output<typeof sandboxPhoneMessage>;

const content = z.record(z.string(), z.unknown());

/** What a simulated customer can send; `call` is one that nobody takes. Files are named by the id of their upload. */
export const customerMessageTypes = [
  ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts', 'reaction'] as const),
  ...([
    'button',
    'interactive',
    'order',
    'system',
    'edit',
    'revoke',
    'call',
    'request_welcome',
    'unsupported',
  ] as const),
] as const;
export type CustomerMessageType = (typeof customerMessageTypes)[number];

export const writeAsCustomerBody = z
  .strictObject({
    id: id.optional(),
    type: z.enum(customerMessageTypes),
    /** Who of a group writes: the id of one of its phones. */
    as: z.string().min(1).max(40).optional(),
    /** The message it answers. */
    context: z.strictObject({ message_id: z.string().min(1).max(255) }).optional(),
    text: z.strictObject({ body: z.string().min(1, 'Enter a message.').max(4096) }).optional(),
    contacts: z.array(content).min(1).max(20).optional(),
    image: content.optional(),
    video: content.optional(),
    audio: content.optional(),
    document: content.optional(),
    sticker: content.optional(),
    location: content.optional(),
    reaction: content.optional(),
    button: content.optional(),
    interactive: content.optional(),
    order: content.optional(),
    system: content.optional(),
    edit: content.optional(),
    revoke: content.optional(),
  })
  .refine(
    (body) => ['call', 'request_welcome', 'unsupported'].includes(body.type) || body[body.type as 'text'] !== undefined,
    'What is written belongs under the name of its type.',
  );
export type WriteAsCustomerBody = z.output<typeof writeAsCustomerBody>;

/** A button by its index, of a carousel with the index of its card; or a row of a list by its id. */
export const tapBody = z.strictObject({
  id: id.optional(),
  message_id: z.string().min(1).max(255),
  button: z.number().int().min(0).max(9).optional(),
  card: z.number().int().min(0).max(9).optional(),
  row_id: z.string().min(1).max(200).optional(),
});

/** Simulated faults; null ends a fault. */
export const sandboxFaults = z.strictObject({
  /** WhatsApp's error code for the next sends. */
  next_send_error: z.number().int().min(0).max(9_999_999).nullable(),
  /** The connection between the team and WhatsApp is cut. */
  network_off: z.boolean(),
  /** Additional milliseconds of every call. */
  network_delay_ms: z.number().int().min(0).max(60_000),
  /** Delay of every webhook in milliseconds. */
  late_ms: z.number().int().min(0).max(dayMs),
  /** Every webhook is sent twice. */
  duplicate: z.boolean(),
  /** Webhooks are sent out of order. */
  disorder: z.boolean(),
});
export type SandboxFaults = z.output<typeof sandboxFaults>;

/** A call of the team to WhatsApp (`in`) or a webhook (`out`), as transmitted; tokens are omitted. */
export const sandboxTraffic = z.strictObject({
  cursor: z.string(),
  at: z.string(),
  direction: z.enum(['in', 'out']),
  method: z.string(),
  url: z.string(),
  /** Null when there was no response. */
  status: z.number().int().nullable(),
  duration_ms: z.number(),
  request: z.string(),
  response: z.string(),
  /** A webhook that can be posted again, or a call that can be repeated. */
  replayable: z.boolean(),
});
export type SandboxTraffic = z.output<typeof sandboxTraffic>;

/** Ten years either way, milliseconds. */
export const clockBody = z.strictObject({
  offset_ms: z
    .number()
    .int()
    .min(-3660 * dayMs)
    .max(3660 * dayMs),
});

/** How many simulated contacts a sandbox takes, in ranges of at most a thousand. */
export const maxSandboxContacts = 50_000;
export const createSandboxContactsBody = z
  .strictObject({
    from: z
      .number()
      .int()
      .min(0)
      .max(maxSandboxContacts - 1),
    count: z.number().int().min(1).max(1_000),
  })
  .refine(({ from, count }) => from + count <= maxSandboxContacts, 'A sandbox takes at most 50,000 contacts.');

/** A call of a simulated phone. `heard_packets`: of the sound that came from the team. */
export const sandboxCall = z.strictObject({
  call: z
    .strictObject({
      id: z.string(),
      by: z.enum(['customer', 'business']),
      state: z.enum(['ringing', 'connected', 'ended']),
      heard_packets: z.int().min(0),
    })
    .nullable(),
});
