import { type Executor, statement } from './sql.ts';

const aliveStatement = statement('db.ping_database', 'select 1 as alive');

/** @throws the driver's error when the database does not answer */
export async function isDatabaseReachable(system: Executor): Promise<void> {
  await system.rows(aliveStatement);
}
