import { z } from 'zod';
import { ourText } from '../core/our-text.ts';
import { id, nameText, phoneInput, version } from '../core/primitives.ts';
import { workingHours } from '../core/working-hours.ts';
import { businessUsernameProblem } from './business-username.ts';
import { storageRegions } from './storage-regions.ts';

export const channelKinds = ['WHATSAPP', 'SESSION'] as const;
export const channelStates = ['ACTIVE', 'PAUSED'] as const;

const last4 = z.string().max(4);

/**
 * Uses for which a channel has a default template, offered first in the template picker: in a conversation whose reply
 * window has closed, and for the first message to a contact.
 */
export const defaultTemplateUses = ['window_closed', 'first_message'] as const;
export type DefaultTemplateUse = (typeof defaultTemplateUses)[number];

/** The template's status is not part of this: it is offered only while ACTIVE. */
const defaultTemplate = z.strictObject({ id, name: z.string(), language: z.string() }).nullable();

export const channel = z.strictObject({
  id,
  kind: z.enum(channelKinds),
  channel_label: z.string(),
  phone_number: z.string(),
  phone_number_id: z.string(),
  waba_id: z.string(),
  sandbox: z.boolean(),
  verified: z.boolean(),
  state: z.enum(channelStates),
  state_reason: z.string().nullable(),
  /** Messages a second this number may send. */
  pace: z.number(),
  /** Sandbox channels may be ahead of real time, milliseconds. */
  clock_offset_ms: z.number(),
  secrets: z.strictObject({ access_token: last4, app_secret: last4, verify_token: last4 }),
  /** The URL of a SESSION channel's adapter; null for WhatsApp. */
  adapter_url: z.string().nullable(),
  /** Until when the credentials before the last rotation are valid as well. */
  previous_until: z.string().nullable(),
  /** When the team answers on this channel; null when not set. */
  /** Null: those of the business. */
  working_hours: workingHours.nullable(),
  default_templates: z.strictObject({ window_closed: defaultTemplate, first_message: defaultTemplate }),
  created_at: z.string(),
  version,
});
export type Channel = z.output<typeof channel>;

const providerId = z
  .string()
  .trim()
  .regex(/^[0-9]{1,32}$/, 'Digits only, as Meta shows it.');
const secret = z.string().trim().min(8, 'This is too short.').max(1000);

export const createWhatsAppBody = z.strictObject({
  id: id.optional(),
  kind: z.literal('WHATSAPP'),
  channel_label: nameText,
  phone_number: phoneInput,
  phone_number_id: providerId,
  waba_id: providerId,
  access_token: secret,
  app_secret: secret,
  verify_token: secret,
});

/** `whsec_` and 24 to 64 bytes in base64, as the Standard Webhooks convention writes secrets. */
const signingSecret = z
  .string()
  .trim()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'Begins with whsec_ and has 32 to 88 letters and digits behind it.');
const adapterUrl = z
  .url({ protocol: /^https?$/, error: 'This is not an http or https address.' })
  .max(500)
  .refine((text) => {
    if (!URL.canParse(text)) return true; // Reported already.
    const { username, password, hash } = new URL(text);
    return username === '' && password === '' && hash === '';
  }, 'The address must not carry a name, a password or a fragment.');

export const createSessionBody = z.strictObject({
  id: id.optional(),
  kind: z.literal('SESSION'),
  channel_label: nameText,
  phone_number: phoneInput,
  adapter_url: adapterUrl,
  signing_secret: signingSecret,
});

export const createChannelBody = z.discriminatedUnion('kind', [createWhatsAppBody, createSessionBody]);

export const changeChannelBody = z.strictObject({
  channel_label: nameText.optional(),
  state: z.enum(channelStates).optional(),
  /** SESSION channels only. */
  adapter_url: adapterUrl.optional(),
  /** Null removes them. */
  working_hours: workingHours.nullable().optional(),
  /** WhatsApp channels only: ACTIVE templates of the channel's WhatsApp Business account; null removes one. */
  default_templates: z
    .strictObject({ window_closed: id.nullable().optional(), first_message: id.nullable().optional() })
    .optional(),
});

/** The values typed so far for a number to connect; every given field is checked. */
export const checkFieldsBody = z.strictObject({
  phone_number: phoneInput.optional(),
  phone_number_id: providerId.optional(),
  waba_id: providerId.optional(),
  access_token: secret.optional(),
  app_secret: secret.optional(),
  adapter_url: adapterUrl.optional(),
  signing_secret: signingSecret.optional(),
});

export const checkStates = ['ok', 'failed', 'unproven'] as const;

export const fieldCheck = z.strictObject({
  field: z.string(),
  state: z.enum(checkStates),
  /** What was found. */
  message: ourText(),
  /** How to fix it. */
  fix: ourText().nullable(),
});
export type FieldCheck = z.output<typeof fieldCheck>;

export const channelCheck = z.strictObject({
  name: z.string(),
  state: z.enum(checkStates),
  fix: ourText().nullable(),
});

/** `skipped`: an earlier check that it depends on failed, or it does not apply to this kind of channel. */
export const doctorStates = ['ok', 'warning', 'failed', 'unproven', 'skipped'] as const;

/** One health check with its result and fix. */
export const doctorCheck = z.strictObject({
  name: z.string(),
  state: z.enum(doctorStates),
  detail: ourText(),
  fix: ourText().nullable(),
});
export type DoctorCheck = z.output<typeof doctorCheck>;

export const doctorReport = z.strictObject({
  at: z.string(),
  checks: z.array(doctorCheck),
});
export type DoctorReport = z.output<typeof doctorReport>;

