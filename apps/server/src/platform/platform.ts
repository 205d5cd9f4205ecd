import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log.ts';
import type { Notifier } from './notifier.ts';
import type { ServerProcess } from './processes/process-monitor.ts';
import type { Secrets } from './secrets.ts';

/** The shared services of all features; created once at start and passed down, never imported as a global. */
export type Platform = {
  config: Config;
  db: Database;
  log: Log;
  secrets: Secrets;
  notifier: Notifier;
  /** The registration of this process among those that share the database. */
  serverProcess: ServerProcess;
  /** The public URL of this server for users and WhatsApp, without a trailing slash. */
  publicUrl(): string;
  /** The URL of this server on this machine, for its child processes. */
  localUrl(): string;
};
