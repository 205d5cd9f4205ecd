import { z } from 'zod';
import { fieldName } from '../contacts/schema.ts';
import { ourText } from '../core/our-text.ts';
import { id, nameText } from '../core/primitives.ts';

export const importLimits = { bytes: 104_857_600, partBytes: 8_388_608, rows: 2_000_000, columns: 1_000 } as const;

export const importStates = [
  'uploading',
  'reading',
  'mapping',
  'checking',
  'ready',
  'running',
  'paused',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;

/** Character encodings of text files. Unicode is detected from the bytes; the others are guessed, those after Arabic only chosen. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1256',
  'gb18030',
  'shift_jis',
  'euc-kr',
] as const;
export type ImportEncoding = (typeof importEncodings)[number];

/**
 * The meaning of a column. `phone_code` is the country of numbers without one, such as 91 or IN; `field` names a
 * custom field, new or existing.
 */
export const columnTargets = [
  'ignore',
  'phone',
  'phone_code',
  'name',
  'first_name',
  'last_name',
  'lists',
  'opted_in_at',
  'opt_in_source',
  'opted_out_at',
  'field',
] as const;
export const columnMapping = z.strictObject({
  target: z.enum(columnTargets),
  field: fieldName.optional(),
});
export type ColumnMapping = z.output<typeof columnMapping>;

export const importRules = z.strictObject({
  /** For numbers without a country code; default the account's. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** A prefix for numbers that cannot be parsed otherwise, such as +91. */
  number_prefix: z
    .string()
    .regex(/^\+[1-9]\d{0,3}$/, 'Write a country code like +91.')
    .optional(),
  purpose: z.enum(['add', 'update', 'both']).default('both'),
  /** For existing values of a contact: `keep` them, `overwrite` them, or `fill` only what is empty. */
  conflict: z.enum(['keep', 'overwrite', 'fill']).default('overwrite'),
  /** Whether an empty cell clears an existing value when overwriting. */
  blanks: z.enum(['ignore', 'clear']).default('ignore'),
  contact_list_ids: z.array(id).max(50).default([]),
  /** A new list for all contacts of the file. */
  new_list_name: nameText.optional(),
  /** The separator between names of lists in one cell. */
  list_separator: z.string().min(1).max(3).default(','),
  /** How every contact of the file opted in. */
  opt_in_source: z.string().trim().max(200).optional(),
});
export type ImportRules = z.output<typeof importRules>;

export const createImportBody = z.strictObject({ id: id.optional(), name: nameText });
export const readImportBody = z.strictObject({
  has_header: z.boolean().optional(),
  encoding: z.enum(importEncodings).optional(),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
});
export const mapImportBody = z.strictObject({
  mapping: z.array(columnMapping).max(importLimits.columns),
  rules: importRules,
});
export const fixRowBody = z.strictObject({
  /** New values of the row; null skips the row. */
  values: z.array(z.string().max(10_000)).max(importLimits.columns).nullable(),
});

export const fixManyBody = z.strictObject({
  /** One of the fixes that `GET fixes` lists. */
  fix: z.string().min(1).max(40),
});

export const contactImport = z.strictObject({
  id,
  name: z.string(),
  state: z.enum(importStates),
  /** csv, xlsx or vcard, once the file was read. */
  format: z.string().nullable(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  has_header: z.boolean(),
  received_bytes: z.number().int(),
  columns: z.array(
    z.strictObject({
      name: z.string(),
      samples: z.array(z.string()),
      suggestion: columnMapping,
      confidence: z.number(),
    }),
  ),
  /** A tool whose export format the file has. */
  looks_like: z.string().nullable(),
  mapping: z.array(columnMapping).nullable(),
  rules: importRules.nullable(),
  /** An estimate while the file is read; 0: unknown. */
  rows: z.number().int(),
  /** Whether the rows can still be read and downloaded: they are deleted seven days after the end. */
  rows_available: z.boolean(),
  /** Rows processed in the current step, rows per second, and the estimated remaining time. */
  done: z.number().int(),
  rows_per_s: z.number().nullable(),
  remaining_s: z.number().nullable(),
  /** Duration of the last check of all rows. */
  checked_ms: z.number().int().nullable(),
  check: z.strictObject({
    new: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    duplicates: z.number().int(),
    invalid: z.number().int(),
  }),
  result: z.strictObject({
    added: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.number().int(),
    undone: z.number().int(),
    kept: z.number().int(),
  }),
  contact_list_id: id.nullable(),
  /** Until when it can be undone; null: no longer, or not yet. */
  undo_until: z.string().nullable(),
  error: ourText().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type ContactImport = z.output<typeof contactImport>;

/** The effect of an import on a row. */
export const importRowOutcomes = ['NEW', 'MODIFIED', 'UNCHANGED'] as const;
export type ImportRowOutcome = (typeof importRowOutcomes)[number];

export const importRow = z.strictObject({
  /** Counted from 1, without the header. */
  row: z.number().int(),
  /** Null where it was not requested. */
  outcome: z.enum(importRowOutcomes).nullable(),
  values: z.array(z.string()),
});
export type ImportPreviewRow = z.output<typeof importRow>;

/** A fix that rows with problems share: `letters`, `words`, `first`, `merge`, or `country:FR`. */
export const importFix = z.strictObject({ fix: z.string(), rows: z.number().int() });
export type ImportFix = z.output<typeof importFix>;

export const importProblem = z.strictObject({
  /** Counted from 1, without the header. */
  row: z.number().int(),
  code: z.enum(['phone_missing', 'phone_invalid', 'duplicate', 'value', 'unknown', 'skipped', 'merged']),
  field: z.string().nullable(),
  msg: ourText(),
  /** What the cell of the number may mean, like +447700900118. */
  suggestion: z.string().nullable(),
  values: z.array(z.string()),
});
export type ImportProblem = z.output<typeof importProblem>;
