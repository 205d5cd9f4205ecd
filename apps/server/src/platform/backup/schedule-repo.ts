import type pg from 'pg';
import { type Executor, statement } from '../db/sql.ts';

export type ScheduleState = {
  /** The time of the schedule for which the last backup was made. */
  scheduled_backup_for: Date | null;
  backup_failed_at: Date | null;
};

const readStatement = statement(
  'backup.read_schedule',
  'select scheduled_backup_for, backup_failed_at from installation',
);

export async function readSchedule(system: Executor): Promise<ScheduleState> {
  const [row] = await system.rows<ScheduleState>(readStatement);
  return row ?? { scheduled_backup_for: null, backup_failed_at: null };
}

const failedStatement = statement(
  'backup.note_failure',
  'update installation set backup_failed_at = now(), backup_failure = $1',
);

export async function noteFailure(system: Executor, why: string): Promise<void> {
  await system.run(failedStatement, [why.slice(0, 500)]);
}

const doneStatement = statement(
  'backup.note_scheduled',
  'update installation set scheduled_backup_for = $1, backup_failed_at = null, backup_failure = null',
);

export async function noteScheduled(owner: Executor, due: Date): Promise<void> {
  await owner.run(doneStatement, [due]);
}

/** About the size of the compressed rows: a part of what the tables take on disk, without their indexes. */
export async function readTableBytes(owner: pg.ClientBase): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>(
    `select coalesce(sum(pg_table_size(c.oid)), 0)::float8 as bytes from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  return rows[0]?.bytes ?? 0;
}
