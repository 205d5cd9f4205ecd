import { z } from 'zod';
import { recipientStates } from '../broadcasts/states.ts';
import { id, phoneDigits, phoneInput, shortText, storableText, timestamp, version } from '../core/primitives.ts';

// ---- contacts ----

/** Where a contact came from. */
export const contactOrigins = ['ANDROID_APP', 'API', 'IMPORT', 'IOS_APP', 'WEB_APP', 'WEBHOOK'] as const;

export const contact = z.strictObject({
  id,
  phone_number: phoneDigits.nullable(),
  /** Instead of the number, for people who may not see it: first and last digits. */
  phone_masked: z.string().optional(),
  user_id: z.string().nullable(),
  username: z.string().nullable(),
  name: z.string(),
  contact_list_ids: z.array(id),
  custom_fields: z.record(z.string(), z.string()),
  opted_in_at: z.string().nullable(),
  /** How the agreement was given, in the account's own words. */
  opt_in_source: z.string().nullable(),
  opted_out_at: z.string().nullable(),
  origin: z.enum(contactOrigins),
  /** Only with people of the sandbox, who are left out of counts and exports. */
  sandbox: z.literal(true).optional(),
  created_at: z.string(),
  updated_at: z.string(),
  version,
});
export type Contact = z.output<typeof contact>;

/** A broadcast that somebody was sent, and what became of it. */
export const contactCampaign = z.strictObject({
  campaign_id: id,
  name: z.string(),
  state: z.enum(recipientStates),
  /** When it left for them. */
  at: z.string(),
});
export type ContactCampaign = z.output<typeof contactCampaign>;

/** A row of the table of contacts: what the feed does not tell, because it changes with every message, comes along. */
export const contactRow = z.strictObject({
  ...contact.shape,
  /** The newest message with this person, in either direction. */
  last_message_at: z.string().nullable(),
  last_campaign: contactCampaign.nullable(),
});
export type ContactRow = z.output<typeof contactRow>;

export const fieldName = storableText.trim().min(1, 'A field needs a name.').max(40, 'At most 40 characters.');
export const fieldValue = storableText.max(2_000, 'At most 2,000 characters.');
const contactName = storableText.trim().max(200, 'At most 200 characters.');
const listIds = z.array(id).max(200, 'At most 200 lists.');
const fieldMap = z.record(fieldName, fieldValue).refine((map) => Object.keys(map).length <= 200, 'At most 200 fields.');
const optIn = {
  /** When the person agreed to be written to; null: they did not. */
  opted_in_at: timestamp.nullable().optional(),
  opt_in_source: storableText.trim().max(200).nullable().optional(),
};

export const createContactBody = z.strictObject({
  id: id.optional(),
  phone_number: phoneInput,
  name: contactName.optional(),
  contact_list_ids: listIds.optional(),
  custom_fields: fieldMap.optional(),
  ...optIn,
});
export type CreateContactBody = z.output<typeof createContactBody>;

/** What is left out stays as it is; `custom_fields` replaces the whole map. */
export const changeContactBody = z.strictObject({
  /** Sent back by programs that keep whole contacts; must be the one in the address. */
  id: id.optional(),
  phone_number: phoneInput.optional(),
  name: contactName.optional(),
  contact_list_ids: listIds.optional(),
  custom_fields: fieldMap.optional(),
  ...optIn,
  /** The version the form was opened with: 409 `version_conflict` when somebody changed the contact since. */
  version: version.optional(),
});
export type ChangeContactBody = z.output<typeof changeContactBody>;

export const modifyCustomFieldBody = z.strictObject({
  id,
  /** `REMOVE` takes the field from the contact; any other word sets it. */
  operation: z.string().min(1).max(40),
  name: fieldName,
  value: fieldValue.nullable().optional(),
});

/** One number or many of a repeated key, as written. */
export const phoneNumbers = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .pipe(z.array(z.string().max(60)).min(1).max(100, 'At most 100 numbers at once.'));

export const manyIds = z.array(id).min(1, 'Name at least one contact.').max(1_000, 'At most 1,000 at once.');

// ---- filters ----

/** Fields of every contact that can be asked for; the account's own are written `custom:<name>`. */
export const filterFields = [
  'created_at',
  'last_campaign',
  'last_campaign_at',
  'last_message_at',
  'name',
  'opt_in_source',
  'opted_in_at',
  'opted_out_at',
  'origin',
  'phone_number',
  'user_id',
  'username',
] as const;
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
  /** One of `filterFields`, `list`, or `custom:<name>`. */
  field: z.string().min(1).max(60),
  op: z.enum(filterOperators),
  /** A text, a number written as text, a moment or how many days ago (`-30d`), or the id of a list. */
  value: storableText.max(200).optional(),
});
export type FilterCondition = z.output<typeof condition>;
export type Filter = FilterCondition | { all: Filter[] } | { any: Filter[] };
const group = (level: number): z.ZodType<Filter> => {
  const inner = level === 0 ? condition : z.union([condition, group(level - 1)]);
  const parts = z.array(inner).max(50, 'At most 50 conditions in a group.');
  return z.union([condition, z.strictObject({ all: parts }), z.strictObject({ any: parts })]) as z.ZodType<Filter>;
};
/** Conditions joined by `all` and `any`, four levels deep at most. An empty `all` is everybody, an empty `any` nobody. */
export const filter = group(3);

/** A filter in an address: its JSON. */
export const filterParameter = z
  .string()
  .max(8_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'This filter is not JSON.' });
      return z.NEVER;
    }
  })
  .pipe(filter);

