import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Channel, Client, Tokens } from '@parley/contract/types';
import type { Faults, PhoneView } from '@parley/whatsapp-simulator';
import { resultsDir } from '../../scripts/checks/reports.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type Disturbance, type DisturbanceName, disturbClock, disturbDisk, disturbProvider } from './disturbances.ts';
import { startExternalDatabase } from './external-database.ts';
import { callOk } from './http.ts';
import { Server } from './server.ts';
import { Session } from './session.ts';
import { SimulatorHost } from './simulator.ts';
import { SmallDisk } from './small-disk.ts';
import { until } from './wait-until.ts';

/** A customer’s phone: `id` is its number, digits without plus. */
export type Phone = { id: string; name: string };

export type Environment = {
  dir: string;
  logFile: string;
  server: Server;
  /** The database is not the embedded one. */
  isExternal: boolean;
  /** Processes that only do background work. */
  workers: Server[];
  disturbances: Partial<Record<DisturbanceName, Disturbance>>;
  simulator: SimulatorHost;
  /** The token of the connected number; also valid for the simulator's control API. */
  accessToken: string;
  /** The provider's signing secret; the server never reveals it. */
  appSecret: string;
  session: Session;
  clientId: string;
  channelId: string;
  phones: Phone[];
  /** Stops everything that was started. Its folder is removed, or kept beside the other results of tests. */
  close(options: { keep: boolean }): Promise<void>;
};

/** The first user of every server here, with a password of this run. */
export const firstOwner = {
  name: 'Ada Nkemelu',
  email: 'ada@kestrel.example',
  password: randomBytes(12).toString('hex'),
};

/** A folder in which a root start's PostgreSQL, which runs as another user, can reach its cluster. */
export async function createFolder(name: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), name));
  await chmod(dir, 0o711);
  await mkdir(join(dir, 'data'), { mode: 0o711 });
  return dir;
}

/** Data and logs of a failed run go where the other results of tests are. */
async function keepFolder(dir: string): Promise<void> {
  if (!existsSync(dir)) return;
  const kept = join(resultsDir, basename(dir));
  // A database that was killed leaves its sockets, which cannot be copied.
  await cp(dir, kept, { recursive: true, filter: async (path) => !(await lstat(path)).isSocket() });
  await rm(dir, { recursive: true, force: true });
  console.log(`data and logs are kept in ${kept}`);
}

