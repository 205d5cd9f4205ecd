import { z } from 'zod';
import { recipientStates } from '../broadcasts/states.ts';
import { ourText } from '../core/our-text.ts';
import { id, nameOf, nameText, optionalName, phoneDigits, phoneInput, timestamp, version } from '../core/primitives.ts';
import { tableFormat } from '../core/table-format.ts';

// ---- contacts ----

/** Where a contact came from. */
export const contactOrigins = ['ANDROID_APP', 'API', 'IMPORT', 'IOS_APP', 'WEB_APP', 'WEBHOOK'] as const;

export const contact = z.strictObject({
  id,
  phone_number: phoneDigits.nullable(),
  /** Instead of the number, for members who may not see it: first and last digits. */
  phone_masked: z.string().optional(),
  /** Others under which WhatsApp knows the contact, such as one from before a country changed its numbers; none: absent. */
  other_numbers: z.array(phoneDigits).optional(),
  user_id: z.string().nullable(),
  username: z.string().nullable(),
  name: z.string(),
  contact_list_ids: z.array(id),
  custom_fields: z.record(z.string(), z.string()),
  opted_in_at: z.string().nullable(),
  /** How the opt-in was given, as the account describes it. */
  opt_in_source: z.string().nullable(),
  opted_out_at: z.string().nullable(),
  origin: z.enum(contactOrigins),
  /** Only with sandbox contacts, which are left out of counts and exports. */
  sandbox: z.literal(true).optional(),
  created_at: z.string(),
  updated_at: z.string(),
  version,
});
export type Contact = z.output<typeof contact>;

/** A broadcast that was sent to the contact, with its result. */
export const contactCampaign = z.strictObject({
  campaign_id: id,
  name: z.string(),
  state: z.enum(recipientStates),
  /** When it was sent to them. */
  at: z.string(),
});
export type ContactCampaign = z.output<typeof contactCampaign>;

/** A row of the contact table, with fields that the change feed leaves out because they change with every message. */
export const contactRow = z.strictObject({
  ...contact.shape,
  /** The newest message with this contact, in either direction. */
  last_message_at: z.string().nullable(),
  last_campaign: contactCampaign.nullable(),
});
export type ContactRow = z.output<typeof contactRow>;

export const fieldName = nameOf(40);
export const fieldValue = z.string().max(2_000, 'At most 2,000 characters.');
/** Empty: the contact has no name. */
const contactName = optionalName(200);
const listIds = z.array(id).max(200, 'At most 200 lists.');
export const fieldMap = z
  .record(fieldName, fieldValue)
  .refine((map) => Object.keys(map).length <= 200, 'At most 200 fields.');
const optIn = {
  /** When the contact opted in; null: they did not. */
  opted_in_at: timestamp.nullable().optional(),
  opt_in_source: z.string().trim().max(200).nullable().optional(),
};

export const createContactBody = z.strictObject({
  id: id.optional(),
  phone_number: phoneInput,
  name: contactName.optional(),
  contact_list_ids: listIds.optional(),
  custom_fields: fieldMap.optional(),
  /** A simulated customer, who is left out of counts and exports. An existing contact is not changed by it. */
  sandbox: z.literal(true).optional(),
  ...optIn,
});
export type CreateContactBody = z.output<typeof createContactBody>;

/** Absent properties stay unchanged; `custom_fields` replaces the whole map. */
export const changeContactBody = z.strictObject({
  /** For clients that send whole contacts back; must equal the id in the URL. */
  id: id.optional(),
  phone_number: phoneInput.optional(),
  name: contactName.optional(),
  contact_list_ids: listIds.optional(),
  custom_fields: fieldMap.optional(),
  ...optIn,
  /** The version the form was opened with: 409 `version_conflict` when the contact was changed since. */
  version: version.optional(),
});
export type ChangeContactBody = z.output<typeof changeContactBody>;

export const modifyCustomFieldBody = z.strictObject({
  id,
  /** `REMOVE` removes the field from the contact; any other value sets it. */
  operation: z.string().min(1).max(40),
  name: fieldName,
  value: fieldValue.nullable().optional(),
});

/** One number or several of a repeated key, as typed. */
export const phoneNumbers = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .pipe(z.array(z.string().max(60)).min(1).max(100, 'At most 100 numbers at once.'));

export const contactIds = z.array(id).min(1, 'Name at least one contact.').max(1_000, 'At most 1,000 at once.');

// ---- filters ----

/** Fields of every contact that a filter can use; the account's custom fields are written `custom:<name>`. */
export type FilterField =
  | 'created_at'
  | 'last_campaign'
  | 'last_campaign_at'
  | 'last_message_at'
  | 'name'
  | 'opt_in_source'
  | 'opted_in_at'
  | 'opted_out_at'
  | 'origin'
  | 'phone_number'
  | 'user_id'
  | 'username';
