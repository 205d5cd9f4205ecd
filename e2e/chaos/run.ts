// npm run chaos: kill -9 at random moments under load, then three records are compared: phones, database, screens.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agents } from './agents.ts';
import { type Check, type Evidence, passed } from './check.ts';
import { compareReceived, countSwappedWithinASecond } from './compare-received.ts';
import { compareRows } from './compare-rows.ts';
import { compareRun } from './compare-run.ts';
import { compareSent } from './compare-sent.ts';
import { Customers } from './customers.ts';
import { type DisturbanceName, disturbanceNames } from './disturbances.ts';
import { createEnvironment, type Environment } from './environment.ts';
import { allVictims, Killer, usualVictims } from './killer.ts';
import { createRandom } from './random.ts';
import { type Reader, readByPoll, readBySocket } from './readers.ts';
import { readApiRecords, readDatabaseRecords, readPhoneRecords } from './records.ts';
import { Replica } from './replica.ts';
import { endWith, printChecks, printTable, printTotals, readyTimes, spreadOf } from './report.ts';
import { settle } from './settle.ts';
import { delay, until } from './wait-until.ts';

const usage = `Usage: npm run chaos -- [options]
  --kills N      how often something is killed (default 50)
  --minutes M    stop killing after so long, whatever --kills says
  --seed N       repeat the moments and targets of an earlier run
  --rate N       messages a second in each direction (default 30)
  --phones N     customers (default 40)
  --all          also kill single database connections and the simulator
  --faults LIST  also disturb: provider, disk (needs root), clock; separated by commas
  --external     a PostgreSQL beside the server instead of the embedded one
  --workers N    so many processes for background work, killed too, and one for calls; implies --external
  --data-only    compare only what was written, sent and shown; not how fast it was
  --rough        every webhook comes twice, and they overtake each other by up to 1.5 s
  --out FILE     write the result as JSON
  --keep         keep the folder with data and logs even when all checks pass`;

const roughWebhooks = { webhooks: { duplicate: true, disorder: true } };

type Options = {
  kills: number;
  minutes: number | null;
  seed: number;
  rate: number;
  phones: number;
  all: boolean;
  faults: DisturbanceName[];
  external: boolean;
  workers: number;
  dataOnly: boolean;
  rough: boolean;
  out: string | undefined;
  keep: boolean;
};

function readOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '50' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      rate: { type: 'string', default: '30' },
      phones: { type: 'string', default: '40' },
      all: { type: 'boolean', default: false },
      faults: { type: 'string', default: '' },
      external: { type: 'boolean', default: false },
      workers: { type: 'string', default: '0' },
      'data-only': { type: 'boolean', default: false },
      rough: { type: 'boolean', default: false },
      out: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const number = (name: 'kills' | 'minutes' | 'rate' | 'phones') => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
    return value;
  };
  return {
    kills: number('kills'),
    minutes: values.minutes === undefined ? null : number('minutes'),
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed),
    rate: number('rate'),
    phones: number('phones'),
    all: values.all,
    faults: readFaults(values.faults),
    external: values.external || Number(values.workers) > 0,
    workers: Number(values.workers),
    dataOnly: values['data-only'],
    rough: values.rough,
    out: values.out,
    keep: values.keep,
  };
}

function readFaults(list: string): DisturbanceName[] {
  return list
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const found = disturbanceNames.find((known) => known === name);
      if (found === undefined) throw new Error(`--faults knows ${disturbanceNames.join(', ')}, not ${name}`);
      return found;
    });
}

type Load = { customers: Customers; agents: Agents; killer: Killer; readers: Reader[]; seconds: number };

