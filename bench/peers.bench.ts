import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBaseline } from './baseline/baseline.ts';
import type { ListOrder, ListResult } from './baseline/list-sender.ts';
import { callJson, onePass, prepareSender, recipientsOf, register, startSimulator } from './broadcast.bench.ts';
import { makeAccounts } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, wanted } from './harness/bench.ts';
import { temporaryFolder } from './harness/folder.ts';
import { asRate, baselineSide, ingestSide, messagesFor, type Size } from './harness/ingest-side.ts';
import { interleave } from './harness/interleave.ts';
import { loadEntry } from './harness/load-entry.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { seedAccounts } from './harness/seed.ts';
import { startWorker } from './harness/worker.ts';
import type { LoadCommands } from './load/generator.ts';
import { comparisonSide, knownCustomers, measureLast, productSide, screensEntry } from './load/screen-sides.ts';
import type { ScreenCommands } from './load/screens.ts';

const folder = join(import.meta.dirname, 'peers');

/** Parley beside parse-server with PostgreSQL, and beside a loop over a list. socket.io is measured by `fanout`. */
export const peersBench: Bench = {
  name: 'peers',
  title: 'beside parse-server and a loop over a list',
  async run(options) {
    const figures: Figure[] = [];
    if (wanted(options, 'peers.broadcast')) figures.push(await broadcast(options));
    if (!wanted(options, 'peers.ingest') && !wanted(options, 'peers.screens')) return figures;
    await installPeers(options);
    if (wanted(options, 'peers.ingest')) figures.push(await ingest(options));
    if (wanted(options, 'peers.screens')) figures.push(await screens(options));
    return figures;
  },
};

async function installPeers(options: BenchOptions): Promise<void> {
  if (existsSync(join(folder, 'node_modules', 'parse-server'))) return;
  options.say('  parse-server is installed into bench/peers, which takes a minute.');
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('parse-server is installed by npm: start with npm run bench -- peers');
  const install = ['ci', '--workspaces=false', '--ignore-scripts', '--omit=optional'];
  await promisify(execFile)(process.execPath, [npm, ...install], { cwd: folder });
}

/** Webhooks completely processed beside plain inserts of the same bodies. */
async function ingest(options: BenchOptions): Promise<Figure> {
  const parley = await startParley(options);
  const parse = await startBaseline('../peers/parse.ts');
  const load = await startWorker<LoadCommands>(loadEntry);
  try {
    const accounts = await makeAccounts(parley, 1);
    const size: Size = { posts: options.quick ? 4_400 : 11_000, eventsPerPost: 1 };
    const customers = 6_100;
    const owner = await connectOwner(parley.ownerUrl);
    await seedAccounts(owner, accounts, { customers, messages: messagesFor(options.rounds + 1, 1, size) });
    await owner.end();
    const subject = await ingestSide(parley, accounts, size, { firstMessage: 0, customers, label: 'P' });
    const comparison = await baselineSide(parse, accounts, size);
    const post = () => load.call('closed', { connections: 64 });
    const figure = await interleave(options, 'peers.ingest', {
      subject: async (round) => asRate(await subject.deliver(load, round, post), size.posts),
      comparison: async (round) => asRate(await comparison.deliver(load, round, post), size.posts),
    });
    await Promise.all([subject.close(), comparison.close()]);
    return figure;
  } finally {
    await Promise.all([load.end(), parse.stop()]);
    await parley.remove();
  }
}

/** An incoming message to the last of 1,000 screens beside the last of 1,000 live queries. */
async function screens(options: BenchOptions): Promise<Figure> {
  const parley = await startParley(options);
  const parse = await startBaseline('../peers/parse.ts');
  const worker = await startWorker<ScreenCommands>(screensEntry);
  try {
    const [account] = await makeAccounts(parley, 1);
    if (account === undefined) throw new Error('no account');
    const owner = await connectOwner(parley.ownerUrl);
    await seedAccounts(owner, [account], { customers: knownCustomers, messages: 0 });
    await owner.end();
    const size = { count: 1_000, posts: options.quick ? 30 : 100 };
    return await interleave(options, 'peers.screens', {
      subject: measureLast(worker, account, await productSide(parley, account, size.count), size),
      comparison: measureLast(worker, account, comparisonSide(parse, 'parse'), size),
    });
  } finally {
    await worker.end();
    await parse.stop();
    await parley.remove();
  }
}

/** A broadcast with a row, an outcome and statuses of each recipient beside a loop that keeps one counter. */
async function broadcast(options: BenchOptions): Promise<Figure> {
  const folder = await temporaryFolder('peers');
  const simulator = await startSimulator(join(folder.path, 'simulator.db'));
  const parley = await startParley(options, { env: { GRAPH_BASE_URL: `${simulator.url}/simulator` } });
  const list = await startBaseline('list-sender.ts');
  const { owner, ...sender } = await prepareSender(parley, simulator);
  try {
    await register(simulator, 1);
    return await interleave(options, 'peers.broadcast', {
      subject: async (round) => (await onePass({ options, owner, ...sender, round })).rate,
      comparison: async (round) => {
        const numbers = Array.from({ length: recipientsOf(options, round) }, (_one, n) => `44792${7_000_000 + n}`);
        const order: ListOrder = {
          url: simulator.url,
          phoneNumberId: '100000000000001',
          token: 'access-token-of-bench-number-1',
          numbers,
        };
        const { elapsedMs, refused } = await callJson<ListResult>('POST', list.url, '', order);
        const faults = refused === 0 ? [] : [`${refused} were refused`];
        return { value: (numbers.length * 1_000) / elapsedMs, faults };
      },
    });
  } finally {
    await owner.end();
    await list.stop();
    await parley.remove();
    await simulator.stop();
    await folder.remove();
  }
}
