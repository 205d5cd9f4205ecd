import { flushCompileCache } from 'node:module';
import { buildApp, type ParleyApp } from '../app.ts';
import { prepareSetup } from '../features/identity/public.ts';
import { parseConfig } from '../platform/config.ts';
import { prepareDataDir, requireWholeData } from '../platform/data-dir.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type DatabaseTarget, embeddedTarget, externalTarget } from '../platform/db/target.ts';
import { isDatabaseGone } from '../platform/errors.ts';
import { blameDatabaseUrl, explainStart } from '../platform/explain-start.ts';
import { createLog } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { localSignal, sharedSignal } from '../platform/signal.ts';

/** Everything this process started must be gone within 15 s of being asked to end. */
const endWithinMs = 12_000;

const databaseBackWithinMs = 10_000;

/** Node keeps compiled modules when it ends in order: a server that is only ever killed would start cold for good. */
const keepCompiledAfterMs = 2_000;

const began = performance.now();
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

async function start(): Promise<void> {
  const config = parseConfig(process.env, process.cwd());
  const log = createLog(config.LOG_LEVEL);
  const say = (line: string) => console.log(line);
  process.on('SIGTERM', () => void end(0));
  process.on('SIGINT', () => void end(0));
  // Whoever started this process holds a channel to it: when they are gone, it has no reason to stay.
  if (process.send !== undefined) process.on('disconnect', () => void end(0));

  prepareDataDir(config.dataDir);
  requireWholeData(config.dataDir);
  const secrets = await loadSecrets(config.dataDir, config.SECRET_KEY);
  let target: DatabaseTarget;
  if (config.DATABASE_URL === undefined) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
    cleanups.push(() => postgres.stop());
    keepRunning(postgres, say);
    target = embeddedTarget(postgres);
  } else {
    target = externalTarget(config.DATABASE_URL, secrets);
  }
  if (config.DATABASE_URL === undefined) await patiently(() => migrate(target.owner));
  else {
    await migrate(target.owner, target.rolePasswords).catch((error: unknown) => {
      throw blameDatabaseUrl(error);
    });
  }

  const soleProcess = config.DATABASE_URL === undefined && config.ROLE === 'all';
  const db = openDatabase({
    app: target.app,
    system: target.system,
    onError: (error) => log.debug({ err: error }, 'a database connection ended'),
  });
  const signal = soleProcess ? localSignal() : await sharedSignal(target.system, log);
  let address = '';
  const platform: Platform = {
    config,
    db,
    log,
    secrets,
    signal,
    publicUrl: () => config.PUBLIC_URL ?? address,
    localUrl: () => address,
  };
  cleanups.push(async () => {
    await signal.close();
    await db.close();
  });
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
  const setupUrl = await patiently(() => prepareSetup(platform));
  say(`Parley is ready at ${platform.publicUrl()} (${Math.round(performance.now() - began)} ms)`);
  if (setupUrl !== null) say(`First run: open ${setupUrl}`);
  // Whoever started this process may be gone by now; the end is on its way then.
  if (process.connected) process.send?.({ type: 'ready', url: address }, () => undefined);
  // Blocks for 0.2 s at the first start of a folder and for 1 ms at every later one (measured).
  setTimeout(flushCompileCache, keepCompiledAfterMs).unref();
}

/** A database that is killed while the server starts comes back: what needs it is tried again until then. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + databaseBackWithinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseGone(error) || ending !== undefined || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** The database alone was killed: it comes back, with growing pauses; the server answers 503 meanwhile. */
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

start().catch(async (error: unknown) => {
  const line = explainStart(error, process.env);
  console.error(line === null ? error : `Cannot start: ${line}`);
  await end(1);
});
