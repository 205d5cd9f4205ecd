import { type Executor, statement } from '../../../platform/db/sql.ts';

export type DueSource = { client_id: string; id: string };

const dueStatement = statement(
  'imports.list_due_sources',
  `select s.client_id, s.id from import_sources s join shared_clients c on c.id = s.client_id and c.deleted_at is null
   where s.state = 'active' and (s.next_at <= $1 or s.time_zone <> c.time_zone) order by s.next_at limit 200`,
);

/** Sources of all accounts that are due at a moment, and those whose account changed its time zone. */
export function listDueSources(system: Executor, at: Date): Promise<DueSource[]> {
  return system.rows<DueSource>(dueStatement, [at]);
}
