// Copies the embedded database of an earlier major version of PostgreSQL into a cluster of the present one.
import { closeSync, existsSync, rmSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import type { Binaries } from './binaries.ts';
import { createClusterIfMissing, handOverCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { embeddedMajor, readMajor } from './major.ts';
import { findOldPostgres } from './old-programs.ts';
import { databaseName, ownerRole, socketPort } from './paths.ts';
import type { Placement } from './placement.ts';
import { endPostmaster, spawnSupervised, waitUntilReady } from './postmaster.ts';
import type { ServerLog } from './server-log.ts';
import { clearLeftovers, clusterName } from './server-processes.ts';
import { newServerArguments, oldServerArguments } from './settings.ts';
import { newClusterDir, placeFinished, recordFinished, requireRoom, sizeOf } from './upgrade-folders.ts';
import { createDatabase, hasDatabase } from './upgrade-repo.ts';

/** Copies all rows of an installation into an empty database and compares both. */
export type CopyDatabase = (from: ClientConfig, to: ClientConfig, say: (line: string) => void) => Promise<void>;

export type UpgradeOrder = {
  placement: Placement;
  binaries: Binaries;
  nativeDir: string;
  systemDir: string;
  /** The setting OLD_POSTGRES_BIN. */
  oldBinDir: string | undefined;
  copyDatabase: CopyDatabase;
  log: ServerLog;
  say: (line: string) => void;
};

type Server = { postgres: string; clusterDir: string; port: number; settings: string[] };

/** Nobody who looks for the running server's socket may find one of these. */
const oldPort = socketPort + 1;
const newPort = socketPort + 2;
const leftoverGraceMs = 5_000;
/** It has few rows to write when it ends; the old one may have to write what a killed server left. */
const stopGraceMs = 60_000;

/**
 * Upgrades the cluster when an earlier major version of PostgreSQL made it. The old one is read with its own programs
 * and kept beside the new one; a start after a kill at any moment continues or begins again.
 * @throws EmbeddedPostgresError before anything is touched when programs or room are missing; when the copy fails, the
 * old cluster is still in its place
 */
export async function upgradeClusterIfOld(order: UpgradeOrder): Promise<void> {
  const { placement, say } = order;
  const { clusterDir } = placement;
  const major = readMajor(clusterDir);
  if (major === null || major >= embeddedMajor) return;
  requireRoom(clusterDir, major);
  const postgres = findOldPostgres(major, { ...order, given: order.oldBinDir });
  const megabytes = Math.ceil(sizeOf(clusterDir) / 1e6);
  say(
    `the database in ${clusterDir} (${megabytes} MB) is of PostgreSQL ${major}: copying it for PostgreSQL ${embeddedMajor}; if this is interrupted, the next start begins again`,
  );
  try {
    await copyCluster(order, postgres);
  } catch (error) {
    rmSync(newClusterDir(clusterDir), { recursive: true, force: true, maxRetries: 5 });
    const why = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(
      `the database in ${clusterDir} could not be copied from PostgreSQL ${major} to ${embeddedMajor} (${why}): it is unchanged, and the next start tries again`,
      { cause: error },
    );
  }
  recordFinished(clusterDir, major);
  const kept = placeFinished(clusterDir);
  say(
    `the database is now of PostgreSQL ${embeddedMajor}; the old one is kept in ${kept}, remove it when you no longer need it`,
  );
}

async function copyCluster(order: UpgradeOrder, oldPostgres: string): Promise<void> {
  const { placement, binaries, log, say } = order;
  const { clusterDir, socketDir, runAs } = placement;
  const fresh = newClusterDir(clusterDir);
  handOverCluster(clusterDir, runAs);
  await clearLeftovers(clusterDir, socketDir, leftoverGraceMs);
  if (existsSync(fresh)) await clearLeftovers(fresh, socketDir, leftoverGraceMs, newPort);
  rmSync(fresh, { recursive: true, force: true, maxRetries: 5 });
  await withLog(log, (handle) => createClusterIfMissing(fresh, binaries.initdb, runAs, handle, false));
  const common = { socketDir, clusterName: clusterName(clusterDir) };
  const old: Server = {
    postgres: oldPostgres,
    clusterDir,
    port: oldPort,
    settings: oldServerArguments({ ...common, port: oldPort }),
  };
  const next: Server = {
    postgres: binaries.postgres,
    clusterDir: fresh,
    port: newPort,
    settings: newServerArguments({ ...common, clusterName: clusterName(fresh), port: newPort }),
  };
  await whileRunning(order, old, async (from) => {
    if (!(await hasDatabase(from))) return;
    await whileRunning(order, next, async (to) => {
      await createDatabase(to);
      await order.copyDatabase({ ...from, database: databaseName }, { ...to, database: databaseName }, say);
    });
  });
  // It was filled without waiting for the disk; only now does it have to survive a loss of power.
  const sync = [binaries.initdb, '--sync-only', '-D', fresh];
  const { code, signal } = await withLog(log, async (handle) => (await spawnSupervised(sync, runAs, handle)).exited);
  if (code !== 0) throw new EmbeddedPostgresError(`initdb --sync-only: ${signal ?? `exit code ${code}`}`);
}

/** Runs a server of the cluster until the work is done; the connection is to its database `postgres`. */
async function whileRunning(
  { placement, log }: UpgradeOrder,
  { postgres, clusterDir, port, settings }: Server,
  work: (connection: ClientConfig) => Promise<void>,
): Promise<void> {
  const { socketDir, runAs } = placement;
  await clearLeftovers(clusterDir, socketDir, leftoverGraceMs, port);
  const command = [postgres, '-D', clusterDir, ...settings];
  const postmaster = await withLog(log, (handle) => spawnSupervised(command, runAs, handle));
  try {
    if (!(await waitUntilReady(postmaster, clusterDir))) {
      const lines = log.lastLines(3).join(' ');
      throw new EmbeddedPostgresError(`${postgres} did not start${lines === '' ? '' : `: ${lines}`}`);
    }
    await work({ host: socketDir, port, user: ownerRole, database: 'postgres', ssl: false });
  } finally {
    await endPostmaster(postmaster, stopGraceMs);
  }
}

async function withLog<T>(log: ServerLog, work: (handle: number) => Promise<T>): Promise<T> {
  const handle = log.open();
  try {
    return await work(handle);
  } finally {
    closeSync(handle);
  }
}
