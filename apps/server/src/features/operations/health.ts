import { existsSync } from 'node:fs';
import { formatSize } from '../../platform/backup/progress.ts';
import type { Config } from '../../platform/config.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { type HealthCheck, ok, problem } from '../../platform/doctor/health-check.ts';
import { parleyVersion } from '../../platform/version.ts';
import { readQueues, readSizes } from './installation-query.ts';
import { limits } from './status.ts';

const hourS = 3_600;
/** Of the connections that PostgreSQL allows. */
const mostShareOfConnections = 0.8;

/** The installation as its status page shows it, without a server. */
export function operationsHealth(database: Executor, config: Config): HealthCheck[] {
  return [
    { name: 'Versions', run: () => checkVersions(database) },
    { name: 'Database size', run: () => checkSize(database) },
    { name: 'Connections', run: () => checkConnections(database) },
    { name: 'Queues', run: () => checkQueues(database) },
    { name: 'Jobs', run: () => checkJobs(database) },
    { name: 'Backup', run: () => checkBackup(database, config.BACKUP_DIR) },
  ];
}

async function checkVersions(database: Executor) {
  const { version } = await readSizes(database);
  return ok(`Parley ${parleyVersion}, Node ${process.versions.node}, PostgreSQL ${version}`);
}

async function checkSize(database: Executor) {
  const { bytes, dead_rows: dead, live_rows: live } = await readSizes(database);
  const size = `${formatSize(bytes)}, ${dead} of ${dead + live} rows to vacuum`;
  // Autovacuum begins at a fifth; a small database may have more without any harm.
  if (dead < 100_000 || dead < live) return ok(size);
  return problem(size, 'Autovacuum does not keep up: look for long transactions in pg_stat_activity, then VACUUM.');
}

async function checkConnections(database: Executor) {
  const { connections, most_connections: most } = await readSizes(database);
  const used = `${connections} of ${most} are in use`;
  if (connections < most * mostShareOfConnections) return ok(used);
  return problem(used, 'Raise max_connections, or run fewer processes: each needs up to 20.');
}

async function checkQueues(database: Executor) {
  const queues = await readQueues(database);
  const age = (seconds: number | null) => `${Math.round(Math.max(seconds ?? 0, 0))} s`;
  return ok(
    `${queues.sends} messages to send (oldest ${age(queues.sends_oldest)}), ${queues.without_outcome} without an outcome, ` +
      `${queues.webhooks} deliveries (${age(queues.webhooks_oldest)}), ${queues.feed} changes (${age(queues.feed_oldest)}), ` +
      `${queues.jobs_waiting} jobs, ${queues.mail_waiting} emails (${age(queues.mail_oldest)})`,
  );
}

async function checkJobs(database: Executor) {
  const { jobs_failed: failed } = await readQueues(database);
  if (failed === 0) return ok('none failed within a day');
  return problem(
    `${failed} failed within a day`,
    'Look for "job failed" in the log of the server of ROLE all or worker.',
  );
}

async function checkBackup(database: Executor, folder: string | undefined) {
  if (folder !== undefined && !existsSync(folder)) {
    return problem(`BACKUP_DIR: there is no folder ${folder}`, 'Create it, or mount its disk.');
  }
  const { backup_age_s: age, installed_s: installed, backup_failure: failure } = await readSizes(database);
  const fix = 'Set BACKUP_DIR for one every night, or run npm run backup -- FILE.';
  if (failure !== null) {
    return problem(
      `the scheduled one failed: ${failure}`,
      'It is tried again every hour; npm run backup -- FILE makes one now.',
    );
  }
  if (age === null && (installed ?? 0) > limits.backupMissingS) return problem('none was ever made', fix);
  if (age === null) return ok('none yet: npm run backup -- FILE makes one');
  const made = `the last one is ${Math.floor(Math.max(age, 0) / hourS)} hours old`;
  if (age <= limits.backupOldS) return ok(made);
  return problem(made, fix);
}
