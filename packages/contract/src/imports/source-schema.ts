import { z } from 'zod';
import { fieldName } from '../contacts/schema.ts';
import { weekdays } from '../core/opening.ts';
import { ourText } from '../core/our-text.ts';
import { clockTime, id, nameText, timestamp, version } from '../core/primitives.ts';
import { columnMapping, columnTargets, contactImport, importLimits, importRules } from './schema.ts';

const count = z.number().int().nonnegative();

/** When a source is read, on the clock of the account's time zone. */
export const importSchedule = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('hours'), hours: z.number().int().min(1).max(168) }),
  z.strictObject({ every: z.literal('day'), at: clockTime }),
  z.strictObject({ every: z.literal('week'), day: z.enum(weekdays), at: clockTime }),
]);
export type ImportSchedule = z.infer<typeof importSchedule>;

/** What a column is, by its name: the columns of a file may change their order. */
export const sourceColumn = z.strictObject({
  column: z.string().min(1).max(200),
  target: z.enum(columnTargets),
  field: fieldName.optional(),
});
export type SourceColumn = z.infer<typeof sourceColumn>;

/** The rules of an import, without the new list that each run would add. */
export const sourceRules = importRules.omit({ new_list_name: true });
export type SourceRules = z.infer<typeof sourceRules>;

const address = z.string().trim().min(1, 'Enter an address.').max(2_000, 'At most 2,000 characters.');
const headerName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'Enter the name of a header, such as Authorization.')
  .refine(
    (name) => !/^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect)$/i.test(name),
    'This header can’t be set.',
  );
const headerValue = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]{1,4000}$/, 'Use printable ASCII characters, at most 4,000.');
/** A header that gives access. Without a value the stored one stays, as long as the server is the same. */
export const sourceHeader = z.strictObject({ name: headerName, value: headerValue.optional() });

export const importSourceStates = ['active', 'paused'] as const;
export const sourceRunStates = ['waiting', 'fetching', 'importing', 'done', 'unchanged', 'failed', 'skipped'] as const;

/** Why the file of an address was not imported. */
export const sourceProblemCodes = [
  ...(['not_https', 'private', 'unreachable', 'timeout', 'redirects', 'http', 'html', 'not_csv', 'empty'] as const),
  ...(['too_large', 'missing_column', 'list_missing', 'import', 'cancelled', 'stopped', 'overlap'] as const),
] as const;
/** The message says what happened and what to do. */
export const sourceProblem = z.strictObject({ code: z.enum(sourceProblemCodes), message: ourText() });
export type SourceProblem = z.infer<typeof sourceProblem>;

export const importSourceRun = z.strictObject({
  id,
  cause: z.enum(['schedule', 'manual']),
  state: z.enum(sourceRunStates),
  /** When it had to begin. */
  due_at: timestamp,
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  bytes: count.nullable(),
  problem: sourceProblem.nullable(),
  /** What the run imported, with its undo. */
  import: z
    .strictObject({
      id,
      state: contactImport.shape.state,
      added: count,
      updated: count,
      unchanged: count,
      rejected: count,
    })
    .nullable(),
});
export type ImportSourceRun = z.infer<typeof importSourceRun>;

export const importSource = z.strictObject({
  id,
  name: z.string(),
  url: z.string(),
  /** Its value is never returned. */
  header_name: z.string().nullable(),
  mapping: z.array(sourceColumn),
  rules: sourceRules,
  schedule: importSchedule,
  /** The time zone that the schedule counts by: the account's. */
  time_zone: z.string(),
  state: z.enum(importSourceStates),
  pause_reason: z.enum(['manual', 'failing']).nullable(),
  next_at: timestamp.nullable(),
  /** Failed runs in a row. */
  failures: count,
  last_run: importSourceRun.nullable(),
  last_24h: z.strictObject({ imported: count, unchanged: count, failed: count }),
  created_by: z.string(),
  created_at: timestamp,
  version,
});
export type ImportSource = z.infer<typeof importSource>;

const settings = {
  name: nameText,
  url: address,
  mapping: z.array(sourceColumn).min(1).max(importLimits.columns),
  rules: sourceRules,
  schedule: importSchedule,
};
export const createSourceBody = z.strictObject({
  id: id.optional(),
  ...settings,
  header: sourceHeader.nullable().default(null),
});
export const changeSourceBody = z.strictObject({
  ...z.strictObject(settings).partial().shape,
  header: sourceHeader.nullable().optional(),
  state: z.enum(importSourceStates).optional(),
});
export const previewSourceBody = z.strictObject({
  url: address,
  header: sourceHeader.nullable().default(null),
  /** The source whose stored header value is used. */
  source_id: id.optional(),
});

/** The beginning of a file, or why it can't be imported. */
export const sourcePreview = z.strictObject({
  problem: sourceProblem.nullable(),
  columns: z.array(
    z.strictObject({
      name: z.string(),
      samples: z.array(z.string()),
      suggestion: columnMapping,
      confidence: z.number(),
    }),
  ),
  rows: z.array(z.array(z.string())),
});
export type SourcePreview = z.infer<typeof sourcePreview>;
