import type { Collection } from '@parley/contract/types';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { BackedUpFiles } from './backup/data-directory.ts';
import type { FilesOfBackup } from './backup/files-of-backup.ts';
import type { Config } from './config.ts';
import type { Executor, TenantTx } from './db/sql.ts';
import type { HealthCheck } from './doctor/health-check.ts';
import type { Handlers } from './http/routing.ts';
import type { RowLimits } from './http/row-limits.ts';
import type { ServedPath } from './http/web-app.ts';
import type { JobKind } from './jobs/runner.ts';
import type { MaintenanceTasks } from './maintenance.ts';
import type { LeaseShortener } from './processes/process-monitor.ts';
import type { Secrets } from './secrets.ts';

/**
 * Reads rows of one collection as their GET routes return them.
 * @returns only existing rows, by id
 */
export type Hydrate = (
  tx: TenantTx,
  ids: readonly string[],
) => Promise<Map<string, { version: number; data: unknown }>>;

export type Hydrators = Partial<Record<Collection, Hydrate>>;

/** Background work that runs until stopped. */
export type Worker = { stop(): Promise<void> };

/** Adds metrics to the registry of `/metrics` when it is first read; the library is loaded only then. */
export type MetricsSource = (registry: Registry, client: typeof import('prom-client')) => void;

export type WorkerOptions = {
  /** No other process shares the database: leases of a crashed predecessor are taken over immediately. */
  soleProcess: boolean;
};

/**
 * The parts that one feature adds to a running server. `features/<f>/feature.ts` creates it:
 *
 *     export function createOrdersFeature(platform: Platform, { present }: OrdersDependencies): Feature
 *
 * `app.ts`, which lists all features, passes in what a feature needs from others.
 */
export type Feature = {
  name: string;
  /** Handlers for routes of the contract. */
  handlers?: Handlers;
  /** Routes outside the contract: files, proxies, receivers of other systems. */
  registerRoutes?(http: FastifyInstance): void | Promise<void>;
  /** The paths below which those routes are, where no page of the web application can be. */
  paths?: readonly ServedPath[];
  /** Jobs of the queue that this feature runs. */
  jobs?: readonly JobKind[];
  /** Rows of the change feed as the API presents them. */
  hydrators?: Hydrators;
  /** Hourly tasks that keep tables small, by a name for the log. */
  maintenance?: MaintenanceTasks;
  /** User-facing names of its tables that have a row limit per account. */
  rowLimits?: RowLimits;
  /** Tables that fill so fast that they are analyzed before autovacuum looks. */
  growingTables?: readonly string[];
  /** What it adds to `/metrics`. */
  metrics?: MetricsSource;
  /** Shortens leases of crashed processes. */
  leases?: readonly LeaseShortener[];
  /** Starts background work in processes of the roles `worker` and `all`, once the server's address is known. */
  startWorkers?(options: WorkerOptions): readonly Worker[];
  /**
   * First step of a shutdown: ends connections that would keep the HTTP server from closing. Each step runs through
   * the features in reverse order.
   */
  disconnect?(): void;
  /** After the last response, before workers stop: writes what is still in memory. */
  flush?(): Promise<void>;
  /** Last step of a shutdown: releases the workers' resources. */
  close?(): void | Promise<void>;
};

/**
 * A feature's part in operator commands that run without a server (`npm run restore`, `npm run doctor`);
 * `features/<f>/feature.ts` exports it as `<f>Operations`.
 */
export type FeatureOperations = {
  name: string;
  /** Its files in DATA_DIR. */
  backedUpFiles?: Partial<BackedUpFiles>;
  /** What the settings change about them. */
  placesFiles?(config: Config): Pick<BackedUpFiles, 'leftOut' | 'elsewhere'>;
  /**
   * After a restore, before a server starts: settles rows that were true at the moment of the backup and may not be
   * so any more. Every feature that sends something out (messages, emails, calls) or stores single-use values needs
   * one.
   */
  restore?(tx: Executor): Promise<void>;
  /**
   * After the import of an account's export into an empty installation, before `restore`: gives rows whose secrets stayed
   * where they were new ones, and stops what cannot work without them.
   * @returns what is left to do after the `restore` tasks
   */
  imported?(tx: Executor, secrets: Secrets): Promise<(() => Promise<void>) | undefined>;
  /**
   * For `npm run verify-backup`, on the rows of a backup in a temporary database.
   * @returns what they prove, in parts of a sentence: `3 accounts`
   * @throws OperatorError for what is missing
   */
  provesBackup?(database: Executor, files: FilesOfBackup): Promise<string[]>;
  /** Checks for `npm run doctor`. */
  healthChecks?(database: Executor, config: Config): readonly HealthCheck[];
};

/** @throws when two features hydrate the same collection */
export function hydratorsOf(features: readonly Feature[]): Hydrators {
  return mergeByName(features, ({ hydrators = {} }) => hydrators);
}

/** @throws when two features name the same table */
export function rowLimitsOf(features: readonly Feature[]): RowLimits {
  return mergeByName(features, ({ rowLimits = {} }) => rowLimits);
}

/** @throws when two features have a task of the same name */
export function maintenanceOf(features: readonly Feature[]): MaintenanceTasks {
  return mergeByName(features, ({ maintenance = {} }) => maintenance);
}

function mergeByName<T>(features: readonly Feature[], partOf: (feature: Feature) => Record<string, T>) {
  const merged: Record<string, T> = {};
  for (const feature of features) {
    for (const [name, value] of Object.entries(partOf(feature))) {
      if (name in merged) throw new Error(`feature ${feature.name}: another feature gives ${name} too`);
      merged[name] = value;
    }
  }
  return merged;
}
