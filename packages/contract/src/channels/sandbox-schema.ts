import { z } from 'zod';
import { id, phoneInput, shortText, storableText } from '../core/primitives.ts';

const dayMs = 24 * 3600 * 1000;
const waitMs = z.number().int().min(0).max(dayMs);

const behaviour = {
  online: z.boolean(),
  reads: z.enum(['at_once', 'when_open', 'never']),
  /** Between the arrival of a message and its reading, milliseconds. */
  read_after_ms: waitMs,
  /** Null: they answer nothing by themselves. */
  reply_after_ms: waitMs.nullable(),
  reply_text: storableText.min(1).max(4096),
  /** What they write carries their user id and no number. */
  hides_number: z.boolean(),
  blocks_us: z.boolean(),
  /** They want no marketing. */
  opted_out: z.boolean(),
  on_whatsapp: z.boolean(),
};

/** One simulated customer phone of the account's sandbox. */
export const sandboxPhone = z.strictObject({
  id: z.string(),
  phone_number: z.string().nullable(),
  name: z.string(),
  user_id: z.string(),
  ...behaviour,
  /** While the team shows that it is writing. */
  typing_until: z.string().nullable(),
});
export type SandboxPhone = z.output<typeof sandboxPhone>;

export const sandboxBehaviour = z.strictObject(behaviour).partial();
export type SandboxBehaviour = z.output<typeof sandboxBehaviour>;

export const createPhoneBody = z.strictObject({ name: shortText, phone_number: phoneInput.optional() });

export const changeNumberBody = z.strictObject({ phone_number: phoneInput.optional() });

/** A message in a simulated phone's own book. `status` are the customer's ticks on what they wrote: 0 to 3. */
export const sandboxPhoneMessage = z.strictObject({
  cursor: z.string(),
  id: z.string(),
  direction: z.enum(['to_customer', 'from_customer']),
  type: z.string(),
  /** As WhatsApp has it; of `contacts` an object with the list as its `contacts`. */
  content: z.record(z.string(), z.unknown()),
  /** A template as the customer sees it. */
  display: z
    .strictObject({
      header: z.string().nullable(),
      body: z.string(),
      footer: z.string().nullable(),
      buttons: z.array(z.strictObject({ text: z.string(), answers: z.boolean() })),
    })
    .nullable(),
  /** The message this one answers. */
  context: z.string().nullable(),
  timestamp: z.string(),
  status: z.number().int().nullable(),
});
export type SandboxPhoneMessage = z.output<typeof sandboxPhoneMessage>;

const content = z.record(z.string(), z.unknown());

/** What a simulated customer can write. Files are named by the id of what was uploaded for phones. */
export const writtenTypes = [
  ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts', 'reaction'] as const),
  ...(['button', 'interactive', 'order', 'system', 'edit', 'revoke', 'request_welcome', 'unsupported'] as const),
] as const;
export type WrittenType = (typeof writtenTypes)[number];

export const writeAsCustomerBody = z
  .strictObject({
    id: id.optional(),
    type: z.enum(writtenTypes),
    /** The message it answers. */
    context: z.strictObject({ message_id: z.string().min(1).max(255) }).optional(),
    text: z.strictObject({ body: storableText.min(1, 'Write something first.').max(4096) }).optional(),
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
    (body) => ['request_welcome', 'unsupported'].includes(body.type) || body[body.type as 'text'] !== undefined,
    'What is written belongs under the name of its type.',
  );
export type WriteAsCustomerBody = z.output<typeof writeAsCustomerBody>;

/** A button by its place, or a row of a list by its id. */
export const tapBody = z.strictObject({
  id: id.optional(),
  message_id: z.string().min(1).max(255),
  button: z.number().int().min(0).max(9).optional(),
  row_id: z.string().min(1).max(200).optional(),
});

/** What goes wrong on purpose; null ends a fault. */
export const sandboxFaults = z.strictObject({
  /** WhatsApp's error code that the next sends meet. */
  next_send_error: z.number().int().min(0).max(9_999_999).nullable(),
  /** The line between the team and WhatsApp is cut. */
  network_off: z.boolean(),
  /** Milliseconds every call takes longer. */
  network_delay_ms: z.number().int().min(0).max(60_000),
  /** Milliseconds every webhook comes late. */
  late_ms: z.number().int().min(0).max(dayMs),
  /** Every webhook comes twice. */
  duplicate: z.boolean(),
  /** Webhooks overtake each other. */
  disorder: z.boolean(),
});
export type SandboxFaults = z.output<typeof sandboxFaults>;

/** A call of the team to WhatsApp (`in`) or a webhook (`out`), as it went over the line; tokens are left out. */
export const sandboxTraffic = z.strictObject({
  cursor: z.string(),
  at: z.string(),
  direction: z.enum(['in', 'out']),
  method: z.string(),
  url: z.string(),
  /** Null when there was no answer. */
  status: z.number().int().nullable(),
  duration_ms: z.number(),
  request: z.string(),
  response: z.string(),
  /** A webhook that can be posted, or a call that can be made once more. */
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

/** So many made-up people a sandbox takes, in slices of at most a thousand. */
export const mostSandboxPeople = 50_000;
export const peopleBody = z
  .strictObject({
    from: z
      .number()
      .int()
      .min(0)
      .max(mostSandboxPeople - 1),
    count: z.number().int().min(1).max(1_000),
  })
  .refine(({ from, count }) => from + count <= mostSandboxPeople, 'A sandbox takes at most 50,000 people.');