export const tokenStates = ['unknown', 'valid', 'expiring', 'invalid'] as const;

/** Details of a number from WhatsApp, as of the last request. Values it may add later are stored unchanged. */
export const phoneNumberDetails = z.strictObject({
  verified_name: z.string().nullable(),
  name_status: z.string().nullable(),
  status: z.string().nullable(),
  quality: z.string().nullable(),
  throughput: z.string().nullable(),
  /** The number also stays in the WhatsApp Business app: its throughput is fixed. Null when unknown. */
  coexistence: z.boolean().nullable(),
  /** Contacts who may be written to outside a reply window in 24 hours, all numbers of the portfolio together; -1: unlimited. */
  allowance: z.number().nullable(),
  /** The business portfolio of the number, as far as WhatsApp says it. */
  portfolio_id: z.string().nullable(),
});
export type PhoneNumberDetails = z.output<typeof phoneNumberDetails>;

const counts = { received: z.number(), sent: z.number(), failed: z.number() };

export const channelHealth = z.strictObject({
  channel_id: id,
  last_webhook_at: z.string().nullable(),
  token: z.strictObject({ state: z.enum(tokenStates), expires_at: z.string().nullable() }),
  number: phoneNumberDetails.nullable(),
  /** Contacts whom a template reached outside of a reply window in 24 hours, by all channels of the portfolio. */
  allowance_used: z.number(),
  /** Since midnight in the account's time zone. */
  today: z.strictObject(counts),
  /** The last 24 hours. */
  day: z.strictObject(counts),
  /** The same by the hour, oldest first; the last one is the current hour. */
  hours: z.array(z.strictObject({ at: z.string(), ...counts })),
  report: doctorReport.nullable(),
  /** Setup steps that no health check can detect. */
  setup: z.strictObject({ templates_at: z.string().nullable(), has_sent: z.boolean() }),
});
export type ChannelHealth = z.output<typeof channelHealth>;

export const rotateBody = z.strictObject({
  access_token: secret.optional(),
  app_secret: secret.optional(),
  signing_secret: signingSecret.optional(),
});

const line = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);

/** The verticals that WhatsApp accepts. */
export const verticals = [
  ...['OTHER', 'AUTO', 'BEAUTY', 'APPAREL', 'EDU', 'ENTERTAIN', 'EVENT_PLAN', 'FINANCE', 'GROCERY', 'GOVT', 'HOTEL'],
  ...['HEALTH', 'NONPROFIT', 'PROF_SERVICES', 'RETAIL', 'TRAVEL', 'RESTAURANT', 'ALCOHOL', 'ONLINE_GAMBLING'],
  ...['PHYSICAL_GAMBLING', 'OTC_DRUGS'],
] as const;

/** The profile of a business that customers see. */
export const businessProfile = z.strictObject({
  about: z.string(),
  address: z.string(),
  description: z.string(),
  email: z.string(),
  websites: z.array(z.string()),
  vertical: z.string(),
  picture_url: z.string().nullable(),
});
export type BusinessProfile = z.output<typeof businessProfile>;

/** The number's own username. `reserved`: not shown to customers yet; `approved`: it is. All null without one. */
export const businessUsername = z.strictObject({
  username: z.string().nullable(),
  status: z.string().nullable(),
  /** Usernames that WhatsApp keeps free for this business. */
  suggestions: z.array(z.string()),
});
export type BusinessUsername = z.output<typeof businessUsername>;

export const businessUsernameBody = z.strictObject({
  username: z
    .string()
    .trim()
    .superRefine((name, context) => {
      const problem = businessUsernameProblem(name);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
});

export const businessProfileBody = z.strictObject({
  about: line(139).min(1, 'WhatsApp requires at least one character.').optional(),
  address: line(256).optional(),
  description: line(512).optional(),
  email: z.union([z.literal(''), z.email('This is not an email address.').max(128)]).optional(),
  websites: z
    .array(z.url({ protocol: /^https?$/, error: 'This is not a web address.' }).max(256))
    .max(2)
    .optional(),
  vertical: z.string().max(40).optional(),
});

/** Six digits. */
export const pin = z.string().regex(/^[0-9]{6}$/, 'Six digits.');

export const registrationState = z.strictObject({
  /** As WhatsApp reports it: CONNECTED, PENDING, …; null when unknown. */
  status: z.string().nullable(),
  /** VERIFIED, NOT_VERIFIED, EXPIRED; null when unknown. */
  code_verification: z.string().nullable(),
  pin_enabled: z.boolean().nullable(),
  /** Whether the number is used in the WhatsApp Business app as well; null when unknown. */
  on_business_app: z.boolean().nullable(),
  /**
   * Where WhatsApp keeps the messages: DEFAULT, IN_COUNTRY_STORAGE_ENABLED with a region of two letters, …, as it
   * reports it. Null when unknown.
   */
  storage: z.strictObject({ status: z.string(), region: z.string().nullable() }).nullable(),
});
export type RegistrationState = z.output<typeof registrationState>;

/** `storage_region`: absent, it stays as it is; null, WhatsApp chooses. A registered number is taken off WhatsApp first. */
export const registerBody = z.strictObject({ pin, storage_region: z.enum(storageRegions).nullable().optional() });

/** A number that a sign-up by redirect gave access to. */
export const signupNumber = z.strictObject({
  waba_id: z.string(),
  phone_number_id: z.string(),
  phone_number: z.string(),
  verified_name: z.string().nullable(),
});
export type SignupNumber = z.output<typeof signupNumber>;
