import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log.ts';
import type { Secrets } from './secrets.ts';
import type { Signal } from './signal.ts';

/** What every feature stands on; made once at start and handed down, never imported as a global. */
export type Platform = {
  config: Config;
  db: Database;
  log: Log;
  secrets: Secrets;
  signal: Signal;
  /** The address people and WhatsApp reach this server at, without a slash at the end. */
  publicUrl(): string;
  /** The address of this server on this machine, for its own children. */
  localUrl(): string;
};
