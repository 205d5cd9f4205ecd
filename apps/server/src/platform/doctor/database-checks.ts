import { listSigningKeys } from '../auth/repo.ts';
import { openSigningKey } from '../auth/signing-keys.ts';
import { isServed, listMigrations } from '../backup/catalogue-repo.ts';
import type { Config } from '../config.ts';
import { findPending, findUnknown, isUnfinishedRestore } from '../db/migrate.ts';
import type { OperatorAccess } from '../db/operator.ts';
import { countLetters, listUncovered, readClock } from './doctor-repo.ts';
import { type HealthCheck, ok, problem } from './health-check.ts';

const clockToleranceMs = 2_000;

/** What the database says about the installation itself. */
export function databaseChecks(access: OperatorAccess, config: Config): HealthCheck[] {
  return [
    { name: 'Server', look: () => lookAtServer(access) },
    { name: 'Clock', look: () => lookAtClock(access) },
    { name: 'Migrations', look: () => lookAtMigrations(access) },
    { name: 'Key', look: () => lookAtKey(access) },
    { name: 'Partitions', look: () => lookAtPartitions(access) },
    { name: 'Letters', look: () => lookAtLetters(access, config) },
  ];
}

async function lookAtServer({ client }: OperatorAccess) {
  if (await isServed(client)) return ok('it is using the database');
  return problem('the database runs, but no server uses it', 'Start it: npm start');
}

async function lookAtClock({ database }: OperatorAccess) {
  const before = Date.now();
  const { at, version } = await readClock(database);
  // The answer was on its way for a part of the time that passed.
  const offMs = Math.max(before - at, at - Date.now(), 0);
  if (offMs <= clockToleranceMs) return ok(`as the database's; PostgreSQL ${version}`);
  return problem(
    `${Math.round(offMs / 1_000)} s away from the database's`,
    'Let both machines set their clocks by NTP.',
  );
}

async function lookAtMigrations({ client }: OperatorAccess) {
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

async function lookAtKey({ database, secrets, isKeyGiven }: OperatorAccess) {
  const place = isKeyGiven ? 'SECRET_KEY' : 'DATA_DIR/secret-key';
  const [newest] = await listSigningKeys(database);
  if (newest === undefined) return ok(`${place} is there; nothing is sealed yet`);
  try {
    openSigningKey(secrets, newest);
    return ok(`${place} opens what is sealed`);
  } catch {
    // Only one thing can be wrong with what the server itself opens at every start.
    return problem(
      `${place} is not the key of this database`,
      'Give it the key it was begun with, as it stands in a backup.',
    );
  }
}

async function lookAtPartitions({ database }: OperatorAccess) {
  const uncovered = await listUncovered(database);
  if (uncovered.length === 0) return ok('made for tomorrow');
  return problem(
    `none for tomorrow of ${uncovered.join(', ')}`,
    'Keep a server of ROLE all or worker running: it makes them hourly.',
  );
}

async function lookAtLetters({ database }: OperatorAccess, { SMTP_URL }: Config) {
  const { failed, late, error } = await countLetters(database);
  const why = error === null ? '' : ` (${error.replaceAll(/\s*\n\s*/g, ' ')})`;
  if (failed > 0) return problem(`${failed} could not be sent${why}`, 'npm run mail shows them; hand them on by hand.');
  if (late === 0) return ok('none is stuck');
  if (SMTP_URL === undefined) return ok(`${late} wait for you: npm run mail shows them`);
  return problem(
    `${late} wait for over a quarter of an hour${why}`,
    'Look at SMTP_URL: npm run doctor -- --network asks it.',
  );
}
