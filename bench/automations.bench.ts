import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { type Account, makeAccounts, pauseNumber } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, wanted } from './harness/bench.ts';
import { asRate, ingestSide, type Size } from './harness/ingest-side.ts';
import { interleave } from './harness/interleave.ts';
import { loadEntry } from './harness/load-entry.ts';
import { connectOwner, untilCount } from './harness/owner.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { seedAccounts } from './harness/seed.ts';
import { startWorker, wallMs } from './harness/worker.ts';
import type { LoadCommands } from './load/generator.ts';

const timers = 10_000;
const overS = 60;
const keywordAutomations = 20;
const connections = 64;

/** Waits that are over, and what automations cost while texts come in. */
export const automationsBench: Bench = {
  name: 'automations',
  title: 'automations',
  async run(options) {
    const figures: Figure[] = [];
    if (wanted(options, 'automations.replies')) figures.push(await measureReplies(options));
    if (wanted(options, 'automations.timers')) figures.push(await measureTimers(options));
    if (wanted(options, 'automations.keywords')) figures.push(await measureKeywords(options));
    return figures;
  },
};

/**
 * Runs whose waits are over within one minute, each in a conversation of its own: how late the message behind the wait is
 * written. The number is paused, so that the sending itself is not measured.
 */
async function measureTimers(options: BenchOptions): Promise<Figure> {
  const [runs, seconds] = options.quick ? [timers / 10, overS / 10] : [timers, overS];
  const parley = await startParley(options);
  const owner = await connectOwner(parley.ownerUrl);
  try {
    const accounts = await makeAccounts(parley, 1);
    const [account] = accounts;
    if (account === undefined) throw new Error('no account was made');
    await seedAccounts(owner, accounts, { customers: runs, messages: runs });
    await pauseNumber(parley, account);
    const automation = await publish(parley, account, 'wait');
    return await interleave(options, 'automations.timers', {
      comparison: null,
      async subject() {
        await owner.query('delete from automation_runs');
        await seedRuns(owner, account, automation, { runs, seconds });
        await untilCount(owner, 'select count(*) as n from automation_runs where ended_at is not null', runs);
        const { rows } = await owner.query<{ p99: number; p50: number; sent: number }>(
          `select percentile_cont(0.99) within group (order by late) as p99,
             percentile_cont(0.5) within group (order by late) as p50, count(message_id)::int as sent
           from (select s.message_id, extract(epoch from s.at)::float8 - substr(r.event_key, 7)::float8 as late
             from automation_runs r join automation_run_steps s on s.client_id = r.client_id and s.run_id = r.id) x`,
        );
        const [row] = rows;
        const faults = row?.sent === runs ? [] : [`${row?.sent} messages instead of ${runs}`];
        return { value: row?.p99 ?? Number.NaN, faults, notes: { 's p50': row?.p50 ?? Number.NaN } };
      },
    });
  } finally {
    await owner.end();
    await parley.remove();
  }
}

/**
 * Texts at 100 a second, each answered by a bot: how long after a text's row the call of its answer begins. WhatsApp is a
 * server that accepts every message at once.
 */
async function measureReplies(options: BenchOptions): Promise<Figure> {
  const provider = await startAcceptingProvider();
  const parley = await startParley(options, { env: { GRAPH_BASE_URL: provider.url } });
  const owner = await connectOwner(parley.ownerUrl);
  const load = await startWorker<LoadCommands>(loadEntry);
  try {
    const accounts = await makeAccounts(parley, 1);
    const [account] = accounts;
    if (account === undefined) throw new Error('no account was made');
    await seedAccounts(owner, accounts, { customers: 2_000, messages: 4_000 });
    // A number with the usual 80 messages a second could not answer 100.
    await owner.query('update channels set pace = 1000, version = version + 1 where id = $1', [account.channelId]);
    await publish(parley, account, 'reply', replyFlow);
    const posts = options.quick ? 1_000 : 6_000;
    const path = `/webhooks/whatsapp/${account.channelId}`;
    const destinations = [{ ...account, path, secret: account.appSecret }];
    const runs = 'select count(*) as n from automation_runs where ended_at is not null';
    return await interleave(options, 'automations.replies', {
      comparison: null,
      async subject(round: number) {
        await owner.query('delete from automation_runs');
        const plan = {
          ...{
            destinations,
            posts,
            eventsPerPost: 1,
            messagesOnly: true,
            label: `R${round}`,
            status: 'delivered' as const,
          },
          ...{ firstMessage: 0, knownCustomers: 2_000, firstCustomer: 0 },
        };
        await load.call('deliveries', { url: parley.url, plan });
        await load.call('open', { connections: 16, perSecond: 100 });
        await untilCount(owner, runs, posts);
        const called = 'from triggers where created_by = $$bot$$ and started_at is null';
        await untilCount(owner, `select 1 - sign(count(*)) as n ${called}`, 1);
        const { rows } = await owner.query<{ p95: number; p50: number; begun: number; written: number; n: number }>(
          `select percentile_cont(0.95) within group (order by ms) as p95, percentile_cont(0.5) within group (order by ms) as p50,
             percentile_cont(0.95) within group (order by begun) as begun,
             percentile_cont(0.95) within group (order by written) as written, count(*)::int as n
           from (select extract(epoch from t.started_at - m.created_at)::float8 * 1000 as ms,
               extract(epoch from r.started_at - m.created_at)::float8 * 1000 as begun,
               extract(epoch from t.created_at - m.created_at)::float8 * 1000 as written
             from automation_runs r join messages m on m.client_id = r.client_id and m.id = r.message_id
             join automation_run_steps s on s.client_id = r.client_id and s.run_id = r.id
             join triggers t on t.client_id = r.client_id and t.message_id = s.message_id) x`,
        );
        const [row] = rows;
        const faults = row?.n === posts ? [] : [`${row?.n} answers instead of ${posts}`];
        const notes = {
          'ms p50': row?.p50 ?? Number.NaN,
          'ms p95 until the run began': row?.begun ?? Number.NaN,
          'ms p95 until the answer was written': row?.written ?? Number.NaN,
        };
        return { value: row?.p95 ?? Number.NaN, faults, notes };
      },
    });
  } finally {
    await Promise.all([owner.end(), load.end()]);
    await parley.remove();
    await provider.close();
  }
}

