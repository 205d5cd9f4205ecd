// The embedded PostgreSQL: one server per DATA_DIR, a child of this process that never outlives it.
import { closeSync } from 'node:fs';
import { Client } from 'pg';
import { locateNativeDir, prepareBinaries } from './binaries.ts';
import { createClusterIfMissing, handOverCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { takeFolderLock } from './folder-lock.ts';
import { databaseName, ownerRole, ownerUrl, resolveEmbeddedPaths, socketPort } from './paths.ts';
import {
  defaultSystemDir,
  findAbandonedClusters,
  type Placement,
  prepareHome,
  recordClusterCreated,
  resolveClusterLocation,
} from './placement.ts';
import { type ExitInfo, endPostmaster, type Postmaster, spawnSupervised, waitUntilReady } from './postmaster.ts';
import { openServerLog, type ServerLog } from './server-log.ts';
import { clearLeftovers, clusterName } from './server-processes.ts';
import { serverArguments } from './settings.ts';
import { type CopyDatabase, upgradeClusterIfOld } from './upgrade.ts';
import { placeFinished } from './upgrade-folders.ts';

export { EmbeddedPostgresError } from './embedded-error.ts';
export { resolveEmbeddedPaths } from './paths.ts';

export type EmbeddedPostgresOptions = {
  /** Absolute DATA_DIR; created when missing. */
  dataDir: string;
  /** Receives one line at a time, without a line end. */
  log: (line: string) => void;
  /** Further server settings; they override ours (`fsync: 'off'` in tests). */
  settings?: Record<string, string>;
  /** Folder with bin, lib and share of PostgreSQL; default: the installed npm package of this platform. */
  nativeDir?: string;
  /** Where a root start stores data that its PostgreSQL user cannot reach otherwise; default /var/lib/parley. */
  systemDir?: string;
  /** Copies the database of an earlier major version; without it such a folder is refused. */
  copyDatabase?: CopyDatabase;
  /** Folder of the programs of that version; default: installed packages and the system's usual folders. */
  oldBinDir?: string | undefined;
};

/** Parts of a connection; `ssl: false` because PGSSLMODE in the operator's shell would break a socket connection. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false };

export type EmbeddedPostgres = {
  /** Connection parts for a role; `host` is the socket folder. Migrations create the roles other than the owner. */
  connection(user: string): EmbeddedConnection;
  /** Connection string of the owner, understood by node-pg and libpq. */
  ownerUrl: string;
  /** Calls the listener whenever the server ends without stop(), also when it ended before this call. */
  onExit(listener: (info: ExitInfo) => void): void;
  /** Starts the server again after it ended unexpectedly. Rejects like startEmbeddedPostgres; may then be retried. */
  restart(): Promise<void>;
  /** Stops the server (fast shutdown, at most 8 s) and releases DATA_DIR. May be called at any time, repeatedly. */
  stop(): Promise<void>;
};

// A server that has just lost its parent needs some time to stop; waiting for a healthy one is in vain.
const lockWaitMs = 5_000;
const leftoverGraceMs = 5_000;
// With the two forced steps after it, 8 s: earlier steps of the shutdown must fit into 15 s as well.
const stopGraceMs = 5_000;
const shownLogLines = 8;

