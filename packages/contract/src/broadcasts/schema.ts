import { z } from 'zod';
import { contactIds, filter, selection } from '../contacts/schema.ts';
import { ourText } from '../core/our-text.ts';
import { clockTime, id, nameText, phoneDigits, timestamp, version } from '../core/primitives.ts';
import { priceEstimate } from './cost-schema.ts';
import { maxPhoneNumbers } from './file-limits.ts';
import { recipientStates } from './states.ts';

/** BROADCAST_SANDBOX reaches sandbox contacts and verified test numbers only. */
export const campaignAreas = ['BROADCAST', 'BROADCAST_SANDBOX'] as const;
export const campaignStates = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'FINISHED', 'CANCELLED'] as const;
export type CampaignState = (typeof campaignStates)[number];

/** Why a contact of the audience is excluded; for SKIPPED recipients and in the check before sending. */
export const exclusionReasons = [
  'active_conversation',
  'cancelled',
  // Was merged with another contact of the same broadcast.
  'duplicate',
  'excluded_list',
  'invalid_number',
  'marketed_lately',
  // Got as many marketing messages as the account allows.
  'marketing_limit',
  'missing_value',
  'no_opt_in',
  'no_way_to_reach',
  'number_needed',
  'not_a_test_phone',
  // A number of a contact outside of the author's visibility scope.
  'not_seen',
  'opted_out',
  'suppressed',
  // With the values the text is longer than WhatsApp takes.
  'too_long',
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** The contacts of any of the parts, each once. An absent part adds none. */
export const campaignAudience = z.strictObject({
  contact_list_ids: z.array(id).max(200, 'At most 200 lists.').optional(),
  /** As typed; numbers without a contact get the message too. */
  phone_numbers: z.array(z.string().max(60)).max(maxPhoneNumbers, 'At most 20,000 numbers.').optional(),
  filter: filter.optional(),
  segment_ids: z.array(id).max(50, 'At most 50 segments.').optional(),
  contact_ids: contactIds.optional(),
  /** The numbers of a file that was uploaded for this broadcast. */
  file_id: id.optional(),
  /** Contacts selected in the contact table. */
  selection: selection.optional(),
  /** Recipients of an earlier campaign in these states; `REPLIED`, `NOT_REPLIED` and `TAPPED` may be named as well. */
  earlier: z
    .strictObject({
      campaign_id: id,
      states: z.array(z.enum([...recipientStates, 'REPLIED', 'NOT_REPLIED', 'TAPPED'])).min(1),
    })
    .optional(),
  /** Of all these only contacts whose date in this field falls on one of these months and days, in any year. */
  on_day: z
    .strictObject({
      field: z.string().trim().min(1).max(60),
      days: z
        .array(z.string().regex(/^\d\d-\d\d$/, 'Write month and day, as 02-29.'))
        .min(1)
        .max(31),
    })
    .optional(),
});
export type CampaignAudience = z.output<typeof campaignAudience>;

/** Contacts of the audience to exclude, besides those who opted out, cannot be reached, or are duplicates. */
export const campaignExclusions = z.strictObject({
  contact_list_ids: z.array(id).max(200).optional(),
  /** Contacts who got a marketing message within this many hours. */
  marketed_within_hours: z.number().int().min(1).max(720).optional(),
  /** Contacts with an ACTIVE conversation that is assigned to a member. */
  active_assigned: z.boolean().optional(),
  /** Contacts who never opted in. */
  without_opt_in: z.boolean().optional(),
  /** Confirms that contacts without a value are skipped; the server skips them anyway, screens ask first. */
  missing_values: z.boolean().optional(),
});
export type CampaignExclusions = z.output<typeof campaignExclusions>;

const variableKey = z
  .string()
  .regex(
    /^(?:(?:card\.\d\.)?(?:header\.(?:file|\w{1,60})|body\.\w{1,60}|button\.\d{1,2})|offer\.expires)$/,
    'No such variable.',
  );
const variableText = z.string().max(2_000, 'At most 2,000 characters.');
/** The source of a variable of the template: a merge variable, a column of the audience's file, or a text for everybody. */
const sourceParts = {
  fallback: variableText.optional(),
  /** The value is a web address, which leads through this server so that taps are counted. In the body only. */
  track: z.boolean().optional(),
};
export const variableSource = z.union([
  z.strictObject({ field: z.string().trim().min(1).max(60), ...sourceParts }),
  z.strictObject({ value: variableText, ...sourceParts }),
  z.strictObject({ column: z.string().min(1).max(200), ...sourceParts }),
]);
export type VariableSource = z.output<typeof variableSource>;
export const campaignVariables = z
  .record(variableKey, variableSource)
  .refine((map) => Object.keys(map).length <= 100, 'At most 100 variables.');
export type CampaignVariables = z.output<typeof campaignVariables>;

export const abVariant = z.enum(['A', 'B']);
export type AbVariant = z.output<typeof abVariant>;
/** A second message, variant B, to compare with the campaign's own, which is variant A. */
export const abTest = z.strictObject({
  template_id: id.nullable(),
  variables: campaignVariables,
  /** How many of the recipients get each variant first; with 50 nobody waits. */
  percent: z.number().int().min(1).max(50),
  /** The highest rate of these decides what the rest gets; `ask`: a member does. */
  winner: z.enum(['read', 'replied', 'tapped', 'ask']),
  /** How long after the last of the test was sent. */
  wait_hours: z.number().min(0.5).max(72),
});
export type AbTest = z.output<typeof abTest>;

/** A random part of the recipients is sent first; the rest waits, and does not follow when too many failed or opted out. */
export const firstShare = z.strictObject({
  percent: z.number().int().min(1).max(50),
  wait_hours: z.number().min(0.5).max(72),
  /** After the wait the rest is sent, or the broadcast pauses until a member resumes it. */
  rest: z.enum(['go_on', 'ask']),
  /** Above these shares of those sent it pauses in any case. */
  failure_percent: z.number().int().min(1).max(100).default(25),
  opt_out_percent: z.number().int().min(1).max(100).default(5),
});

/** When a recurring broadcast is due, in the account's time zone. */
export const campaignRepeat = z.discriminatedUnion('every', [
  /** On days of the week: 1 is Monday, 7 is Sunday. */
  z.strictObject({
    every: z.literal('week'),
    days: z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one day.').max(7),
    time: clockTime,
  }),
  /** On a day of the month; in shorter months on the last one. */
  z.strictObject({ every: z.literal('month'), day: z.number().int().min(1).max(31), time: clockTime }),
  /** Every day, to contacts whose date in this field has that month and day, as a birthday. */
  z.strictObject({ every: z.literal('date'), field: z.string().trim().min(1).max(60), time: clockTime }),
]);
export type CampaignRepeat = z.output<typeof campaignRepeat>;

/** A recipient converts when a field of theirs changes, or gets a value, or a conversation of theirs gets a label. */
export const conversionGoal = z.strictObject({
  field: z.string().trim().min(1).max(60).optional(),
  /** Left out: any value. Upper and lower case are the same. */
  value: z.string().trim().min(1).max(2_000).optional(),
  label_id: id.optional(),
  /** Within this time after delivery. */
  days: z.number().int().min(1).max(30),
});
export type ConversionGoal = z.output<typeof conversionGoal>;

/** What one broadcast may cost, in the currency of the rates. */
export const ownBudget = z
  .number()
  .positive('More than 0.')
  .max(1_000_000_000)
  .multipleOf(0.01, 'At most two decimals.');

export const campaignSchedule = z.strictObject({
  /** Null or left out: as soon as it is started. Of a recurring broadcast the next due time, which the server sets. */
  at: timestamp.nullable().optional(),
  /** Each due time makes a broadcast of its own, with the audience as it is then. */
  repeat: campaignRepeat.nullable().optional(),
  /** Only in these hours, in the account's time zone; `from` later than `to` goes over midnight. */
  window: z.strictObject({ from: clockTime, to: clockTime }).nullable().optional(),
  /** Spread evenly over this many hours instead of at the channel's maximum speed. */
  spread_hours: z.number().min(0.1).max(168).nullable().optional(),
  /** At most this many recipients get it within 24 hours; the rest follows on the next days. */
  per_day: z.number().int().min(1).max(1_000_000).nullable().optional(),
  /** In the currency of the account's rates: the broadcast pauses before the recipient who would exceed it. */
  budget: ownBudget.nullable().optional(),
  /**
   * The time that clocks of the account show at `at` is the local time of every recipient; `window` counts there too.
   * A recipient's zone is that of `field`, else the main zone of their number's country, else the account's.
   */
  recipient_zone: z
    .strictObject({
      /** For recipients whose local time has passed at the start. */
      passed: z.enum(['now', 'next_day']).default('next_day'),
      /** A custom field that holds names of time zones, as `Europe/Berlin`. */
      field: z.string().trim().min(1).max(60).nullable().optional(),
    })
    .nullable()
    .optional(),
  first_share: firstShare.nullable().optional(),
  /** Recipients whose message WhatsApp held back (131049) are retried 12, then 24, then 48 hours later. */
  retry_capped: z.boolean().optional(),
  /** What counts as a conversion; null: nothing does. */
  conversion: conversionGoal.nullable().optional(),
});
export type CampaignSchedule = z.output<typeof campaignSchedule>;

/**
 * When a running campaign pauses automatically: more than `failure_percent` of the latest `of` settled messages
 * failed.
 */
export const stopRules = z.strictObject({
  failure_percent: z.number().int().min(1).max(100).default(25),
  of: z.number().int().min(10).max(1_000).default(100),
});
export type StopRules = z.output<typeof stopRules>;

const parts = {
  name: nameText,
  /** Its purpose, as the account describes it. */
  purpose: z.string().trim().max(500).optional(),
  area: z.enum(campaignAreas),
  channel_id: id,
  template_id: id,
  audience: campaignAudience,
  exclude: campaignExclusions.optional(),
  variables: campaignVariables,
  schedule: campaignSchedule.optional(),
  /** Null: no automatic pause. */
  stop_rules: stopRules.nullable().optional(),
  /** Null: one message for everybody. */
  ab_test: abTest.nullable().optional(),
};

/** A draft may lack what is only needed to start: template, audience, variables. */
export const createCampaignBody = z.strictObject({
  ...parts,
  id: id.optional(),
  area: parts.area.default('BROADCAST'),
  template_id: id.nullable().optional(),
  audience: campaignAudience.default({}),
  variables: campaignVariables.default({}),
});
export type CreateCampaignBody = z.output<typeof createCampaignBody>;

/** Absent properties stay unchanged. Once it runs only name and purpose can be changed. */
export const changeCampaignBody = z.strictObject({
  name: parts.name.optional(),
  purpose: parts.purpose,
  area: parts.area.optional(),
  channel_id: id.optional(),
  template_id: id.nullable().optional(),
  audience: campaignAudience.optional(),
  exclude: parts.exclude,
  variables: campaignVariables.optional(),
  schedule: parts.schedule,
  stop_rules: parts.stop_rules,
  ab_test: parts.ab_test,
  /** The version it was opened with: 409 `version_conflict` when it was changed since. */
  version: version.optional(),
});
export type ChangeCampaignBody = z.output<typeof changeCampaignBody>;

export const campaignCounters = z.strictObject({
  queued: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  read: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  skipped: z.number().int(),
  capped: z.number().int(),
});
export type CampaignCounters = z.output<typeof campaignCounters>;

/** The template of a campaign as it was at the start. */
const templateSnapshot = z.strictObject({
  name: z.string(),
  language: z.string(),
  category: z.string().nullable(),
  parameter_format: z.string().nullable(),
  components: z.array(z.record(z.string(), z.unknown())).nullable(),
});
const afterFigures = z.strictObject({
  replied: z.number().int(),
  tapped: z.number().int(),
  opted_out: z.number().int(),
});

/** What an A/B test has shown so far. */
export const abResult = z.strictObject({
  /** What the rest gets; null: not decided, or nobody waits. */
  winner: abVariant.nullable(),
  /** Why: the higher `rate`, or variant A for a `tie` or `too_few` results, or the `template` of the other one is not active. */
  why: z.enum(['rate', 'tie', 'too_few', 'template', 'person']).nullable(),
  /** A uid, `api:<key id>` or `bot`. */
  chosen_by: z.string().nullable(),
  chosen_at: z.string().nullable(),
  /** When it was decided: recipients of the test who were sent to, and of these who read, replied or tapped. */
  decided_with: z
    .strictObject({ a_of: z.number().int(), a: z.number().int(), b_of: z.number().int(), b: z.number().int() })
    .nullable(),
  /** A and B: recipients in the test, and how many of the rest got the variant. */
  variants: z.array(
    z.strictObject({ variant: abVariant, counters: campaignCounters, after: afterFigures, rest: z.number().int() }),
  ),
});
export type AbResult = z.output<typeof abResult>;

export const campaign = z.strictObject({
  id,
  name: z.string(),
  purpose: z.string().nullable(),
  area: z.enum(campaignAreas),
  channel_id: id,
  template_id: id.nullable(),
  /** The template as it was when the campaign was started: name, language, components. */
  template: templateSnapshot.nullable(),
  /** After the start, without the typed numbers in lists and in the change feed: they may be many, and no longer change. */
  audience: campaignAudience,
  typed_numbers: z.number().int(),
  exclude: campaignExclusions,
  variables: campaignVariables,
  schedule: campaignSchedule,
  stop_rules: stopRules.nullable(),
  ab_test: abTest.nullable(),
  ab_template: templateSnapshot.nullable(),
  ab_result: abResult.nullable(),
  state: z.enum(campaignStates),
  /**
   * Why it is paused: `person`, `failures`, `channel`, `template`, `spam_limit`, `restored`, `share_limits`, `share_sent`, `ab_choice`,
   * `budget`; null otherwise.
   */
  state_reason: z.string().nullable(),
  /** The snapshot is being taken; nothing was sent yet. */
  preparing: z.boolean(),
  /** The whole audience, including excluded contacts; null until known. */
  total: z.number().int().nullable(),
  counters: campaignCounters,
  /** Recipients who responded afterwards; they are in `counters` as well. */
  after: afterFigures,
  /** The first share is sent, or was sent and the rest waits; null: nobody waits for it. */
  share: z.strictObject({ state: z.enum(['SENDING', 'WAITING']), rest_at: z.string().nullable() }).nullable(),
  /**
   * When the next recipient gets it, while WhatsApp's messaging limit is used up, which all numbers of a portfolio share;
   * null: it does not wait for that.
   */
  limit_until: z.string().nullable(),
  /** When recipients that WhatsApp held back are retried next, also after the broadcast finished. */
  next_retry_at: z.string().nullable(),
  /** When the next recipients are due, while none is due now. */
  next_due_at: z.string().nullable(),
  /** Messages sent per second, over the last seconds; null when it does not run. */
  rate: z.number().nullable(),
  /** The recurring broadcast that made it. */
  series_id: id.nullable(),
  created_by: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  archived_at: z.string().nullable(),
  version,
});
export type Campaign = z.output<typeof campaign>;

export const campaignRecipient = z.strictObject({
  contact_id: id.nullable(),
  name: z.string(),
  phone_number: phoneDigits.nullable(),
  /** Instead of the number, for members who may not see it. */
  phone_masked: z.string().optional(),
  state: z.enum(recipientStates),
  /** With SKIPPED one of `exclusionReasons`; with FAILED and CAPPED a code of the error catalogue. */
  reason: z.string().optional(),
  /** The reason as a sentence, with what can be done. */
  error: z.strictObject({ message: ourText(), next_step: ourText(), provider_code: z.number().optional() }).optional(),
  message_id: id.optional(),
  thread_id: id.optional(),
  attempt: z.number().int(),
  /** Of an A/B test; null until it is decided what the rest gets. */
  variant: abVariant.nullable(),
  /** Their time zone, and the earliest time of their message, of a broadcast by recipients' local time. */
  time_zone: z.string().nullable(),
  due_at: z.string().nullable(),
  /** The scheduled retry of one that WhatsApp held back. */
  retry_at: z.string().nullable(),
  /** Values of the template's variables, by key. */
  values: z.record(z.string(), z.string()),
  sent_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  read_at: z.string().nullable(),
  replied_at: z.string().nullable(),
  /** The text of the quick reply that was tapped. */
  tapped: z.string().nullable(),
  /** When a tracked link was first opened. */
  opened_at: z.string().nullable(),
});
export type CampaignRecipient = z.output<typeof campaignRecipient>;

/** Checks what a broadcast would send. */
export const checkAudienceBody = z.strictObject({
  area: parts.area.default('BROADCAST'),
  channel_id: id,
  template_id: id.nullable().optional(),
  audience: campaignAudience,
  exclude: parts.exclude,
  variables: campaignVariables.default({}),
  /** Everyone has to have the values of variant B too. */
  ab_test: abTest.pick({ template_id: true, variables: true }).nullable().optional(),
  /** The price is by the rates of its day; with `recipient_zone` the recipients are counted by time zone. */
  schedule: parts.schedule,
});
export type CheckAudienceBody = z.output<typeof checkAudienceBody>;

export const audienceCheck = z.strictObject({
  /** All contacts of the audience, each once. */
  total: z.number().int(),
  will_receive: z.number().int(),
  /** By the first reason that applies, in the order of `exclusionReasons`. */
  excluded: z.array(z.strictObject({ reason: z.enum(exclusionReasons), count: z.number().int() })),
  /** Numbers that were given more than once, or that a contact of the audience has. */
  duplicates: z.number().int(),
  /** Contacts who would get FIX VALUE, by key: the variables without a source and the contacts without a value. */
  missing: z.array(z.strictObject({ key: z.string(), count: z.number().int(), variant: abVariant.optional() })),
  /** Files named by an address of which WhatsApp would not take what is there, by key. */
  links: z.array(z.strictObject({ key: z.string(), msg: z.string(), variant: abVariant.optional() })),
  /** How long it takes at the channel's pace, in seconds. */
  seconds: z.number(),
  /** Null for members who may not see the spend. */
  price: priceEstimate.nullable(),
  /** By country of the number, the largest first. */
  countries: z.array(z.strictObject({ country: z.string(), count: z.number().int() })),
  /** By time zone, the earliest first; empty unless the schedule is by recipients' local time. */
  zones: z.array(
    z.strictObject({
      time_zone: z.string(),
      count: z.number().int(),
      /** Of these, recipients whose zone is unknown. */
      unknown: z.number().int(),
      at: z.string(),
      /** Their time has passed: `at` is now, or a day later. */
      passed: z.boolean(),
      /** That day the local time does not exist, and the next moment is used, or comes twice, and the first is used. */
      clock_change: z.enum(['skipped', 'repeated']).nullable(),
    }),
  ),
});
export type AudienceCheck = z.output<typeof audienceCheck>;

/** Some of the contacts behind one figure of the check: recipients, excluded for a reason, or without a value. */
export const audienceContactsBody = z.strictObject({
  ...checkAudienceBody.shape,
  show: z.union([
    z.strictObject({ receiving: z.literal(true) }),
    z.strictObject({ reason: z.enum(exclusionReasons) }),
    z.strictObject({ missing: variableKey, variant: abVariant.optional() }),
  ]),
  limit: z.number().int().min(1).max(200).default(50),
});
export const audienceContact = z.strictObject({
  contact_id: id.nullable(),
  name: z.string(),
  phone_number: z.string().nullable(),
  phone_masked: z.string().optional(),
  /** Values of the template's variables for them, by key; missing ones are omitted. */
  values: z.record(z.string(), z.string()),
});
export type AudienceContact = z.output<typeof audienceContact>;

/** Failures and caps of a campaign by error. */
export const campaignFailure = z.strictObject({
  state: z.enum(['FAILED', 'CAPPED', 'UNKNOWN']),
  reason: z.string(),
  provider_code: z.number().nullable(),
  message: ourText(),
  next_step: ourText(),
  count: z.number().int(),
  /** The earliest time when a retry makes sense; null: immediately, or never. */
  retry_after: z.string().nullable(),
});
export type CampaignFailure = z.output<typeof campaignFailure>;

/** How many recipients converted, and of how many who got the message. */
export const campaignConversions = z.strictObject({ converted: z.number().int(), delivered: z.number().int() });
export type CampaignConversions = z.output<typeof campaignConversions>;

/** A tracked link or a quick reply of a campaign with its taps. */
export const campaignLink = z.strictObject({
  kind: z.enum(['link', 'button']),
  /** Of an A/B test. */
  variant: abVariant.nullable(),
  /** The template variable that holds the link; null for a quick reply. */
  variable: z.string().nullable(),
  /** The text of the button, or the address as it was written. */
  label: z.string(),
  /** Where it leads, unless that differs by recipient. */
  url: z.string().nullable(),
  /** How many were sent the link; null for a quick reply. */
  recipients: z.number().int().nullable(),
  /** How many recipients tapped it. */
  tapped: z.number().int(),
  taps: z.number().int(),
  /** Calls of programs such as link previews, as far as they say what they are. */
  bot_taps: z.number().int(),
});
export type CampaignLink = z.output<typeof campaignLink>;

export const chartUnit = z.enum(['minute', 'hour', 'day']);
/** What happened when, since the start. The sums of all buckets are the figures of the campaign. */
export const campaignChart = z.strictObject({
  unit: chartUnit,
  /** Units that can be asked for: those of at most 400 buckets, and the day. */
  units: z.array(chartUnit),
  /** Without gaps, in the account's time zone; empty before the start. */
  buckets: z.array(
    z.strictObject({
      at: z.string(),
      sent: z.number().int(),
      delivered: z.number().int(),
      read: z.number().int(),
      replied: z.number().int(),
      failed: z.number().int(),
    }),
  ),
});
export type CampaignChart = z.output<typeof campaignChart>;

/** An action of a user or the system on a campaign. */
export const campaignEvent = z.strictObject({
  id,
  kind: z.enum([
    'created',
    'changed',
    'scheduled',
    'started',
    'paused',
    'resumed',
    'cancelled',
    'retried',
    'finished',
    'renamed',
    // The first share was sent; the rest follows.
    'share_sent',
    'rest_sent',
    // Decides what the rest of an A/B test gets.
    'winner_chosen',
    'retries_stopped',
    // A due time of a recurring broadcast made a broadcast.
    'repeated',
  ]),
  /** A uid, `api:<key id>` or `bot`. */
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
  at: z.string(),
});
export type CampaignEvent = z.output<typeof campaignEvent>;