const replyFlow = {
  ...{ trigger: { kind: 'message' }, conditions: [], start: 's' },
  steps: [{ id: 's', kind: 'send_text', text: 'Hello {{FIRST_NAME}}', next: null }],
  settings: { quiet_minutes: 0, max_runs: 100, pass_on: false },
};

/** WhatsApp, which accepts every message. */
async function startAcceptingProvider(): Promise<{ url: string; close(): Promise<void> }> {
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const body = { messaging_product: 'whatsapp', contacts: [], messages: [{ id: `wamid.bench${++sent}` }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Texts of known customers that no keyword fits, until every automation has seen them; beside a server without any. */
async function measureKeywords(options: BenchOptions): Promise<Figure> {
  const servers = [await startParley(options), await startParley(options)] as const;
  const load = await startWorker<LoadCommands>(loadEntry);
  const size: Size = { posts: options.quick ? 4_000 : 12_000, eventsPerPost: 1, messagesOnly: true };
  const post = () => load.call('closed', { connections });
  const prepare = async (parley: Parley, automations: number) => {
    const owner = await connectOwner(parley.ownerUrl);
    const accounts = await makeAccounts(parley, 1);
    await seedAccounts(owner, accounts, { customers: 2_000, messages: 4_000 });
    for (let n = 0; n < automations; n++) {
      for (const account of accounts) await publish(parley, account, `keyword ${n}`);
    }
    const side = await ingestSide(parley, accounts, size, {
      firstMessage: 0,
      customers: 2_000,
      label: `K${automations}`,
    });
    const behind =
      'select sign(count(*)) * -1 + 1 as n from automation_cursors k join change_counters c using (client_id) where c.pos > k.pos';
    return {
      async measure(round: number) {
        const began = await side.deliver(load, round, post);
        await untilCount(owner, behind, 1);
        const completeMs = began.completeMs + Math.max(0, wallMs() - began.firstMs - began.completeMs);
        return asRate({ ...began, completeMs }, size.posts);
      },
      close: () => Promise.all([owner.end(), side.close()]),
    };
  };
  try {
    const subject = await prepare(servers[0], keywordAutomations);
    const comparison = await prepare(servers[1], 0);
    const figure = await interleave(options, 'automations.keywords', {
      subject: subject.measure,
      comparison: comparison.measure,
    });
    await Promise.all([subject.close(), comparison.close()]);
    return figure;
  } finally {
    await load.end();
    for (const parley of servers) await parley.remove();
  }
}

/** @returns its id */
async function publish(parley: Parley, account: Account, keyword: string, given?: object): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${parley.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const flow = given ?? {
    ...{ trigger: { kind: 'keyword', match: 'exact', words: [keyword] }, conditions: [], start: 'w' },
    steps: [
      { id: 'w', kind: 'wait', minutes: 1, next: 's' },
      { id: 's', kind: 'send_text', text: 'Hello {{FIRST_NAME}}', next: null },
    ],
    settings: { quiet_minutes: 0, max_runs: 100, pass_on: false },
  };
  const { id } = await post('/automations', { name: keyword, flow });
  await post(`/automations/${id}/publish`, {});
  return id;
}

/** Runs that wait before their last step, as the engine leaves them; `event_key` says when each is due. */
async function seedRuns(
  owner: pg.Client,
  { clientId }: Account,
  automation: string,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<void> {
  await owner.query(
    `insert into automation_runs (client_id, id, automation_id, version_number, thread_id, channel_id, event_key, state,
       step_id, lines, due_at)
     select client_id, gen_random_uuid(), $2, 1, id, channel_id, 'timer:' || extract(epoch from due), 'WAITING', 's', 0, due
     from (select *, now() + interval '5 seconds' + row_number() over (order by id) * $4::float8 / $3 * interval '1 second' as due
       from threads where client_id = $1 order by id limit $3) t`,
    [clientId, automation, runs, seconds],
  );
  await owner.query('analyze automation_runs');
}