/** Both directions under load while one victim after the other is killed; ends with every message answered. */
async function loadAndKill(world: Environment, options: Options): Promise<Load> {
  const random = createRandom(options.seed);
  const { cursor } = await world.session.read<{ cursor: string }>('/api/bootstrap');
  const readers = [
    readBySocket(world.session, new Replica('live connection', cursor)),
    readByPoll(world.session, new Replica('long poll', cursor)),
  ];
  const [screen] = readers.map((reader) => reader.screen);
  const customers = new Customers(world, createRandom(options.seed + 1), options.rate);
  const began = performance.now();
  customers.start();
  await until('every customer has a thread on the screen', 120_000, () => screen?.threads.size === options.phones);
  const agents = new Agents(world, createRandom(options.seed + 2), [...(screen?.threads.keys() ?? [])]);
  agents.start(options.rate);
  world.session.keepFresh(4_000);
  await delay(500);

  const wanted = options.kills;
  const killer = new Killer(world, random, ({ victim, uptimeMs }) => {
    const n = killer.kills.length;
    if (n % 10 === 0) console.log(`  kill ${n} of ${wanted}: ${victim}, after ${uptimeMs ?? 0} ms`);
  });
  const victims = [
    ...(options.all ? allVictims : usualVictims),
    ...(options.workers > 0 ? (['worker'] as const) : []),
    ...options.faults,
  ];
  const endAt = options.minutes === null ? Number.POSITIVE_INFINITY : Date.now() + options.minutes * 60_000;
  await killer.run({ victims, kills: options.kills, until: endAt });
  await delay(500);
  await customers.stop();
  await agents.stop(600_000);
  return { customers, agents, killer, readers, seconds: (performance.now() - began) / 1_000 };
}

/** Waits until all is settled, kills both once more while idle, and reads the three records. */
async function compare(world: Environment, load: Load): Promise<{ evidence: Evidence; checks: Check[] }> {
  const { server, session } = world;
  const { customers, agents, killer, readers } = load;
  const screens = readers.map((reader) => reader.screen);
  const owner = await connectOwner(server.ownerUrl);
  const owed = await settle(world, owner, screens);
  await owner.end();
  await session.end();
  await Promise.all(readers.map((reader) => reader.stop()));

  if (owed !== null) throw new Error(`it never came to rest: ${owed}`);
  const quiet = new Killer(world, createRandom(1), () => undefined);
  await quiet.run({ victims: ['both'], kills: 1, until: Number.POSITIVE_INFINITY });
  const again = await connectOwner(server.ownerUrl);
  const evidence: Evidence = {
    phones: world.phones,
    customers: customers.written,
    agents: agents.written,
    phoneRecords: await readPhoneRecords(world),
    database: await readDatabaseRecords(again, world.clientId),
    api: await readApiRecords(session),
    replicas: screens,
    kills: killer.kills,
  };
  await again.end();
  const checks = [...compareSent(evidence), ...compareReceived(evidence), ...compareRows(evidence)];
  return { evidence, checks };
}

async function connectOwner(connectionString: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString });
  owner.on('error', () => undefined); // A lost connection rejects the query that runs on it anyway.
  await owner.connect();
  return owner;
}

