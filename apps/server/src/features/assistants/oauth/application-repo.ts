import { type Executor, statement } from '../../../platform/db/sql.ts';

export type RegisteredApplication = { id: string; name: string; redirect_uris: string[] };

const findStatement = statement(
  'assistants.find_application',
  'select id, name, redirect_uris from assistant_applications where id = $1',
);

export async function findRegistered(tx: Executor, id: string): Promise<RegisteredApplication | null> {
  const [row] = await tx.rows<RegisteredApplication>(findStatement, [id]);
  return row ?? null;
}

const lockStatement = statement('assistants.lock_registrations', 'select pg_advisory_xact_lock(7261553051)');
const countStatement = statement(
  'assistants.count_registrations',
  `select count(*)::int as n, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as wait_s
   from assistant_applications where address = $1 and created_at > now() - interval '1 hour'`,
);
const insertStatement = statement(
  'assistants.insert_application',
  `insert into assistant_applications (id, name, redirect_uris, address) values ($1, $2, $3, $4)
   returning extract(epoch from created_at)::int as issued_at`,
);
const makeRoom = statement(
  'assistants.delete_oldest_unused_applications',
  `delete from assistant_applications where id = any(array(
     select id from assistant_applications where used_at is null order by created_at desc, id offset $1))`,
);

/**
 * Registers an application; beyond the limit of all, those nobody let in give way, oldest first.
 * @param limits of one address in an hour, and of those that nobody let in
 * @returns when it was registered, seconds since the epoch; or the seconds until this address may register again
 */
export async function insertApplication(
  tx: Executor,
  application: RegisteredApplication & { address: string },
  limits: { anHour: number; unused: number },
): Promise<{ issuedAt: number } | { waitS: number }> {
  await tx.rows(lockStatement);
  const [counted] = await tx.rows<{ n: number; wait_s: number }>(countStatement, [application.address]);
  if (counted !== undefined && counted.n >= limits.anHour) return { waitS: Math.max(1, counted.wait_s) };
  const { id, name, redirect_uris, address } = application;
  const [row] = await tx.rows<{ issued_at: number }>(insertStatement, [id, name, redirect_uris, address]);
  await tx.run(makeRoom, [limits.unused]);
  return { issuedAt: row?.issued_at ?? 0 };
}

const usedStatement = statement(
  'assistants.mark_application_let_in',
  'update assistant_applications set used_at = now() where id = $1',
);

export async function markLetIn(tx: Executor, id: string): Promise<void> {
  await tx.run(usedStatement, [id]);
}

const deleteStatement = statement(
  'assistants.delete_idle_applications',
  `delete from assistant_applications where id = any(array(
     select a.id from assistant_applications a
     where coalesce(a.used_at + interval '7 days', a.created_at + interval '1 day') < now()
       and not exists (select from assistant_grants g where g.application_id = a.id::text) limit $1))`,
);

/** Applications that nobody lets in, after a day; those whose last member disconnected them, a week after they were let in. */
export function deleteIdleApplications(tx: Executor, most: number): Promise<number> {
  return tx.run(deleteStatement, [most]);
}
