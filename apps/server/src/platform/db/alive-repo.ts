import { type Executor, statement } from './sql.ts';

const aliveStatement = statement('alive', 'select 1 as alive');

/** @throws what the driver throws when the database does not answer */
export async function isAlive(system: Executor): Promise<void> {
  await system.rows(aliveStatement);
}