/** Removes a folder of createFolder, with a cluster that the launcher placed outside of it. */
export async function removeFolder(dir: string, clusterDir: string): Promise<void> {
  if (!clusterDir.startsWith(dir))
    await rm(dirname(clusterDir), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

export type EnvironmentOptions = {
  /** Permanent faults of the provider. */
  faults?: Faults;
  /** A PostgreSQL beside the server instead of the embedded one. */
  isExternal?: boolean;
  /** Separate processes for background work; they need an external database. */
  workers?: number;
  /** Disturbances that will come. */
  disturbances?: readonly DisturbanceName[];
};

/** Meta's response time; the longer, the more messages are in flight at a kill. */
const usualFaults: Faults = { answer_delay_ms: 60 };

/** It creates the database; how fast is not tested. */
const firstStartWithinMs = 180_000;

/** A new server and a new simulator, the first user, one account, its connected number, and its customers. */
export async function createEnvironment(phoneCount: number, options: EnvironmentOptions = {}): Promise<Environment> {
  const { isExternal = false, workers: workerCount = 0, disturbances: names = [] } = options;
  const faults = { ...usualFaults, ...options.faults };
  const dir = await createFolder('parley-chaos-');
  const logFile = join(dir, 'server.log');
  const clockFile = join(dir, 'clock');
  const disk = names.includes('disk') ? new SmallDisk(join(dir, 'data')) : null;
  const removeDisk = () => disk?.remove();
  process.once('exit', removeDisk);
  const database = isExternal ? await startExternalDatabase(join(dir, 'data', 'external')) : undefined;
  const simulator = new SimulatorHost({
    port: await freePort(),
    databaseFile: join(dir, 'phones.sqlite'),
    logFile: join(dir, 'simulator.log'),
  });
  const env = {
    GRAPH_BASE_URL: simulator.url,
    LOG_LEVEL: 'info',
    // One session sends for a whole team.
    CALLS_PER_SECOND: '0',
    ACCOUNT_CALLS_PER_SECOND: '0',
    ...(database === undefined ? {} : { DATABASE_URL: database.url, SECRET_KEY: randomBytes(24).toString('hex') }),
    ...(names.includes('clock')
      ? { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock.mjs')}`, CHAOS_CLOCK_FILE: clockFile }
      : {}),
  };
  const common = { dataDir: join(dir, 'data'), logFile, database };
  const role = workerCount > 0 ? 'api' : 'all';
  const server = new Server({ ...common, port: await freePort(), env: { ...env, ROLE: role } });
  const workers: Server[] = [];
  for (let n = 0; n < workerCount; n++) {
    workers.push(new Server({ ...common, port: await freePort(), env: { ...env, ROLE: 'worker' } }));
  }
  const processes = [server, ...workers];
  const endHard = () => {
    for (const one of processes) one.signal('SIGKILL');
    if (simulator.pid > 0) process.kill(simulator.pid, 'SIGKILL');
  };
  process.once('exit', endHard);
  const disturbances: Environment['disturbances'] = {
    ...(names.includes('clock') ? { clock: disturbClock(clockFile) } : {}),
    ...(disk === null ? {} : { disk: disturbDisk(disk) }),
  };
  await simulator.start();
  for (const one of processes) {
    one.start();
    if (!(await one.ready(firstStartWithinMs)))
      throw new Error(`the server did not start: ${await readFile(logFile, 'utf8')}`);
  }
  const session = await claimServer(server, join(dir, 'data', 'setup-url'), firstOwner);
  const number = await registerNumber(simulator, faults);
  if (names.includes('provider')) {
    disturbances.provider = disturbProvider(simulator, number.access_token, faults);
  }
  const channel = await connectChannel(session, number);
  return {
    dir,
    logFile,
    server,
    workers,
    isExternal,
    disturbances,
    simulator,
    accessToken: number.access_token,
    appSecret: number.app_secret,
    session,
    ...channel,
    phones: await makePhones(simulator, number.access_token, phoneCount),
    async close({ keep }) {
      const { clusterDir } = server;
      let isEnded = false;
      try {
        for (const one of processes) one.signal('SIGTERM');
        for (const one of processes) await until('the server ends', 15_000, () => one.exit);
        await simulator.kill('SIGTERM');
        await database?.stop();
        isEnded = true;
      } finally {
        if (!isEnded) endHard();
        process.off('exit', endHard);
        process.off('exit', removeDisk);
        // What is to be kept of a disk in memory is its log.
        removeDisk();
        await (keep || !isEnded ? keepFolder(dir) : removeFolder(dir, clusterDir));
      }
    },
  };
}

/** Creates the first user with the setup link that the server wrote to a file, like an operator. */
export async function claimServer(server: Server, setupFile: string, user: typeof firstOwner): Promise<Session> {
  const address = await until('the setup link', 5_000, () => readFile(setupFile, 'utf8').catch(() => null));
  const token = new URL(address.trim()).searchParams.get('setup');
  const tokens = await callOk<Tokens>('POST', `${server.url}/api/auth/setup`, {
    body: { token, ...user },
  });
  return new Session(server.url, tokens);
}

async function registerNumber(simulator: SimulatorHost, faults: Faults) {
  const number = {
    phone_number: '441632960001',
    phone_number_id: '106540352242922',
    waba_id: '102290129340398',
    access_token: `EAA${randomBytes(24).toString('base64url')}`,
    app_secret: randomBytes(16).toString('hex'),
    verify_token: randomBytes(12).toString('hex'),
  };
  await simulator.register(number.phone_number_id, {
    token: number.access_token,
    app_secret: number.app_secret,
    waba_id: number.waba_id,
    display_phone_number: number.phone_number,
    verified_name: 'Kestrel Outdoor',
    throughput: 'HIGH',
    timing: { sent_ms: [10, 60], delivered_ms: [10, 80], read_ms: [10, 80] },
    webhooks: { max_batch: 20, delay_ms: 10, concurrency: 4, timeout_ms: 10_000 },
  });
  await simulator.control(number.access_token, 'POST', 'faults', faults);
  return number;
}

async function connectChannel(session: Session, number: Awaited<ReturnType<typeof registerNumber>>) {
  const client = await session.call('POST', '/api/clients', {
    body: { name: 'Kestrel Outdoor', country: 'GB', time_zone: 'Europe/London' },
  });
  if (client.status !== 201) throw new Error(`the account was not made: ${JSON.stringify(client.body)}`);
  await session.renew();
  const made = await session.call('POST', '/api/channels', {
    body: { kind: 'WHATSAPP', channel_label: 'Kestrel Outdoor', ...number, phone_number: `+${number.phone_number}` },
  });
  const channel = made.body as Channel & { checks: Array<{ name: string; state: string }> };
  if (made.status !== 201 || channel.checks.some((check) => check.state !== 'ok')) {
    throw new Error(`the number was not connected: ${JSON.stringify(made.body)}`);
  }
  return { clientId: (client.body as Client).client_id, channelId: channel.id };
}

async function makePhones(simulator: SimulatorHost, token: string, count: number): Promise<Phone[]> {
  const phones: Phone[] = [];
  for (let index = 0; index < count; index++) {
    const phone = await simulator.control<PhoneView>(token, 'POST', 'phones', {
      phone_number: `4479460${String(index).padStart(5, '0')}`,
      name: `Customer ${index}`,
      reads: 'at_once',
    });
    phones.push({ id: phone.id, name: phone.name });
  }
  return phones;
}
