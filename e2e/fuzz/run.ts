// npm run fuzz: undocumented deliveries against a real server, which must neither crash nor mix up customers.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Channel, Client } from '@parley/contract/types';
import pg from 'pg';
import { type Check, check, passed } from '../chaos/check.ts';
import { createEnvironment, type Environment } from '../chaos/environment.ts';
import { createRandom } from '../chaos/random.ts';
import { endWith, printChecks, printTotals } from '../chaos/report.ts';
import { until } from '../chaos/wait-until.ts';
import { compare } from './compare.ts';
import { type Delivery, makeDelivery, type Target } from './deliveries.ts';
import { type MessageOwner, recordOwners } from './expected-owners.ts';

const usage = `Usage: npm run fuzz -- [options]
  --bodies N   how many deliveries (default 100,000)
  --seed N     repeat the deliveries of an earlier run
  --keep       keep the folder with data and logs even when all checks pass`;

/** Concurrent deliveries, like Meta's. */
const atOnce = 24;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      bodies: { type: 'string', default: '100000' },
      seed: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return true;
  }
  const bodies = Number(values.bodies);
  if (!(bodies > 0)) throw new Error('--bodies must be a number above 0');
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
  console.log(`fuzz: ${bodies} deliveries, seed ${seed}`);
  const world = await createEnvironment(0);
  const { pid } = world.server;
  try {
    const [own, otherAccounts] = await connectOtherAccounts(world);
    const began = performance.now();
    const { answers, belongs } = await postAll(world.server.url, bodies, seed, own, otherAccounts);
    console.log(`posted in ${((performance.now() - began) / 1_000).toFixed(1)} s: ${JSON.stringify(answers.counts)}`);
    const owner = new pg.Client({ connectionString: world.server.ownerUrl });
    owner.on('error', () => undefined); // A lost connection rejects the query that runs on it anyway.
    await owner.connect();
    await until('everything is understood', 300_000, async () => (await countWaiting(owner)) === 0);
    const checks: Check[] = [
      check('right signatures are taken, wrong ones are not', bodies, answers.wrong),
      check(
        'the server is the one that was started',
        1,
        world.server.pid === pid && !world.server.exit ? [] : ['it ended'],
      ),
      check('its log tells of no error', 1, errorsIn(world.logFile)),
      ...(await compare(owner, world, [own, ...otherAccounts], belongs)),
    ];
    await owner.end();
    printChecks(checks);
    const fine = checks.every(passed);
    await world.close({ keep: values.keep || !fine });
    if (!fine) console.log(`repeat with --seed ${seed}`);
    printTotals(checks);
    return fine;
  } catch (error) {
    await world.close({ keep: true }).catch(console.error);
    console.log(`repeat with --seed ${seed}`);
    throw error;
  }
}

/** The run's number, and others: one more of its app, one of another account and app, an unknown one. */
async function connectOtherAccounts(world: Environment): Promise<[Target, Target[]]> {
  const { body } = await world.session.call('GET', '/api/channels');
  const present = (body as { data: Channel[] }).data.find(({ id }) => id === world.channelId);
  if (present === undefined) throw new Error('the world has no channel');
  const secret = world.appSecret;
  const own = targetOf(present, secret);
  const beside = await connect(world, '441632960002', '106540352242923', own.wabaId, secret);
  const made = await world.session.call('POST', '/api/clients', {
    body: { name: 'Another shop', country: 'GB', time_zone: 'Europe/London' },
  });
  if (made.status !== 201) throw new Error(`no second account: ${JSON.stringify(made.body)}`);
  const { client_id } = made.body as Client;
  const switched = await world.session.call('POST', '/api/auth/switch', { body: { client_id } });
  if (switched.status === 200) world.session.idToken = (switched.body as { id_token: string }).id_token;
  else await world.session.renew();
  const foreign = await connect(
    world,
    '441632960003',
    '106540352242924',
    '102290129340399',
    randomBytes(16).toString('hex'),
  );
  const nobody = { ...own, phoneNumberId: '999999999999999', wabaId: '888888888888888', channelId: '', appSecret: '' };
  return [own, [beside, foreign, { ...nobody, displayPhoneNumber: '441632960009' }]];
}

async function connect(world: Environment, phone: string, id: string, waba: string, secret: string): Promise<Target> {
  const { status, body } = await world.session.call('POST', '/api/channels', {
    body: {
      kind: 'WHATSAPP',
      channel_label: `Number ${phone}`,
      phone_number: `+${phone}`,
      phone_number_id: id,
      waba_id: waba,
      access_token: randomBytes(24).toString('hex'),
      app_secret: secret,
      verify_token: randomBytes(12).toString('hex'),
    },
  });
  if (status !== 201) throw new Error(`${phone} was not connected: ${JSON.stringify(body)}`);
  return targetOf(body as Channel, secret);
}

function targetOf(channel: Channel, appSecret: string): Target {
  const { id, phone_number_id, waba_id, phone_number } = channel;
  return {
    channelId: id,
    phoneNumberId: phone_number_id,
    wabaId: waba_id,
    displayPhoneNumber: phone_number,
    appSecret,
  };
}

async function postAll(url: string, bodies: number, seed: number, own: Target, rest: readonly Target[]) {
  const random = createRandom(seed);
  const belongs = new Map<string, MessageOwner[]>();
  const answers = { counts: {} as Record<string, number>, wrong: [] as string[] };
  let next = 0;
  async function post(): Promise<void> {
    while (next < bodies) {
      const index = next++;
      const delivery = makeDelivery(random, index, own, rest);
      const status = await send(url, delivery);
      answers.counts[status] = (answers.counts[status] ?? 0) + 1;
      if (!isExpected(delivery, status)) answers.wrong.push(`delivery ${index}: ${status}`);
      if (status === '200') recordOwners(belongs, delivery);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, post));
  return { answers, belongs };
}

/** 503 is intended: the queue of deliveries is full, and WhatsApp tries again. */
function isExpected({ signed, body }: Delivery, status: string): boolean {
  if (body.length > 4 * 1_048_576) return status === '413';
  return signed ? status === '200' || status === '503' : status === '401';
}

async function send(url: string, { address, body, signature }: Delivery): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
  };
  try {
    const answer = await fetch(`${url}/webhooks/whatsapp/${address.channelId}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.name : 'no answer';
  }
}

async function countWaiting(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from ingest_partitions p join webhook_events e on e.partition = p.partition and e.seq > p.applied_seq',
  );
  return rows[0]?.n ?? 0;
}

/** Lines of the levels error and fatal. */
function errorsIn(logFile: string): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line));
}

endWith(main());
