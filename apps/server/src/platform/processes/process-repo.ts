import { type Executor, statement } from '../db/sql.ts';

/** First number of the advisory locks that processes hold on their ids; not used by any other lock in this database. */
const lockSpace = 1_885_434_470;

/**
 * Taken by a process on a permanent connection; shared, because its previous session may not be known to have ended.
 */
export const takeProcessLock = `select pg_advisory_lock_shared(${lockSpace}, $1)`;

const insert = statement(
  'processes.insert_process',
  `insert into server_processes (id, role, host, pid) values ($1, $2, $3, $4) on conflict (id) do nothing`,
);

export type ProcessDescription = { id: number; role: string; host: string; pid: number };

export async function insertProcess(tx: Executor, { id, role, host, pid }: ProcessDescription): Promise<void> {
  await tx.run(insert, [id, role, host, pid]);
}

const deleteDead = statement(
  'processes.delete_dead',
  `delete from server_processes p where pg_try_advisory_xact_lock(${lockSpace}, p.id) returning p.id`,
);

/** Deletes processes whose session has ended. @returns their ids */
export async function deleteDeadProcesses(tx: Executor): Promise<number[]> {
  return (await tx.rows<{ id: number }>(deleteDead)).map(({ id }) => id);
}

const deleteOne = statement('processes.delete_process', 'delete from server_processes where id = $1');

export async function deleteProcess(tx: Executor, id: number): Promise<void> {
  await tx.run(deleteOne, [id]);
}