export const filterOperators = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'begins_with',
  'is_empty',
  'is_not_empty',
  'less_than',
  'more_than',
  'before',
  'after',
  'in_list',
  'not_in_list',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

const condition = z.strictObject({
  /** A `FilterField`, `list`, or `custom:<name>`. */
  field: z.string().min(1).max(60),
  op: z.enum(filterOperators),
  /** A text, a number written as text, a moment or how many days ago (`-30d`), or the id of a list. */
  value: z.string().max(200).optional(),
});
export type FilterCondition = z.output<typeof condition>;
export type Filter = FilterCondition | { all: Filter[] } | { any: Filter[] };
const filterHint =
  'A filter is a condition, such as {"field":"name","op":"contains","value":"Ana"}, or {"all":[…]} or {"any":[…]} with several.';
const group = (level: number): z.ZodType<Filter> => {
  const inner = level === 0 ? condition : z.union([condition, group(level - 1)], filterHint);
  const parts = z.array(inner).max(50, 'At most 50 conditions in a group.');
  return z.union(
    [condition, z.strictObject({ all: parts }), z.strictObject({ any: parts })],
    filterHint,
  ) as z.ZodType<Filter>;
};
export const maxConditions = 100;

function countConditions(part: Filter): number {
  const parts = 'all' in part ? part.all : 'any' in part ? part.any : null;
  return parts === null ? 1 : parts.reduce((sum, each) => sum + countConditions(each), 0);
}

/** Conditions joined by `all` and `any`, four levels deep at most. An empty `all` matches every contact, an empty `any` none. */
export const filter = group(3).refine(
  (whole) => countConditions(whole) <= maxConditions,
  `At most ${maxConditions} conditions in a filter.`,
);

/** A filter in a URL: its JSON. */
export const filterParameter = z
  .string()
  .max(8_000)
  .transform((text, context) => {
    try {
      const value = JSON.parse(text) as unknown;
      // NUL and half surrogate pairs, which text columns cannot hold, are the escapes that are left.
      if (!/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value).replaceAll('\\\\', ''))) return value;
      context.addIssue({ code: 'custom', message: 'Contains characters that can’t be stored.' });
      return z.NEVER;
    } catch {
      context.addIssue({ code: 'custom', message: 'This filter is not JSON.' });
      return z.NEVER;
    }
  })
  .pipe(filter);

/**
 * `name`, `-created_at`, `lists` (their number), `custom:<name>`: with a minus in descending order; contacts without
 * a value come last.
 */
export const sortParameter = z.string().max(60);

/** The contacts of an operation: some by id, or all that a table shows. */
export const selection = z.union([
  z.strictObject({ ids: contactIds }),
  z.strictObject({
    filter: filter.optional(),
    search: z.string().max(200).optional(),
    contact_list_id: id.optional(),
    /** Exceptions. */
    except: z.array(id).max(1_000, 'At most 1,000 exceptions.').optional(),
  }),
]);
export type Selection = z.output<typeof selection>;

export const contactTotal = z.strictObject({
  count: z.number().int(),
  exact: z.boolean(),
  /** Sandbox contacts that are included as well; left out when there are none. */
  sandbox_count: z.number().int().optional(),
});
export type ContactTotal = z.output<typeof contactTotal>;

// ---- lists, fields, segments ----

export const listColors = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export const contactList = z.strictObject({
  id,
  name: z.string(),
  color: z.enum(listColors).nullable(),
  /** Current number of contacts in it, without sandbox contacts. */
  member_count: z.number().int(),
  /** Sandbox contacts in it; left out when there are none. */
  sandbox_count: z.number().int().optional(),
  version,
});
export type ContactList = z.output<typeof contactList>;
export const createListBody = z.strictObject({
  id: id.optional(),
  name: nameText,
  color: z.enum(listColors).nullable().optional(),
});
export const changeListBody = z.strictObject({
  name: nameText.optional(),
  color: z.enum(listColors).nullable().optional(),
});

