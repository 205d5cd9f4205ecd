import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Channel, Client, Tokens } from '@parley/contract/types';
import type { Faults, PhoneView } from '@parley/whatsapp-simulator';
import { freePort } from './free-port.ts';
import { demand } from './http.ts';
import { Server } from './server.ts';
import { Session } from './session.ts';
import { SimulatorHost } from './simulator.ts';
import { until } from './waiting.ts';

/** A customer's phone: `id` is its number, digits without plus. */
export type Phone = { id: string; name: string };

export type World = {
  dir: string;
  logFile: string;
  server: Server;
  simulator: SimulatorHost;
  /** The token of the connected number; it also opens the simulator's control surface. */
  accessToken: string;
  /** With which the provider signs; the server never tells it. */
  appSecret: string;
  session: Session;
  clientId: string;
  channelId: string;
  phones: Phone[];
  /** Ends what was started and removes its folder. */
  close(options: { keep: boolean }): Promise<void>;
};

/** The first person of every server here, with a password of this run. */
export const founder = {
  name: 'Ada Nkemelu',
  email: 'ada@kestrel.example',
  password: randomBytes(12).toString('hex'),
};

/** A folder in which a root start's PostgreSQL, which runs as another user, can reach its cluster. */
export async function makeFolder(name: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), name));
  await chmod(dir, 0o711);
  await mkdir(join(dir, 'data'), { mode: 0o711 });
  return dir;
}

/** Removes a folder of makeFolder. A cluster that the launcher had to put elsewhere goes with it. */
export async function removeFolder(dir: string, clusterDir: string): Promise<void> {
  if (!clusterDir.startsWith(dir)) await rm(dirname(clusterDir), { recursive: true, force: true });
  await rm(dir, { recursive: true, force: true });
}

/**
 * A fresh server and a fresh simulator, the first person, one account, its connected number, and its customers.
 * @param faults what the provider is to do wrong all the time
 */
export async function makeWorld(phoneCount: number, faults: Faults = {}): Promise<World> {
  const dir = await makeFolder('parley-chaos-');
  const logFile = join(dir, 'server.log');
  const simulator = new SimulatorHost({
    port: await freePort(),
    booksFile: join(dir, 'phones.sqlite'),
    logFile: join(dir, 'simulator.log'),
  });
  const server = new Server({
    dataDir: join(dir, 'data'),
    port: await freePort(),
    logFile,
    env: { GRAPH_BASE_URL: simulator.url, LOG_LEVEL: 'info' },
  });
  const endHard = () => {
    server.signal('SIGKILL');
    if (simulator.pid > 0) process.kill(simulator.pid, 'SIGKILL');
  };
  process.once('exit', endHard);
  await simulator.start();
  server.start();
  if (!(await server.ready(60_000))) throw new Error(`the server did not start: ${await readFile(logFile, 'utf8')}`);
  const session = await claimServer(server, join(dir, 'data', 'setup-url'), founder);
  const number = await registerNumber(simulator, faults);
  const channel = await connectChannel(session, number);
  return {
    dir,
    logFile,
    server,
    simulator,
    accessToken: number.access_token,
    appSecret: number.app_secret,
    session,
    ...channel,
    phones: await makePhones(simulator, number.access_token, phoneCount),
    async close({ keep }) {
      const { clusterDir } = server;
      server.signal('SIGTERM');
      await until('the server ends', 15_000, () => server.exit);
      await simulator.kill('SIGTERM');
      process.off('exit', endHard);
      if (!keep) await removeFolder(dir, clusterDir);
    },
  };
}

/** Makes the first person by the setup link that the server wrote to a file, as its operator would. */
export async function claimServer(server: Server, setupFile: string, person: typeof founder): Promise<Session> {
  const address = await until('the setup link', 5_000, () => readFile(setupFile, 'utf8').catch(() => null));
  const token = new URL(address.trim()).searchParams.get('setup');
  const tokens = await demand<Tokens>('POST', `${server.url}/api/auth/setup`, {
    body: { token, ...person },
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
  // Meta takes its time to answer; the longer, the more messages are on their way when a kill comes.
  await simulator.control(number.access_token, 'POST', 'faults', { answer_delay_ms: 60, ...faults });
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
