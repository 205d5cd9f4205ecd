import { z } from 'zod';

/** Incremented when an older restore could no longer read the format. */
export const formatNumber = 1;

/** Maximum size of a part of a table, except for a single longer row. */
export const partBytes = 8 * 1_048_576;

/** Schemas whose tables belong to an installation, in backup order. */
export const backedUpSchemas = ['public'] as const;

export const entryNames = {
  manifest: 'parley-backup.json',
  secretKey: 'secret-key',
  end: 'end.json',
  /** Parts of a table, numbered from one. */
  table: (schema: string, table: string, part: number) => `tables/${schema}.${table}/${String(part).padStart(8, '0')}`,
  /** A file of DATA_DIR by its path below it. */
  file: (path: string) => `files/${path}`,
} as const;

const tableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
const partitionSchema = z.object({ parent: z.string(), name: z.string(), bound: z.string() });
const sequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  lastValue: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
});

/** The first entry: the contents of the backup and its requirements. */
export const manifestSchema = z.object({
  product: z.literal('parley'),
  format: z.number().int(),
  madeAt: z.iso.datetime(),
  /** Migrations of its database, in the order of their names. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(tableSchema),
  partitions: z.array(partitionSchema),
  sequences: z.array(sequenceSchema),
  /** Folders of DATA_DIR whose files were left out. */
  leftOut: z.array(z.string()),
  /** `inside`: the data key is in the backup; `given`: it was set as SECRET_KEY and has to be set again. */
  key: z.enum(['inside', 'given']),
  /** Identifies the key that sealed these rows without revealing it. */
  keyCheck: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type TableOfBackup = z.infer<typeof tableSchema>;
export type PartitionOfBackup = z.infer<typeof partitionSchema>;
export type SequenceOfBackup = z.infer<typeof sequenceSchema>;
/** A file by its path below DATA_DIR. */
export type FileOfBackup = { path: string; sizeBytes: number; sha256: Buffer };

/** The last entry: a file without it is incomplete. */
export const endSchema = z.object({
  entries: z.number().int(),
  /** SHA-256 over name, length and SHA-256 of every earlier entry, in order. */
  chain: z.string(),
  /** Rows by `schema.table`. */
  rows: z.record(z.string(), z.number().int()),
});
export type End = z.infer<typeof endSchema>;
