// A broadcast while everything is killed, then its three records are compared: node e2e/chaos/broadcast.ts
import { parseArgs } from 'node:util';
import type { Campaign, CampaignRecipient } from '@parley/contract/types';
import type { Page, SendRecord } from '@parley/whatsapp-simulator';
import pg from 'pg';
import { type Check, check, groupBy, passed } from './check.ts';
import { createEnvironment, type Environment } from './environment.ts';
import { Killer, usualVictims } from './killer.ts';
import { createRandom } from './random.ts';
import { endWith, printChecks, printTable, printTotals } from './report.ts';
import { until } from './wait-until.ts';

const usage = `Usage: node e2e/chaos/broadcast.ts [options]
  --people N   how many recipients (default 2000)
  --kills N    how often server or database are killed (default 12)
  --ab-test    half of the recipients get a second message
  --seed N     repeat the moments and targets of an earlier run`;

type Recipients = { data: CampaignRecipient[]; next_cursor: string | null };
type RecipientInDatabase = { phone_number: string; state: string; message_id: string | null; attempt: number };

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '2000' },
      kills: { type: 'string', default: '12' },
      'ab-test': { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return true;
  }
  console.log(`a broadcast to ${values.people} recipients, ${values.kills} kills, seed ${values.seed}`);
  const world = await createEnvironment(Number(values.people));
  let checks: Check[] = [];
  try {
    checks = await run(world, Number(values.kills), Number(values.seed), values['ab-test']);
    printChecks(checks);
  } finally {
    await world.close({ keep: checks.length === 0 || !checks.every(passed) });
  }
  printTotals(checks);
  return checks.every(passed);
}

async function run(world: Environment, kills: number, seed: number, hasTest: boolean): Promise<Check[]> {
  const { session } = world;
  session.keepFresh(4_000);
  const { id } = await makeCampaign(world, hasTest);
  await postCommand(world, id, 'start');
  const killer = new Killer(world, createRandom(seed), ({ victim, uptimeMs }) =>
    console.log(`  kill ${killer.kills.length}: ${victim}, after ${uptimeMs ?? 0} ms`),
  );
  const fixed = hasTest ? await readVariants(world, id) : null;
  await killer.run({ victims: usualVictims, kills, until: Number.POSITIVE_INFINITY });
  const first = await isSettled(world, id);
  const unknownFirst = first.counters.unknown;
  const before = await compareRecords(world, id, 'after the kills');
  // An unknown message never reached a phone, or its status would have arrived: it is retried once, and no other.
  await session.call('POST', `/api/campaigns/${id}/retry`, { body: { states: ['UNKNOWN', 'FAILED'] } });
  await until('everybody has it', 180_000 + patienceMs(world), async () => {
    const now = await read(world, id);
    return now !== null && now.state === 'FINISHED' && now.counters.read === world.phones.length;
  });
  const after = await compareRecords(world, id, 'after sending to the unknown again');
  if (fixed !== null) after.push(...(await compareVariants(world, id, fixed)));
  await session.end();
  printTable('Measured here, on a machine that may be busy', [
    ['kills', String(killer.kills.length)],
    ['unknown after them', String(unknownFirst)],
  ]);
  return [...before, ...after];
}

/** At 50 messages a second, and slower while it is killed. */
const patienceMs = (world: Environment) => world.phones.length * 60;

type Fixed = ReadonlyMap<string, string | null>;

/** The variant of every recipient once all are fixed; kills follow. */
async function readVariants(world: Environment, id: string): Promise<Fixed> {
  await until('the recipients are fixed', 120_000, async () => {
    const now = await read(world, id);
    return now !== null && !now.preparing;
  });
  const rows = await readRecipients(world, id);
  return new Map(rows.map(({ phone_number, variant }) => [phone_number ?? '', variant]));
}

