import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Executor } from '../db/sql.ts';
import type { Log } from '../log.ts';
import { deleteDeadProcesses, deleteProcess, insertProcess, takeProcessLock } from './process-repo.ts';

/** How often a worker checks for crashed processes. */
const lookMs = 1_000;
/**
 * Leases of a process whose session ended stay valid for this long: it may only have lost its connection, reconnects
 * within half a second and renews them.
 */
const graceMs = 1_500;

/** Shortens leases of crashed processes to at most `graceMs` from now; one for each table with leases. */
export type LeaseShortener = (tx: Executor, processIds: readonly number[], graceMs: number) => Promise<void>;

/** The registration of this process among those that share the database. */
export type ServerProcess = {
  /** Stored in its leases; null when it is the only process. */
  readonly id: number | null;
  /** Increases whenever its session was lost and reopened: leases should be renewed immediately then. */
  sessions(): number;
};

/** The only process on its database. */
export const standaloneProcess: ServerProcess = { id: null, sessions: () => 1 };

export type ProcessSession = ServerProcess & {
  /** Makes a connection the sign that this process is alive; called again for the one that replaces it. */
  attach(client: pg.Client): Promise<void>;
};

export function createProcessSession(): ProcessSession {
  const id = randomInt(1, 2 ** 31 - 1);
  let sessions = 0;
  return {
    id,
    sessions: () => sessions,
    async attach(client) {
      await client.query(takeProcessLock, [id]);
      sessions++;
    },
  };
}

export type ProcessMonitor = {
  /** Releases everything that this process still has, so that others need not wait. */
  stop(): Promise<void>;
};

/**
 * Registers this process and, in workers, ends the leases of crashed ones: a killed process is detected by its
 * database session within `lookMs`, and its work continues in another process `graceMs` later.
 */
export function monitorProcesses(
  self: ServerProcess,
  platform: { db: Database; log: Log; config: Config },
  shorteners: readonly LeaseShortener[],
): ProcessMonitor {
  const { db, log, config } = platform;
  const { id } = self;
  if (id === null) return { stop: () => Promise.resolve() };
  let registered = 0;
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      await db.system.transaction('processes', async (tx) => {
        const session = self.sessions();
        if (registered !== session) {
          await insertProcess(tx, { id: id ?? 0, role: config.ROLE, host: hostname(), pid: process.pid });
        }
        registered = session;
        if (config.ROLE === 'api') return;
        const dead = await deleteDeadProcesses(tx);
        if (dead.length === 0) return;
        for (const shorten of shorteners) await shorten(tx, dead, graceMs);
        log.warn({ processes: dead }, 'a process of this installation ended without notice: its work is taken over');
      });
    } catch (error) {
      registered = 0;
      log.warn({ err: error }, 'processes could not be looked up, trying again');
    }
  }

  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, lookMs);
  timer.unref();
  running = look().finally(() => {
    running = undefined;
  });
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await db.system
        .transaction('processes', async (tx) => {
          for (const shorten of shorteners) await shorten(tx, [id], 0);
          await deleteProcess(tx, id);
        })
        .catch((error: unknown) => log.debug({ err: error }, 'this process is forgotten when its session ends'));
    },
  };
}
