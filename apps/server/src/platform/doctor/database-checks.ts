import { listSigningKeys } from '../auth/repo.ts';
import { openSigningKey } from '../auth/signing-keys.ts';
import { isDatabaseInUse, listMigrations } from '../backup/catalog-repo.ts';
import type { Config } from '../config.ts';
import { findPending, findUnknown, isUnfinishedRestore } from '../db/migrate.ts';
import type { OperatorAccess } from '../db/operator.ts';
import { countEmails, findDamagedTables, listTablesMissingPartitions, readClock } from './doctor-repo.ts';
import { type HealthCheck, ok, problem } from './health-check.ts';

const clockToleranceMs = 2_000;

/** The database's state, independent of features. */
export function databaseChecks(access: OperatorAccess, config: Config): HealthCheck[] {
  return [
    { name: 'Server', run: () => checkServer(access) },
    { name: 'Clock', run: () => checkClock(access) },
    { name: 'Migrations', run: () => checkMigrations(access) },
    { name: 'Key', run: () => checkSecretKey(access) },
    { name: 'Stored data', run: () => checkTables(access) },
    { name: 'Partitions', run: () => checkPartitions(access) },
    { name: 'Emails', run: () => checkEmails(access, config) },
  ];
}

async function checkServer({ client }: OperatorAccess) {
  if (await isDatabaseInUse(client)) return ok('it is using the database');
  return problem('the database runs, but no server uses it', 'Start it: npm start');
}

async function checkClock({ database }: OperatorAccess) {
  const before = Date.now();
  const { at, version } = await readClock(database);
  // The response was in transit for a part of the elapsed time.
  const offMs = Math.max(before - at, at - Date.now(), 0);
  if (offMs <= clockToleranceMs) return ok(`as the database's; PostgreSQL ${version}`);
  return problem(
    `${Math.round(offMs / 1_000)} s away from the database's`,
    'Let both machines set their clocks by NTP.',
  );
}

async function checkMigrations({ client }: OperatorAccess) {
  const applied = (await listMigrations(client)) ?? [];
  if (applied.some(({ name }) => isUnfinishedRestore(name))) {
    return problem('a restore did not finish', 'Run npm run restore -- FILE --force.');
  }
  const [unknown] = await findUnknown(applied);
  if (unknown !== undefined) {
    return problem(`the database has ${unknown}, which this version does not know`, 'Start the newer version again.');
  }
  const pending = await findPending(applied);
  if (pending.length === 0) return ok(`all ${applied.length} are there`);
  return problem(`${pending.length} are still to come`, 'Start the server again: it applies them.');
}

async function checkSecretKey({ database, secrets, isKeyGiven }: OperatorAccess) {
  const place = isKeyGiven ? 'SECRET_KEY' : 'DATA_DIR/secret-key';
  const [newest] = await listSigningKeys(database);
  if (newest === undefined) return ok(`${place} is there; nothing is sealed yet`);
  try {
    openSigningKey(secrets, newest);
    return ok(`${place} opens what is sealed`);
  } catch {
    // The server opens these at every start, so only one cause remains.
    return problem(
      `${place} is not the key of this database`,
      'Give it the key it was begun with, as it stands in a backup.',
    );
  }
}

async function checkTables({ client }: OperatorAccess) {
  const damaged = await findDamagedTables(client);
  if (damaged.length === 0) return ok('every table can be read');
  const fix = 'Keep the newest backup safe, look at the disk, and restore the backup on a healthy one.';
  return damaged.map(({ name, message }) => problem(`the table ${name} is damaged (${message})`, fix));
}

async function checkPartitions({ database }: OperatorAccess) {
  const uncovered = await listTablesMissingPartitions(database);
  if (uncovered.length === 0) return ok('made for tomorrow');
  return problem(
    `none for tomorrow of ${uncovered.join(', ')}`,
    'Keep a server of ROLE all or worker running: it makes them hourly.',
  );
}

async function checkEmails({ database }: OperatorAccess, { SMTP_URL }: Config) {
  const { failed, overdue, error } = await countEmails(database);
  const why = error === null ? '' : ` (${error.replaceAll(/\s*\n\s*/g, ' ')})`;
  if (failed > 0) return problem(`${failed} couldn’t be sent${why}`, 'npm run mail shows them; hand them on by hand.');
  if (overdue === 0) return ok('none is stuck');
  if (SMTP_URL === undefined) return ok(`${overdue} wait for you: npm run mail shows them`);
  return problem(
    `${overdue} wait for over a quarter of an hour${why}`,
    'Look at SMTP_URL: npm run doctor -- --network asks it.',
  );
}
