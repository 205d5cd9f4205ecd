import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type ReadyMessage, simulatorEntry } from '@parley/whatsapp-simulator';
import type pg from 'pg';
import { type Account, makeAccounts } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { temporaryFolder } from './harness/folder.ts';
import { connectOwner } from './harness/owner.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { cpuOf, cpuTotal } from './harness/processes.ts';

/** The maximum rate of Meta's fastest number, messages a second. */
const cap = 1_000;
const secret = 'bench';

/**
 * A broadcast at the cap through the real client to the standalone simulator, its statuses applied, while the team
 * answers two messages a second. Everything shares this machine's cores, so the figures are lower bounds.
 */
export const broadcastBench: Bench = {
  name: 'broadcast',
  title: 'a broadcast at 1,000 a second, the team answering meanwhile',
  async run(options) {
    if (!wanted(options, 'broadcast')) return [];
    const folder = await temporaryFolder('broadcast');
    const simulator = await startSimulator(join(folder.path, 'simulator.db'));
    const env = { GRAPH_BASE_URL: `${simulator.url}/simulator` };
    const parley = await startParley(options, { env });
    try {
      return await measure(options, parley, simulator);
    } finally {
      await parley.remove();
      await simulator.stop();
      await folder.remove();
    }
  },
};

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

