import { z } from 'zod';
import { id, shortText, storableText } from '../core/primitives.ts';
import { fieldName } from './schema.ts';

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

/** How letters are written in files of text. The first four are told from the bytes, the others have to be chosen. */
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
 * What a column of a file is. `phone_code` says which country a number without one is from, like 91 or IN; `field` names
 * one of the account's own, new or known.
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
  /** Put before numbers that cannot be read otherwise, like +91. */
  number_prefix: z
    .string()
    .regex(/^\+[1-9]\d{0,3}$/, 'Write a country code like +91.')
    .optional(),
  purpose: z.enum(['add', 'update', 'both']).default('both'),
  /** For values that a contact has already: `keep` them, `overwrite` them, or `fill` only what is empty. */
  conflict: z.enum(['keep', 'overwrite', 'fill']).default('overwrite'),
  /** What an empty cell does to a value that is there, when overwriting. */
  blanks: z.enum(['ignore', 'clear']).default('ignore'),
  contact_list_ids: z.array(id).max(50).default([]),
  /** A new list for everybody of the file. */
  new_list_name: shortText.optional(),
  /** Between names of lists in one cell. */
  list_separator: z.string().min(1).max(3).default(','),
  /** Everybody of the file agreed to be written to, and how. */
  opt_in_source: storableText.trim().max(200).optional(),
});
export type ImportRules = z.output<typeof importRules>;

export const createImportBody = z.strictObject({ id: id.optional(), name: shortText });
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
  /** The row's cells anew; null leaves the row out. */
  values: z.array(storableText.max(10_000)).max(importLimits.columns).nullable(),
});

export const fixManyBody = z.strictObject({
  /** One of those that `GET fixes` lists. */
  fix: z.string().min(1).max(40),
});

export const contactImport = z.strictObject({
  id,
  name: z.string(),
  state: z.enum(importStates),
  /** csv, xlsx or vcard, once it was looked at. */
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
  /** A tool whose export this looks like. */
  looks_like: z.string().nullable(),
  mapping: z.array(columnMapping).nullable(),
  rules: importRules.nullable(),
  /** While the file is read an estimate; 0: none can be given. */
  rows: z.number().int(),
  /** Whether the rows can still be read and downloaded: they go seven days after the end. */
  rows_kept: z.boolean(),
  /** Rows that the present step has been through, how many a second, and about how long it will last. */
  done: z.number().int(),
  rows_per_s: z.number().nullable(),
  remaining_s: z.number().nullable(),
  /** How long the last check of all rows took. */
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
  /** Until when it can be undone; null: not any more, or not yet. */
  undo_until: z.string().nullable(),
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type ContactImport = z.output<typeof contactImport>;

/** What would become of a row. */
export const importRowOutcomes = ['NEW', 'MODIFIED', 'UNCHANGED'] as const;
export type ImportRowOutcome = (typeof importRowOutcomes)[number];

export const importRow = z.strictObject({
  /** Counted from 1, without the header. */
  row: z.number().int(),
  /** Null where it was not asked for. */
  outcome: z.enum(importRowOutcomes).nullable(),
  values: z.array(z.string()),
});
export type ImportPreviewRow = z.output<typeof importRow>;

/** A mend that rows with problems share: `letters`, `words`, `first`, `merge`, or `country:FR`. */
export const importFix = z.strictObject({ fix: z.string(), rows: z.number().int() });
export type ImportFix = z.output<typeof importFix>;

export const importProblem = z.strictObject({
  /** Counted from 1, without the header. */
  row: z.number().int(),
  code: z.enum(['phone_missing', 'phone_invalid', 'duplicate', 'value', 'unknown', 'skipped', 'merged']),
  field: z.string().nullable(),
  msg: z.string(),
  /** What the cell of the number may mean, like +447700900118. */
  suggestion: z.string().nullable(),
  values: z.array(z.string()),
});
export type ImportProblem = z.output<typeof importProblem>;
