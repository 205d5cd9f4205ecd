import { z } from 'zod';
import { cleanName } from '../core/names.ts';
import { ourText } from '../core/our-text.ts';
import { id, nameText, optionalName, version } from '../core/primitives.ts';
import { interactiveLimits } from '../inbox/content-limits.ts';
import { maxFiles } from '../media/limits.ts';
import { markers } from '../sync/schema.ts';

export const templateCategories = ['AUTHENTICATION', 'MARKETING', 'UTILITY'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

const component = z.record(z.string().max(200), z.unknown());

/** A change that was saved here and not submitted yet. */
const templateDraft = z.strictObject({
  category: z.string().nullable(),
  parameter_format: z.string().nullable(),
  components: z.array(component),
  message_send_ttl_seconds: z.number().nullable(),
});

export const template = z.strictObject({
  id,
  waba_id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string().nullable(),
  /**
   * ACTIVE (the only one that can be sent), APPROVED, DEACTIVATED, DELETED, DISABLED, IN_APPEAL, LIMIT_EXCEEDED,
   * PAUSED, PENDING, PENDING_DELETION or REJECTED; values that WhatsApp adds later are returned unchanged.
   */
  status: z.string(),
  /** Why it was rejected, paused or disabled, as WhatsApp reports it. */
  status_reason: z.string().nullable(),
  /** When WhatsApp reported the status; null when it was only fetched. */
  status_at: z.string().nullable(),
  /** When a pause ends; null while there is none, or when WhatsApp told no duration. */
  paused_until: z.string().nullable(),
  quality: z.string().nullable(),
  /** A category that WhatsApp announced, and from when. */
  next_category: z.string().nullable(),
  next_category_at: z.string().nullable(),
  /** NAMED or POSITIONAL. */
  parameter_format: z.string().nullable(),
  /** In WhatsApp's format; null for one that WhatsApp reported and that was not synced yet. */
  components: z.array(z.record(z.string(), z.unknown())).nullable(),
  /** How long WhatsApp tries to deliver its messages; -1: 30 days; null: WhatsApp's default. */
  message_send_ttl_seconds: z.number().nullable(),
  draft: templateDraft.nullable(),
  /** When it was last fetched whole. */
  fetched_at: z.string().nullable(),
  version,
});
export type Template = z.output<typeof template>;
export type TemplateDraft = z.output<typeof templateDraft>;

const components = z
  .array(component)
  .min(1, 'Write the text of the template.')
  .max(20)
  .refine((list) => JSON.stringify(list).length <= 60_000, 'This is too large.')
  .refine((list) => {
    const text = JSON.stringify(list);
    return !text.includes('\\u0000') && text.isWellFormed();
  }, 'Contains characters that can’t be stored.');
const content = {
  category: z.enum(templateCategories),
  parameter_format: z.enum(['NAMED', 'POSITIONAL']).optional(),
  components,
  /**
   * How long WhatsApp tries to deliver: 30 to 900 s for authentication, 30 to 43,200 for utility, 43,200 to 2,592,000 for
   * marketing; -1: 30 days, not for marketing; null: WhatsApp's default.
   */
  message_send_ttl_seconds: z.union([z.literal(-1), z.int().min(30).max(2_592_000)]).nullish(),
};
const name = z
  .string()
  .regex(/^[a-z0-9_]+$/, 'Use lowercase characters, digits and underscores.')
  .max(512, 'At most 512 characters.');
const language = z.string().regex(/^[a-z]{2,3}(?:_[A-Za-z]{2,4})?$/, 'A language such as en or pt_BR is expected.');

export const createTemplateBody = z.strictObject({
  id: id.optional(),
  channel_id: id,
  name,
  language,
  ...content,
  /** Also send it to WhatsApp for review. */
  submit: z.boolean().default(false),
});

export const changeTemplateBody = z.strictObject({
  /** Only while it is a draft. */
  name: name.optional(),
  language: language.optional(),
  category: content.category.optional(),
  parameter_format: content.parameter_format,
  components: components.optional(),
  message_send_ttl_seconds: content.message_send_ttl_seconds,
  submit: z.boolean().default(false),
  /** The version that was edited: a newer one is a conflict. */
  version: version.optional(),
});

/** Where a template is used. */
export const templateUse = z.strictObject({
  kind: z.enum(['automation', 'campaign', 'channel', 'scheduled']),
  /** Of what uses it; of the template for `scheduled`. */
  id,
  /** For `scheduled` the number of messages that wait. */
  name: z.string(),
  /** The state of a broadcast or an automation, or what a channel offers the template for. */
  state: z.string(),
});
export type TemplateUse = z.output<typeof templateUse>;

export const templateUsage = z.strictObject({
  template_id: id,
  /** Unfinished broadcasts, channels, automations and scheduled messages that name it. */
  used_in: z.array(templateUse),
  /** Messages of the last 30 days; sent includes delivered, delivered includes read. */
  sent: z.number(),
  delivered: z.number(),
  read: z.number(),
  /** Answered within 72 hours. */
  replied: z.number(),
  /** One of its quick replies was tapped. */
  tapped: z.number(),
  failed: z.number(),
  last_used_at: z.string().nullable(),
});
export type TemplateUsage = z.output<typeof templateUsage>;

export const syncTemplatesBody = z.strictObject({
  channel_id: id,
  dry_run: z.boolean().default(false),
  /** Apply only the changes of these; without it all of them. */
  only: z
    .array(z.strictObject({ name: z.string().max(512), language: z.string().max(40) }))
    .max(6_000)
    .optional(),
});

const fieldChange = z.strictObject({
  /** `status`, `category`, `quality`, `parameter_format`, `message_send_ttl_seconds`, `HEADER`, `BODY`, `FOOTER`, `BUTTONS` and other components. */
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

/** What a template said since a moment. */
const templateVersion = z.strictObject({
  number: z.number(),
  /** `synced`: WhatsApp changed it. */
  event: z.enum(['saved', 'submitted', 'restored', 'synced']),
  at: z.string(),
  /** A user id or `api:<key id>`; null for WhatsApp. */
  by: z.string().nullable(),
  category: z.string().nullable(),
  parameter_format: z.string().nullable(),
  components: z.array(z.record(z.string(), z.unknown())),
  message_send_ttl_seconds: z.number().nullable(),
  /** What differs from the version before. */
  fields: z.array(fieldChange),
});
export type TemplateVersion = z.output<typeof templateVersion>;

export const templateHistory = z.strictObject({
  /** Latest first. */
  data: z.array(templateVersion),
  /** Changes of the approved template: in 24 hours (at most 1), in 30 days (at most 10), and when the next is possible. */
  edits: z.strictObject({ day: z.number(), month: z.number(), next_at: z.string().nullable() }),
});
export type TemplateHistory = z.output<typeof templateHistory>;

const change = z.strictObject({
  /** Ours; null for a new one. */
  id: id.nullable(),
  name: z.string(),
  language: z.string(),
  category: z.string().nullable(),
  marker: z.enum(markers),
  fields: z.array(fieldChange),
  used_in: z.array(templateUse),
});
export type TemplateChange = z.output<typeof change>;

export const templateSync = z.strictObject({
  /** Null for a comparison. */
  run_id: id.nullable(),
  new: z.number(),
  modified: z.number(),
  deleted: z.number(),
  /** Templates that are the same on both sides. */
  unchanged: z.number(),
  /** Every template that differs; after a sync those that were changed. */
  changes: z.array(change),
});
export type TemplateSync = z.output<typeof templateSync>;

export const templateSyncRun = z.strictObject({
  id,
  waba_id: z.string(),
  trigger: z.enum(['member', 'schedule', 'webhook']),
  /** A user id or `api:<key id>`; null for an automatic run. */
  created_by: z.string().nullable(),
  started_at: z.string(),
  duration_ms: z.number(),
  compared: z.number(),
  new: z.number(),
  modified: z.number(),
  deleted: z.number(),
  /** Why it ended without a result. */
  error: ourText().nullable(),
});
export type TemplateSyncRun = z.output<typeof templateSyncRun>;

/** A file of a saved reply. The URL is signed and valid for 15 to 30 minutes. */
const replyAttachment = z.strictObject({
  media_id: id,
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.number(),
  url: z.string().nullable(),
});

/** A saved reply. */
export const sessionTemplate = z.strictObject({
  id,
  name: z.string(),
  /** Without the slash. */
  shortcut: z.string(),
  body: z.string(),
  /** Files that are sent with it. */
  attachments: z.array(replyAttachment),
  /** Quick replies under the text, at most three. */
  buttons: z.array(z.string()),
  folder: z.string(),
  /** The only member who sees it; null: shared with the team. */
  owner_id: id.nullable(),
  /** How often it was inserted in the last 30 days. */
  uses: z.number(),
  last_used_at: z.string().nullable(),
  created_by: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  version,
});
export type SessionTemplate = z.output<typeof sessionTemplate>;

const sessionFields = {
  name: nameText,
  shortcut: z
    .string()
    .overwrite((text) => cleanName(text).normalize('NFKC').toLowerCase())
    .transform((text) => text.replace(/^\/+/, ''))
    .pipe(
      z
        .string()
        .regex(
          /^[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}_-]*$/u,
          'Use characters, digits, - and _, without spaces.',
        )
        .max(40, 'At most 40 characters.'),
    ),
  body: z.string().trim().min(1, 'Write the reply.').max(4_096, 'At most 4,096 characters.'),
  folder: optionalName(60),
  private: z.boolean(),
  /** Files uploaded by `POST /api/media`. */
  attachments: z.array(z.strictObject({ media_id: id })).max(maxFiles, `At most ${maxFiles} files.`),
  buttons: z
    .array(
      z
        .string()
        .trim()
        .min(1, 'Write what the button says.')
        .max(interactiveLimits.buttonTitle, 'At most 20 characters.'),
    )
    .max(interactiveLimits.buttons, 'At most three buttons.')
    .refine((titles) => new Set(titles).size === titles.length, 'Two buttons have the same text.'),
};

export const createSessionTemplateBody = z.strictObject({
  id: id.optional(),
  ...sessionFields,
  folder: sessionFields.folder.default(''),
  private: z.boolean().default(false),
  attachments: sessionFields.attachments.default([]),
  buttons: sessionFields.buttons.default([]),
});

export const changeSessionTemplateBody = z.strictObject({
  name: sessionFields.name.optional(),
  shortcut: sessionFields.shortcut.optional(),
  body: sessionFields.body.optional(),
  folder: sessionFields.folder.optional(),
  private: z.boolean().optional(),
  attachments: sessionFields.attachments.optional(),
  buttons: sessionFields.buttons.optional(),
  version: version.optional(),
});

/** What a reply says, and by what it is found. */
export const replyText = { name: sessionFields.name, shortcut: sessionFields.shortcut, body: sessionFields.body };

export const importSessionTemplatesBody = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        ...replyText,
        folder: sessionFields.folder.default(''),
        /** Without it those of an existing reply stay. */
        buttons: sessionFields.buttons.optional(),
      }),
    )
    .min(1)
    .max(1_000, 'At most 1,000 rows.'),
});