/** `name`, `-created_at`, `lists` (how many), `custom:<name>`: with a minus the largest first; who has none comes last. */
export const sortParameter = z.string().max(60);

/** Which contacts an act is meant for: some by id, or all that a table shows. */
export const selection = z.union([
  z.strictObject({ ids: manyIds }),
  z.strictObject({
    filter: filter.optional(),
    search: storableText.max(200).optional(),
    contact_list_id: id.optional(),
    /** Not these few. */
    except: z.array(id).max(1_000, 'At most 1,000 exceptions.').optional(),
  }),
]);
export type Selection = z.output<typeof selection>;

export const contactTotal = z.strictObject({
  count: z.number().int(),
  exact: z.boolean(),
  /** People of the sandbox that are meant as well; left out when there are none. */
  sandbox_count: z.number().int().optional(),
});
export type ContactTotal = z.output<typeof contactTotal>;

// ---- lists, fields, segments ----

export const listColors = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export const contactList = z.strictObject({
  id,
  name: z.string(),
  color: z.enum(listColors).nullable(),
  /** Contacts in it, as of this moment, without the people of the sandbox. */
  member_count: z.number().int(),
  /** People of the sandbox in it; left out when there are none. */
  sandbox_count: z.number().int().optional(),
  version,
});
export type ContactList = z.output<typeof contactList>;
export const createListBody = z.strictObject({
  id: id.optional(),
  name: shortText,
  color: z.enum(listColors).nullable().optional(),
});
export const changeListBody = z.strictObject({
  name: shortText.optional(),
  color: z.enum(listColors).nullable().optional(),
});

export const fieldTypes = ['text', 'number', 'date', 'choice', 'yes_no'] as const;
export const customField = z.strictObject({
  name: z.string(),
  type: z.enum(fieldTypes),
  choices: z.array(z.string()),
  /** Not offered anywhere; the values are kept. */
  hidden: z.boolean(),
  /** Contacts that have a value, without the people of the sandbox. */
  used_by: z.number().int(),
  /** People of the sandbox that have a value; left out when there are none. */
  sandbox_count: z.number().int().optional(),
  /** Segments whose filter asks for it. */
  used_in_segments: z.number().int(),
  version,
});
export type CustomField = z.output<typeof customField>;
const fieldSettings = {
  type: z.enum(fieldTypes).optional(),
  choices: z.array(shortText).max(200).optional(),
};
export const createFieldBody = z.strictObject({ name: fieldName, ...fieldSettings });
export const changeFieldBody = z.strictObject({
  name: fieldName.optional(),
  ...fieldSettings,
  hidden: z.boolean().optional(),
});

export const segment = z.strictObject({ id, name: z.string(), filter, version });
export type Segment = z.output<typeof segment>;
export const createSegmentBody = z.strictObject({ id: id.optional(), name: shortText, filter });
export const changeSegmentBody = z.strictObject({ name: shortText.optional(), filter: filter.optional() });

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
const noteText = storableText.trim().min(1, 'Write something.').max(10_000, 'At most 10,000 characters.');
export const createNoteBody = z.strictObject({ id: id.optional(), body: noteText });
export const changeNoteBody = z.strictObject({ body: noteText });

export const contactActivity = z.strictObject({
  id,
  kind: z.string(),
  /** A uid, `api:<key id>`, `webhook` or `bot`. */
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
  at: z.string(),
});

/** Who said so: somebody of the team, a word in a message, the person to WhatsApp, a block, a refused send. */
export const suppressionSources = ['manual', 'keyword', 'platform', 'block', 'provider'] as const;
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
  note: storableText.trim().max(500).optional(),
});

export const trashedContact = z.strictObject({
  id,
  name: z.string(),
  phone_number: phoneDigits.nullable(),
  phone_masked: z.string().optional(),
  deleted_at: z.string(),
  /** The act that deleted it; the same for all that went with it. */
  deletion_id: id,
});
export type TrashedContact = z.output<typeof trashedContact>;
export const restoreBody = z.union([z.strictObject({ ids: manyIds }), z.strictObject({ deletion_id: id })]);

// ---- bulk acts ----

/** What is done with every contact of a selection; big ones run behind the answer. */
export const bulkAct = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add_lists'), contact_list_ids: listIds.min(1) }),
  z.strictObject({ kind: z.literal('remove_lists'), contact_list_ids: listIds.min(1) }),
  z.strictObject({ kind: z.literal('set_field'), name: fieldName, value: fieldValue }),
  z.strictObject({ kind: z.literal('remove_field'), name: fieldName }),
  z.strictObject({ kind: z.literal('delete') }),
]);
export type BulkAct = z.output<typeof bulkAct>;
export const bulkBody = z.strictObject({ id: id.optional(), selection, act: bulkAct });

export const exportBody = z.strictObject({ selection });
export const startExportBody = z.strictObject({ id: id.optional(), selection });

export const bulkStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export const bulkJob = z.strictObject({
  id,
  kind: z.string(),
  state: z.enum(bulkStates),
  /** Contacts looked at and changed so far. */
  seen: z.number().int(),
  changed: z.number().int(),
  /** About how many there are to look at; null while that is not known. */
  total: z.number().int().nullable(),
  error: z.string().nullable(),
  /** What an export wrote, while it is kept; null for other acts. */
  file: z.strictObject({ size_bytes: z.number().int(), expires_at: z.string() }).nullable(),
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type BulkJob = z.output<typeof bulkJob>;
