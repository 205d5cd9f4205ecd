import { flushCompileCache } from 'node:module';
import type { ParleyApp } from '../app.ts';
import type { Config } from '../platform/config.ts';
import { prepareDataDir, requireNoUnfinishedRestore } from '../platform/data-dir.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type DatabaseTarget, embeddedTarget, externalTarget, loginConnections } from '../platform/db/target.ts';
import { isDatabaseUnavailable } from '../platform/errors.ts';
import { countEvent } from '../platform/event-counts.ts';
import { explainStartError, toDatabaseUrlError } from '../platform/explain-start-error.ts';
import { createLog } from '../platform/log.ts';
import { createLocalNotifier, createSharedNotifier } from '../platform/notifier.ts';
import type { Platform } from '../platform/platform.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { createProcessSession, standaloneProcess } from '../platform/processes/process-monitor.ts';
import { requireUsableRole } from '../platform/processes/role.ts';
import { loadSecrets } from '../platform/secrets.ts';

/** A process must exit within 15 s of a stop signal. */
const endWithinMs = 12_000;

const databaseBackWithinMs = 10_000;

/** Node writes its compile cache on a clean exit: a server that is always killed would start without it every time. */
const keepCompiledAfterMs = 2_000;

let ending: Promise<void> | undefined;
const cleanups: Array<() => Promise<void>> = [];

async function end(code: number): Promise<void> {
  ending ??= (async () => {
    const force = setTimeout(() => process.exit(code === 0 ? 1 : code), endWithinMs);
    for (const cleanup of cleanups.reverse()) {
      await cleanup().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
    }
    clearTimeout(force);
  })();
  await ending;
  process.exit(code);
}

/** Runs the server until a signal ends it; a start that fails is explained and ends the process. */
export function serve(config: Config): Promise<void> {
  return start(config).catch(async (error: unknown) => {
    const line = explainStartError(error, process.env);
    console.error(line === null ? error : `Cannot start: ${line}`);
    await end(1);
  });
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL);
  const say = (line: string) => console.log(line);
  process.on('SIGTERM', () => void end(0));
  process.on('SIGINT', () => void end(0));
  // The parent process has an IPC channel to this one: when the parent exits, this process exits too.
  if (process.send !== undefined) process.on('disconnect', () => void end(0));

  prepareDataDir(config.dataDir);
  requireNoUnfinishedRestore(config.dataDir);
  requireUsableRole(config);
  const secrets = await loadSecrets(config.dataDir, config.SECRET_KEY, config.SECRET_KEY_PREVIOUS);
  let target: DatabaseTarget;
  if (config.DATABASE_URL === undefined) {
    const starting = startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: say,
      copyDatabase: async (...order) => (await import('../platform/backup/copy-database.ts')).copyDatabase(...order),
      oldBinDir: config.OLD_POSTGRES_BIN,
    });
    // Meanwhile, as PostgreSQL is another process. An error is thrown where they are used.
    loadFeatures().catch(() => undefined);
    const postgres = await starting;
    cleanups.push(() => postgres.stop());
    keepRunning(postgres, say);
    target = embeddedTarget(postgres);
  } else {
    target = externalTarget(config.DATABASE_URL, secrets);
  }
  const toNewest = () => migrate(target.owner, { secrets, passwords: target.needsPasswords });
  const { roles } = await (config.DATABASE_URL === undefined
    ? patiently(toNewest)
    : toNewest().catch((error: unknown) => {
        throw toDatabaseUrlError(error);
      }));
  const logins = loginConnections(target, roles);

  const soleProcess = config.DATABASE_URL === undefined && config.ROLE === 'all';
  const db = openDatabase({
    ...logins,
    onError: (error) => log.debug({ err: error }, 'a database connection ended'),
    onFault: ({ reason, message, count }) => {
      countEvent(`fault_${reason}`);
      log.error({ reason, count }, `the database reports a fault: ${message}`);
    },
  });
  const session = createProcessSession();
  const signal = soleProcess ? createLocalNotifier() : await createSharedNotifier(logins.system, log, session.attach);
  let address = '';
  const platform: Platform = {
    config,
    db,
    log,
    secrets,
    notifier: signal,
    serverProcess: soleProcess ? standaloneProcess : session,
    publicUrl: () => config.PUBLIC_URL ?? address,
    localUrl: () => address,
  };
  const { buildApp, prepareSetup, requireMediaFolder } = await loadFeatures();
  await requireMediaFolder(platform);
  cleanups.push(async () => {
    await signal.close();
    await db.close();
  });
  // Before anything is routed by the secrets of channels.
  if (config.SECRET_KEY_PREVIOUS !== undefined) {
    const { reseals } = await import('./reseal.ts');
    for (const reseal of reseals) await patiently(() => reseal(platform));
  }
  const app: ParleyApp = await buildApp(platform, {
    soleProcess,
    checkResponses: false,
    web: config.ROLE !== 'worker',
  });
  cleanups.push(() => app.close());
  await app.http.listen({ port: config.PORT, host: config.HOST });
  const bound = app.http.server.address();
  const port = bound === null || typeof bound === 'string' ? config.PORT : bound.port;
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
  address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  app.startWorkers();
  const setupUrl = await patiently(() => prepareSetup(platform, { isShared: !soleProcess }));
  say(`Parley is ready at ${platform.publicUrl()} (${Math.round(performance.now())} ms)`);
  if (setupUrl !== null) say(`First run: open ${setupUrl}`);
  // The parent process may have exited by now; then the shutdown has already begun.
  if (process.connected) process.send?.({ type: 'ready', url: address }, () => undefined);
  // Blocks for 0.2 s at the first start of a folder and for 1 ms at every later one (measured).
  setTimeout(flushCompileCache, keepCompiledAfterMs).unref();
}

const loadFeatures = () => import('./features.ts');

/** A database that is killed while the server starts recovers: steps that need it are retried until then. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + databaseBackWithinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || ending !== undefined || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Only the database was killed: it is restarted, with growing delays; the server answers 503 meanwhile. */
function keepRunning(postgres: EmbeddedPostgres, say: (line: string) => void): void {
  let failures = 0;
  postgres.onExit(({ code, signal }) => {
    if (ending !== undefined) return;
    say(`PostgreSQL ended (${signal ?? code}); starting it again`);
    const again = async (): Promise<void> => {
      try {
        await postgres.restart();
        failures = 0;
        say('PostgreSQL is back');
      } catch (error) {
        failures++;
        if (ending !== undefined) return;
        say(`PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`);
        if (failures >= 5) return end(1);
        await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** failures));
        return again();
      }
    };
    void again();
  });
}