/**
 * Starts the embedded PostgreSQL of a DATA_DIR, creating its cluster and the database `parley` when missing, and
 * recovering from any earlier end of the server.
 * @throws EmbeddedPostgresError with one line for the operator: platform, permissions, DATA_DIR in use, failed start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, homeDir } = prepareHome(options.dataDir);
  const lock = await takeFolderLock(homeDir, dataDir, lockWaitMs);
  let log: ServerLog | undefined;
  try {
    const systemDir = options.systemDir ?? defaultSystemDir;
    const kept = placeFinished(resolveEmbeddedPaths(dataDir).clusterDir);
    if (kept !== null) options.log(`the upgrade of the database is finished; the old one is kept in ${kept}`);
    const placement = resolveClusterLocation(dataDir, homeDir, systemDir);
    log = openServerLog(`${dataDir}/log/postgres.log`);
    const nativeDir = options.nativeDir ?? locateNativeDir(process.platform, process.arch);
    const binaries = prepareBinaries(nativeDir, placement.runAs ? systemDir : homeDir, placement.runAs);
    if (placement.runAs && (binaries.isCopied || placement.isRelocated)) {
      const programs = binaries.isCopied ? `its programs were copied to ${systemDir}` : '';
      const cluster = placement.isRelocated ? `the database is in ${placement.clusterDir}` : '';
      const places = [programs, cluster].filter(Boolean).join(' and ');
      options.log(`PostgreSQL runs as ${placement.runAs.name}, who cannot reach this folder: ${places}`);
    }
    for (const dir of findAbandonedClusters(systemDir, placement)) {
      options.log(`an older database of a removed ${dataDir} is still in ${dir}`);
    }
    const { copyDatabase, oldBinDir, log: say } = options;
    if (copyDatabase) {
      await upgradeClusterIfOld({ placement, binaries, nativeDir, systemDir, oldBinDir, copyDatabase, log, say });
    }
    const server = new Server(options, placement, binaries, log);
    await server.createCluster();
    await server.start();
    const stop = async () => {
      await server.stop();
      log?.close();
      lock.release();
    };
    return publish(server, placement, once(stop));
  } catch (error) {
    log?.close();
    lock.release();
    throw error;
  }
}

class Server {
  readonly #options: EmbeddedPostgresOptions;
  readonly #placement: Placement;
  readonly #binaries: { postgres: string; initdb: string };
  readonly #log: ServerLog;
  readonly #listeners: ((info: ExitInfo) => void)[] = [];
  #postmaster: Postmaster | null = null;
  #starting: Promise<void> | null = null;
  #unreportedExit: ExitInfo | null = null;
  #isStopping = false;

  constructor(
    options: EmbeddedPostgresOptions,
    placement: Placement,
    binaries: { postgres: string; initdb: string },
    log: ServerLog,
  ) {
    this.#options = options;
    this.#placement = placement;
    this.#binaries = binaries;
    this.#log = log;
  }

  onExit(listener: (info: ExitInfo) => void): void {
    this.#listeners.push(listener);
    const missed = this.#unreportedExit;
    this.#unreportedExit = null;
    if (missed) queueMicrotask(() => listener(missed));
  }

  /** Not part of a restart: a cluster that vanished while its server ran must not be replaced by an empty one. */
  async createCluster(): Promise<void> {
    const { clusterDir, runAs, dataDir } = this.#placement;
    const logHandle = this.#log.open();
    try {
      const isNew = await createClusterIfMissing(clusterDir, this.#binaries.initdb, runAs, logHandle);
      if (isNew) this.#options.log(`created the database in ${clusterDir}`);
      recordClusterCreated(dataDir);
    } catch (error) {
      this.#showLog();
      throw error;
    } finally {
      closeSync(logHandle);
    }
  }

  /** Starts the server; concurrent callers share one start. */
  start(): Promise<void> {
    if (this.#isStopping) return Promise.reject(new EmbeddedPostgresError('PostgreSQL was stopped'));
    if (this.#postmaster) return Promise.reject(new EmbeddedPostgresError('PostgreSQL runs already'));
    this.#starting ??= this.#launch().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#postmaster) await endPostmaster(this.#postmaster, stopGraceMs);
    // A start in progress sees its server end and rejects; its caller gets the error.
    await this.#starting?.catch(() => {});
    if (this.#postmaster) await endPostmaster(this.#postmaster, stopGraceMs);
  }

  async #launch(): Promise<void> {
    const { clusterDir, socketDir, runAs } = this.#placement;
    handOverCluster(clusterDir, runAs);
    await clearLeftovers(clusterDir, socketDir, leftoverGraceMs);
    if (this.#isStopping) throw new EmbeddedPostgresError('PostgreSQL was stopped while it started');
    const settings = serverArguments({
      socketDir,
      port: socketPort,
      clusterName: clusterName(clusterDir),
      extra: this.#options.settings ?? {},
    });
    const logHandle = this.#log.open();
    let postmaster: Postmaster;
    try {
      postmaster = await spawnSupervised([this.#binaries.postgres, '-D', clusterDir, ...settings], runAs, logHandle);
    } finally {
      closeSync(logHandle);
    }
    this.#postmaster = postmaster;
    if (this.#isStopping) await endPostmaster(postmaster, stopGraceMs);
    await this.#finishStart(postmaster);
    void postmaster.exited.then((info) => this.#handleExit(info));
  }

  async #finishStart(postmaster: Postmaster): Promise<void> {
    const { clusterDir, socketDir } = this.#placement;
    try {
      if (!(await waitUntilReady(postmaster, clusterDir))) {
        const { code, signal } = await postmaster.exited;
        if (this.#isStopping) throw new EmbeddedPostgresError('PostgreSQL was stopped while it started');
        this.#showLog();
        throw new EmbeddedPostgresError(`PostgreSQL did not start (${signal ?? `exit code ${code}`})`);
      }
      await createDatabaseIfMissing(socketDir);
    } catch (error) {
      await endPostmaster(postmaster, stopGraceMs);
      this.#postmaster = null;
      throw error;
    }
  }

  #handleExit(info: ExitInfo): void {
    this.#postmaster = null;
    if (this.#isStopping) return;
    if (this.#listeners.length === 0) this.#unreportedExit = info;
    for (const listener of this.#listeners) listener(info);
  }

  #showLog(): void {
    for (const line of this.#log.lastLines(shownLogLines)) this.#options.log(line);
  }
}

function publish(server: Server, placement: Placement, stop: () => Promise<void>): EmbeddedPostgres {
  return {
    connection: (user) => ({ host: placement.socketDir, port: socketPort, user, database: databaseName, ssl: false }),
    ownerUrl: ownerUrl(placement.socketDir),
    onExit: (listener) => server.onExit(listener),
    restart: () => server.start(),
    stop,
  };
}

async function createDatabaseIfMissing(socketDir: string): Promise<void> {
  const client = new Client({ host: socketDir, port: socketPort, user: ownerRole, database: 'postgres', ssl: false });
  // A server that ends during a query also rejects the query; without a listener it would end this process.
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