/** Nobody changed their variant, everybody got its template, and both are counted. */
async function compareVariants(world: Environment, id: string, fixed: Fixed): Promise<Check[]> {
  const owner = new pg.Client({ connectionString: world.server.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ phone_number: string; variant: string; right: boolean }>(
    `select r.phone_number, r.variant, m.content->>'id' = case r.variant when 'A' then c.template_id::text
       else c.ab_test->>'template_id' end as right
     from campaign_recipients r join campaigns c on c.client_id = r.client_id and c.id = r.campaign_id
     join messages m on m.client_id = r.client_id and m.id = r.message_id where r.campaign_id = $1`,
    [id],
  );
  const { rows: wrong } = await owner.query<{ what: string }>(
    `with kept as (select variant || ' ' || state as what, sum(n) as n from campaign_ab_counters where campaign_id = $1
         group by 1 having sum(n) <> 0
       union all select kind, sum(n) from campaign_minutes where campaign_id = $1 group by 1 having sum(n) <> 0),
     counted as (select variant || ' ' || state as what, count(*) as n from campaign_recipients where campaign_id = $1 group by 1
       union all select k.kind, count(*) from campaign_recipients r cross join (values ('sent'), ('delivered'), ('read')) k(kind)
         where r.campaign_id = $1 and r.state = 'READ' group by 1)
     select what from kept full join counted using (what) where kept.n is distinct from counted.n`,
    [id],
  );
  await owner.end();
  const half = Math.ceil(world.phones.length / 2);
  const inA = rows.filter(({ variant }) => variant === 'A').length;
  return [
    check(
      'nobody changed their variant',
      rows.length,
      rows.flatMap(({ phone_number: phone, variant }) => (fixed.get(phone) === variant ? [] : [phone])),
    ),
    check(
      'everybody got the template of their variant',
      rows.length,
      rows.flatMap(({ phone_number: phone, right }) => (right ? [] : [phone])),
    ),
    check('half of them are in each variant', 1, inA === half ? [] : [`${inA} of ${world.phones.length} in A`]),
    check(
      'the figures of both variants and of the chart are what was counted',
      1,
      wrong.map(({ what }) => what),
    ),
  ];
}

async function makeCampaign(world: Environment, hasTest: boolean): Promise<Campaign> {
  const { session, channelId } = world;
  await session.call('POST', '/api/templates/sync', { body: { channel_id: channelId, dry_run: false } });
  const { data } = await session.read<{ data: { id: string; name: string }[] }>('/api/templates?status=ACTIVE');
  const template = data.find(({ name }) => name === 'hello_world');
  const made = await session.call('POST', '/api/campaigns', {
    body: {
      name: 'Spring sale',
      channel_id: channelId,
      template_id: template?.id,
      audience: { phone_numbers: world.phones.map((phone) => `+${phone.id}`) },
      ...(hasTest && { ab_test: secondMessage(data) }),
    },
  });
  if (made.status !== 201) throw new Error(`no broadcast was made: ${JSON.stringify(made.body)}`);
  return made.body as Campaign;
}

function secondMessage(templates: readonly { id: string; name: string }[]) {
  const template = templates.find(({ name }) => name === 'order_ready');
  if (template === undefined) throw new Error('the simulator has no second template');
  const value = { value: 'A-17' };
  const variables = { 'body.1': value, 'body.2': value, 'button.0': value };
  return { template_id: template.id, variables, percent: 50, winner: 'read', wait_hours: 1 };
}

async function postCommand(world: Environment, id: string, name: string): Promise<void> {
  const { status, body } = await world.session.call('POST', `/api/campaigns/${id}/${name}`);
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
}

/** @returns null while the server does not answer */
function read(world: Environment, id: string): Promise<Campaign | null> {
  return world.session.read<Campaign>(`/api/campaigns/${id}`).catch(() => null);
}

/** Waits until no message and no status is pending. */
async function isSettled(world: Environment, id: string): Promise<Campaign> {
  return until('the broadcast comes to rest', 300_000 + patienceMs(world), async () => {
    const now = await read(world, id);
    if (now?.state !== 'FINISHED') return null;
    const { read: seen, unknown, failed } = now.counters;
    return seen + unknown + failed === world.phones.length ? now : null;
  });
}

async function compareRecords(world: Environment, id: string, when: string): Promise<Check[]> {
  const sends = groupBy(await readSends(world), (entry) => entry.phone);
  const owner = new pg.Client({ connectionString: world.server.ownerUrl });
  await owner.connect();
  const recipients = (
    await owner.query<RecipientInDatabase>('select * from campaign_recipients where campaign_id = $1 order by n', [id])
  ).rows;
  const counted = (
    await owner.query<{ state: string; n: number }>(
      'select state, n from campaign_counters where campaign_id = $1 and n <> 0 order by state',
      [id],
    )
  ).rows;
  await owner.end();
  const shown = await readRecipients(world, id);
  const campaign = await world.session.read<Campaign>(`/api/campaigns/${id}`);
  const states = groupBy(recipients, ({ state }) => state);
  return [
    check(
      `${when}: no phone got it twice, and who is unknown got nothing`,
      recipients.length,
      recipients.flatMap(({ phone_number, state }) => {
        const got = sends.get(phone_number)?.length ?? 0;
        return got === (state === 'READ' ? 1 : 0) ? [] : [`${phone_number} is ${state} and got ${got}`];
      }),
    ),
    check(
      `${when}: everybody stands there once`,
      world.phones.length,
      world.phones.flatMap((phone) => {
        const rows = recipients.filter(({ phone_number }) => phone_number === phone.id).length;
        return rows === 1 ? [] : [`${phone.id}: ${rows} rows`];
      }),
    ),
    check(
      `${when}: the phones hold the messages of their people`,
      recipients.length,
      recipients.flatMap(({ phone_number, message_id }) =>
        (sends.get(phone_number) ?? []).every(({ opaque }) => opaque === message_id) ? [] : [phone_number],
      ),
    ),
    check(
      `${when}: the counters are what was counted`,
      counted.length,
      [...states].flatMap(([state, rows]) => {
        const said = counted.find((row) => row.state === state)?.n;
        return said === rows.length ? [] : [`${state}: ${said}, counted ${rows.length}`];
      }),
    ),
    check(
      `${when}: the API says the same`,
      shown.length,
      recipients.flatMap(({ phone_number, state }, place) =>
        shown[place]?.phone_number === phone_number && shown[place]?.state === state ? [] : [phone_number],
      ),
    ),
    check(
      `${when}: the counters of the API add up`,
      1,
      Object.values(campaign.counters).reduce((sum, n) => sum + n, 0) === world.phones.length
        ? []
        : [JSON.stringify(campaign.counters)],
    ),
  ];
}

async function readSends(world: Environment): Promise<SendRecord[]> {
  const sends: SendRecord[] = [];
  for (let after: string | null = '0'; after !== null; ) {
    const path: string = `books?limit=10000&after=${after}`;
    const page: Page<SendRecord> = await world.simulator.control(world.accessToken, 'GET', path);
    sends.push(...page.data);
    after = page.next_cursor;
  }
  return sends;
}

async function readRecipients(world: Environment, id: string): Promise<CampaignRecipient[]> {
  const recipients: CampaignRecipient[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: Recipients = await world.session.read(`/api/campaigns/${id}/recipients?limit=200${after}`);
    recipients.push(...page.data);
    cursor = page.next_cursor;
  }
  return recipients;
}

endWith(main());