/** Messages that a start found half sent, as counted in the server's log, and those that stayed unknown, by kill. */
function countUnknown(
  logFile: string,
  { database, kills }: Evidence,
): { found: number; stayed: Record<string, number> } {
  const lines = readFileSync(logFile, 'utf8').matchAll(/"n":(\d+),"msg":"messages under way when the server ended/g);
  const startedAt = new Map(database.triggers.map((trigger) => [trigger.message_id, trigger.started_at_ms]));
  const stayed: Record<string, number> = { all: 0 };
  for (const { id } of database.messages.filter((row) => row.send_state === 'unknown')) {
    const cut = kills.find((kill) => kill.at >= (startedAt.get(id) ?? 0) - 100);
    for (const key of ['all', cut?.victim ?? 'none']) stayed[key] = (stayed[key] ?? 0) + 1;
  }
  return { found: [...lines].reduce((sum, line) => sum + Number(line[1]), 0), stayed };
}

function summarise(options: Options, world: Environment, load: Load, evidence: Evidence) {
  const { customers, agents, killer, readers, seconds } = load;
  const { kills } = killer;
  const sent = agents.written.filter((message) => message.answer !== null).length;
  const unknown = countUnknown(world.logFile, evidence);
  return {
    seed: options.seed,
    kills: kills.length,
    killsOnTheWayUp: kills.filter((kill) => kill.uptimeMs === null).length,
    seconds: Math.round(seconds),
    received: customers.written.length,
    receivedPerSecond: customers.written.length / seconds,
    sent,
    sentPerSecond: sent / seconds,
    unknownAtAStart: unknown.found,
    unknownForAPerson: unknown.stayed,
    swappedWithinASecond: countSwappedWithinASecond(evidence),
    changes: evidence.database.feed.rows,
    readyMs: readyTimes(kills),
    answerMs: spreadOf(agents.answerMs),
    tries: agents.tries.toJSON(),
    renewals: world.session.renewals.toJSON(),
    readers: readers.map(({ screen, closes }) => ({
      name: screen.name,
      resumed: screen.resumed,
      ends: closes.toJSON(),
    })),
    ownEnds: killer.ownEnds,
  };
}

function printSummary(summary: ReturnType<typeof summarise>): void {
  const times = Object.entries(summary.readyMs).map(([victim, { n, least, median, p95, most }]) => {
    const words = `median ${median}, p95 ${p95}, ${least} to ${most} (${n})`;
    return [`ready after ${victim}, ms`, words] as const;
  });
  printTable('Run', [
    ['seed', summary.seed],
    ['kills', `${summary.kills}, ${summary.killsOnTheWayUp} of them before it was ready again`],
    ['under load', `${summary.seconds} s`],
    ['customers wrote', `${summary.received}, ${summary.receivedPerSecond.toFixed(1)}/s`],
    ['the team sent', `${summary.sent}, ${summary.sentPerSecond.toFixed(1)}/s`],
    ['tries to send', JSON.stringify(summary.tries)],
    ['answers to sends, ms', JSON.stringify(summary.answerMs)],
    ['session renewals', JSON.stringify(summary.renewals)],
    ...summary.readers.map(
      ({ name, resumed, ends }) => [`resumed by ${name}`, `${resumed} ${JSON.stringify(ends)}`] as const,
    ),
    ...times,
    ['on their way at a kill', summary.unknownAtAStart],
    ['unknown in the end', JSON.stringify(summary.unknownForAPerson)],
    ['swapped within a second', summary.swappedWithinASecond],
    ['changes in the feed', summary.changes],
    ['ended by itself', summary.ownEnds.length === 0 ? 'never' : summary.ownEnds.join(', ')],
  ]);
  console.log('');
}

async function main(): Promise<boolean> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    console.log(usage);
    return true;
  }
  console.log(`chaos: ${options.kills} kills, seed ${options.seed}`);
  const world = await createEnvironment(options.phones, {
    faults: options.rough ? roughWebhooks : {},
    isExternal: options.external,
    workers: options.workers,
    disturbances: options.faults,
  });
  try {
    const load = await loadAndKill(world, options);
    const { evidence, checks } = await compare(world, load);
    const summary = summarise(options, world, load, evidence);
    const killsWanted = options.minutes === null ? options.kills : 1;
    const { receivedPerSecond, sentPerSecond } = summary;
    const figures = { receivedPerSecond, sentPerSecond, killsWanted, rate: options.rate };
    const { killer, agents, readers } = load;
    if (!options.dataOnly) {
      checks.push(...compareRun(figures, killer, agents, world.session.renewals, readers, world.logFile));
    }
    const fine = checks.every(passed);
    printSummary(summary);
    printChecks(checks);
    if (options.out !== undefined) {
      writeFileSync(options.out, `${JSON.stringify({ ...summary, checks, killed: load.killer.kills }, null, 2)}\n`);
    }
    await world.close({ keep: options.keep || !fine });
    if (!fine) console.log(`repeat with --seed ${options.seed}`);
    printTotals(checks);
    return fine;
  } catch (error) {
    await world.close({ keep: true }).catch(console.error);
    console.log(`repeat with --seed ${options.seed}`);
    throw error;
  }
}

endWith(main());