export const fieldTypes = ['text', 'number', 'date', 'choice', 'yes_no'] as const;
export const customField = z.strictObject({
  name: z.string(),
  type: z.enum(fieldTypes),
  choices: z.array(z.string()),
  /** Not offered anywhere; its values stay stored. */
  hidden: z.boolean(),
  /** Contacts that have a value, without sandbox contacts. */
  used_by: z.number().int(),
  /** Sandbox contacts that have a value; left out when there are none. */
  sandbox_count: z.number().int().optional(),
  /** Segments whose filter uses it. */
  used_in_segments: z.number().int(),
  version,
});
export type CustomField = z.output<typeof customField>;
export const fieldUseKinds = [
  'segment',
  'saved_reply',
  'template',
  'broadcast',
  'automation',
  'incoming_webhook',
] as const;
/** What uses a custom field. */
export const fieldUse = z.strictObject({ kind: z.enum(fieldUseKinds), id, name: z.string() });
export type FieldUse = z.output<typeof fieldUse>;
const fieldSettings = {
  type: z.enum(fieldTypes).optional(),
  choices: z.array(nameText).max(200).optional(),
};
export const createFieldBody = z.strictObject({ name: fieldName, ...fieldSettings });
export const changeFieldBody = z.strictObject({
  name: fieldName.optional(),
  ...fieldSettings,
  hidden: z.boolean().optional(),
});

export const segment = z.strictObject({ id, name: z.string(), filter, version });
export type Segment = z.output<typeof segment>;
export const createSegmentBody = z.strictObject({ id: id.optional(), name: nameText, filter });
export const changeSegmentBody = z.strictObject({ name: nameText.optional(), filter: filter.optional() });

// ---- notes, activity, suppressions, trash ----

export const contactNote = z.strictObject({
  id,
  contact_id: id,
  body: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string().nullable(),
  version,
});
export type ContactNote = z.output<typeof contactNote>;
const noteText = z.string().trim().min(1, 'Enter a text.').max(10_000, 'At most 10,000 characters.');
export const createContactNoteBody = z.strictObject({ id: id.optional(), body: noteText });
export const changeContactNoteBody = z.strictObject({ body: noteText });

export const contactActivity = z.strictObject({
  id,
  kind: z.string(),
  /** A uid, `api:<key id>`, `webhook` or `bot`. */
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
  at: z.string(),
});

/** The source: a member, a keyword in a message, the contact at WhatsApp, a block, a refused send, an imported file. */
export const suppressionSources = ['manual', 'keyword', 'platform', 'block', 'provider', 'import'] as const;
export const suppression = z.strictObject({
  source: z.enum(suppressionSources),
  /** `marketing`: replies in a conversation are still allowed. */
  scope: z.enum(['marketing', 'all']),
  note: z.string().nullable(),
  detail: z.string().nullable(),
  created_by: z.string(),
  since: z.string(),
});
export type Suppression = z.output<typeof suppression>;
export const suppressBody = z.strictObject({
  scope: z.enum(['marketing', 'all']).default('marketing'),
  note: z.string().trim().max(500).optional(),
});

export const trashedContact = z.strictObject({
  id,
  name: z.string(),
  phone_number: phoneDigits.nullable(),
  phone_masked: z.string().optional(),
  deleted_at: z.string(),
  /** The operation that deleted it; the same for all contacts that it deleted. */
  deletion_id: id,
});
export type TrashedContact = z.output<typeof trashedContact>;
export const restoreBody = z.union([z.strictObject({ ids: contactIds }), z.strictObject({ deletion_id: id })]);

// ---- bulk operations ----

/** The operation on every contact of a selection; a job runs large ones after the response. */
export const bulkOperation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add_lists'), contact_list_ids: listIds.min(1) }),
  z.strictObject({ kind: z.literal('remove_lists'), contact_list_ids: listIds.min(1) }),
  z.strictObject({ kind: z.literal('set_field'), name: fieldName, value: fieldValue }),
  z.strictObject({ kind: z.literal('remove_field'), name: fieldName }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type BulkOperation = z.output<typeof bulkOperation>;
export const bulkBody = z.strictObject({ id: id.optional(), selection, act: bulkOperation });

const exportFormat = {
  ...tableFormat.shape,
  /**
   * For text that a spreadsheet opens: an apostrophe before codes, dates and long numbers keeps them as they are. An
   * import takes it away; other programs may not.
   */
  protect_numbers: z.boolean().default(false),
};
export type ExportFormat = z.input<z.ZodObject<typeof exportFormat>>;
export const exportBody = z.strictObject({ selection, ...exportFormat });
export const startExportBody = z.strictObject({ id: id.optional(), selection, ...exportFormat });

export const bulkStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export const bulkJob = z.strictObject({
  id,
  kind: z.string(),
  state: z.enum(bulkStates),
  /** Contacts processed and changed so far. */
  seen: z.number().int(),
  changed: z.number().int(),
  /** Estimate of the contacts to process; null while unknown. */
  total: z.number().int().nullable(),
  error: ourText().nullable(),
  /** The file of an export, while it is stored; null for other operations. A workbook is packed while it is downloaded: its size is not known before. */
  file: z
    .strictObject({
      format: tableFormat.shape.format,
      size_bytes: z.number().int().nullable(),
      expires_at: z.string(),
    })
    .nullable(),
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type BulkJob = z.output<typeof bulkJob>;
