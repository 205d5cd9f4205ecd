import { type Executor, statement } from '../../platform/db/sql.ts';

const lagStatement = statement(
  'sync.count_late_changes',
  `select count(*)::int as delayed from changes_new where created_at < now() - interval '30 seconds'`,
);

/** Changes that have no position after half a minute. */
export async function countUnplacedChanges(database: Executor): Promise<number> {
  const [row] = await database.rows<{ delayed: number }>(lagStatement);
  return row?.delayed ?? 0;
}
