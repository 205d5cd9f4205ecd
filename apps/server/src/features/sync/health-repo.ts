import { type Executor, statement } from '../../platform/db/sql.ts';

const lagStatement = statement(
  'doctor.feed',
  `select count(*)::int as late from changes_new where created_at < now() - interval '30 seconds'`,
);

/** Changes that have no position after half a minute. */
export async function countLateChanges(database: Executor): Promise<number> {
  const [row] = await database.rows<{ late: number }>(lagStatement);
  return row?.late ?? 0;
}