export async function startSimulator(data: string) {
  const child = spawn(process.execPath, [simulatorEntry, '--child', '--no-limits', '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, SIMULATOR_SECRET: secret },
  });
  const [ready] = (await once(child, 'message')) as [ReadyMessage];
  const url = `http://127.0.0.1:${ready.port}`;
  return {
    url,
    pid: child.pid ?? 0,
    call: (method: string, path: string, token: string, body?: unknown) =>
      callJson(method, `${url}/simulator/control/${path}`, token, body),
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

export async function callJson<T>(method: string, url: string, token: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** One number at the cap, with templates. The caller ends `owner`. */
export async function prepareSender(parley: Parley, simulator: Simulator) {
  await register(simulator);
  const [account] = await makeAccounts(parley, 1);
  if (account === undefined) throw new Error('no account');
  const owner = await connectOwner(parley.ownerUrl);
  await owner.query('update channels set pace = $2, version = version + 1 where id = $1', [account.channelId, cap]);
  const api = <T>(method: string, path: string, body?: unknown) =>
    callJson<T>(method, `${parley.url}${path}`, account.token, body);
  await api('POST', '/api/templates/sync', { channel_id: account.channelId, dry_run: false });
  return { account, owner, api, cpu: () => cpuNow(parley, simulator) };
}

async function measure(options: BenchOptions, parley: Parley, simulator: Simulator): Promise<Figure[]> {
  const sender = await prepareSender(parley, simulator);
  try {
    const rates: Figure['rounds'] = [];
    const replies: Figure['rounds'] = [];
    for (let round = 0; round <= options.rounds; round++) {
      const { rate, reply } = await onePass({ options, ...sender, round });
      const notes = Object.entries(rate.notes ?? {}).map(([name, value]) => `${name} ${Math.round(value)}`);
      options.say(
        `  broadcast round ${round}: ${Math.round(rate.value)}/s, ${notes.join(', ')}, ` +
          `an answer of the team p95 ${Math.round(reply.value)} ms${[...rate.faults, ...reply.faults].map((fault) => `; ${fault}`).join('')}`,
      );
      if (round === 0) continue;
      rates.push({ subject: rate, comparison: null });
      replies.push({ subject: reply, comparison: null });
    }
    return [
      { name: 'broadcast.rate', rounds: rates },
      { name: 'broadcast.reply', rounds: replies },
    ];
  } finally {
    await sender.owner.end();
  }
}

type Cpu = { node: number; postgres: number; simulator: number };

/** Milliseconds of processor time so far. The simulator is WhatsApp's part and not counted into the server's. */
function cpuNow(parley: Parley, simulator: Simulator): Cpu {
  return { ...cpuOf(parley.pid), simulator: cpuTotal([simulator.pid]) };
}

/** The n-th number that `makeAccounts` connects; the simulator must know it before. */
export async function register(simulator: Simulator, n = 0): Promise<void> {
  await simulator.call('PUT', `accounts/10000000000000${n}`, secret, {
    token: `access-token-of-bench-number-${n}`,
    app_secret: `app-secret-of-bench-number-${n}`,
    waba_id: `20000000000000${n}`,
    display_phone_number: `4930100000${n}`,
    verified_name: 'Bench',
    windows: false,
    throughput: 'HIGH',
    webhooks: { max_batch: 50 },
  });
}

type Pass = {
  options: BenchOptions;
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  owner: pg.Client;
  account: Account;
  round: number;
  cpu: () => Cpu;
};

/** Of a round: as many as the cap allows in the seconds of the options, in three seconds of round 0. */
export function recipientsOf({ seconds }: BenchOptions, round: number): number {
  return cap * (round === 0 ? 3 : seconds);
}

export async function onePass(pass: Pass): Promise<{ rate: Sample; reply: Sample }> {
  const { options, api, owner, account, round, cpu } = pass;
  const recipients = recipientsOf(options, round);
  const { data } = await api<{ data: { id: string; name: string }[] }>('GET', '/api/templates?status=ACTIVE');
  const template = data.find(({ name }) => name === 'hello_world')?.id;
  const numbers = Array.from(
    { length: recipients },
    (_one, n) => `+44790${String(round * 200_000 + n).padStart(7, '0')}`,
  );
  const ids: string[] = [];
  for (let from = 0; from < recipients; from += maxNumbersPerCampaign) {
    const { id } = await api<{ id: string }>('POST', '/api/campaigns', {
      name: `Round ${round}, from ${from}`,
      channel_id: account.channelId,
      template_id: template,
      audience: { phone_numbers: numbers.slice(from, from + maxNumbersPerCampaign) },
    });
    ids.push(id);
  }
  const before = cpu();
  for (const id of ids) await api('POST', `/api/campaigns/${id}/start`);
  const replies = { ids: [] as string[], stopped: false };
  const replying = replyPeriodically(api, account, replies);
  const deadline = performance.now() + 60_000 + recipients * 5;
  try {
    for (const id of ids) await untilArrived(api, id, deadline);
  } finally {
    replies.stopped = true;
    await replying;
  }
  const after = cpu();
  const rate = await rateOf(owner, ids, recipients);
  // From the start on, with the snapshot of the recipients and all statuses.
  const each = (part: keyof Cpu) => ((after[part] - before[part]) * 1_000) / recipients;
  const notes = {
    ...rate.notes,
    'µs Node a message': each('node'),
    'µs PostgreSQL a message': each('postgres'),
    'µs simulator a message': each('simulator'),
  };
  return { rate: { ...rate, notes }, reply: await replyOf(owner, replies.ids) };
}

type CampaignStatus = { state: string; counters: Record<string, number> };

export async function untilArrived(api: Pass['api'], id: string, deadline: number): Promise<void> {
  for (;;) {
    const { counters, state } = await api<CampaignStatus>('GET', `/api/campaigns/${id}`);
    if (state === 'FINISHED' && counters['sent'] === 0) return;
    if (performance.now() > deadline) throw new Error(`a broadcast did not end: ${state} ${JSON.stringify(counters)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The maximum of typed numbers per broadcast. */
const maxNumbersPerCampaign = 20_000;

async function replyPeriodically(
  api: Pass['api'],
  account: Account,
  state: { ids: string[]; stopped: boolean },
): Promise<void> {
  const { data } = await api<{ data: { id: string; name: string }[] }>('GET', '/api/templates?status=ACTIVE');
  const template = data.find(({ name }) => name === 'hello_world')?.id;
  for (let n = 0; !state.stopped; n++) {
    const sent = await api<{ id: string }>('POST', '/api/messages', {
      channel_id: account.channelId,
      to: `+44791${String(n % 40).padStart(7, '0')}`,
      source: 'INBOX',
      type: 'template',
      template: { id: template },
    });
    state.ids.push(sent.id);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** From the start times of the calls, over a sliding second. */
async function rateOf(owner: pg.Client, ids: readonly string[], recipients: number): Promise<Sample> {
  const { rows } = await owner.query<{ at: number; state: string }>(
    `select extract(epoch from t.started_at)::float8 as at, r.state from campaign_recipients r
     join triggers t on t.client_id = r.client_id and t.message_id = r.message_id where r.campaign_id = any($1) order by 1`,
    [ids],
  );
  const times = rows.map(({ at }) => at);
  let worst = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while ((times[to] ?? 0) - (times[from] ?? 0) >= 1) from++;
    worst = Math.max(worst, to - from + 1);
  }
  const seconds = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const arrived = rows.filter(({ state }) => state === 'DELIVERED' || state === 'READ').length;
  const faults = [
    ...(arrived === recipients ? [] : [`${arrived} of ${recipients} arrived`]),
    ...(worst > cap ? [`${worst} in one second`] : []),
  ];
  return { value: seconds === 0 ? 0 : times.length / seconds, faults, notes: { 'worst second': worst } };
}

/** From the team's click, as recorded by the server, to the call to WhatsApp. */
async function replyOf(owner: pg.Client, ids: readonly string[]): Promise<Sample> {
  const { rows } = await owner.query<{ ms: number }>(
    `select extract(epoch from started_at - created_at)::float8 * 1000 as ms from triggers
     where message_id = any($1) and started_at is not null order by 1`,
    [ids],
  );
  const p95 = rows[Math.min(rows.length - 1, Math.floor(rows.length * 0.95))]?.ms ?? Number.NaN;
  return { value: p95, faults: rows.length < ids.length - 1 ? [`${rows.length} of ${ids.length} answers left`] : [] };
}
