import { z } from 'zod';

/** Findings that the operator is told about, the most urgent first. */
export const operatorProblem = z.enum([
  'storage_damaged',
  'disk_full',
  'database_silent',
  'database_overloaded',
  'disk_low',
  'sends_late',
  'webhooks_late',
  'feed_late',
  'jobs_failed',
  'emails_failed',
  'backup_failed',
  'backup_missing',
  'backup_old',
]);

const count = z.int().min(0);
/** Seconds; null: there is none. */
const age = z.number().min(0).nullable();

/** The state of the installation, without a row of any account. */
export const installationStatus = z.strictObject({
  problems: z.array(operatorProblem),
  /** PostgreSQL's words for the newest fault. */
  fault: z.string().nullable(),
  versions: z.strictObject({ parley: z.string(), node: z.string(), postgres: z.string() }),
  processes: count,
  disk: z.strictObject({ free_bytes: count, total_bytes: count }).nullable(),
  database: z.strictObject({
    bytes: count,
    /** Rows that were deleted or replaced and still take room. */
    dead_rows: count,
    live_rows: count,
    connections: count,
    most_connections: count,
  }),
  sends: z.strictObject({ waiting: count, oldest_s: age, without_outcome: count }),
  webhooks: z.strictObject({ waiting: count, oldest_s: age }),
  feed: z.strictObject({ waiting: count, oldest_s: age }),
  jobs: z.strictObject({ waiting: count, running: count, failed: count }),
  emails: z.strictObject({ waiting: count, failed: count, oldest_s: age }),
  backup_age_s: age,
  /** Since the installation was made. */
  installed_s: age,
});

export type InstallationStatus = z.output<typeof installationStatus>;
export type OperatorProblem = z.output<typeof operatorProblem>;
