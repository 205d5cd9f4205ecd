import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type ReadyMessage, simulatorEntry } from '@parley/whatsapp-simulator';
import type { Bench, BenchOptions, Sample } from './harness/bench.ts';
import { temporaryFolder } from './harness/folder.ts';
import { interleave } from './harness/interleave.ts';

const secret = 'bench';
const token = 'token-of-the-bench';
const numberId = '106540352242922001';
const phones = 500;
const connections = 32;
const statusesWithinMs = 60_000;

/**
 * Sends per second of the standalone simulator, each followed by three statuses in batches, with its database in a
 * file. Sender and receiver run here and use the same cores, so the figure is a lower bound.
 */
export const simulatorBench: Bench = {
  name: 'simulator',
  title: 'the stand-alone simulator, three statuses a send',
  async run(options) {
    return [await interleave(options, 'simulator.sends', { subject: () => round(options), comparison: null })];
  },
};

async function round(options: BenchOptions): Promise<Sample> {
  const sends = options.quick ? 4_000 : 20_000;
  const folder = await temporaryFolder('simulator');
  const receiver = await listen();
  const simulator = await start(join(folder.path, 'simulator.db'), receiver.url);
  try {
    await simulator.makePhones();
    const beganMs = performance.now();
    const refused = await sendAll(simulator.url, sends);
    const sentS = (performance.now() - beganMs) / 1000;
    const untilMs = performance.now() + statusesWithinMs;
    while (receiver.statuses() < 3 * sends && performance.now() < untilMs) await pause(10);
    const doneS = (performance.now() - beganMs) / 1000;
    const faults = [
      ...(refused > 0 ? [`${refused} sends were refused`] : []),
      ...(receiver.statuses() === 3 * sends ? [] : [`${receiver.statuses()} statuses of ${3 * sends}`]),
    ];
    const notes = {
      'statuses/s': Math.round(receiver.statuses() / doneS),
      'updates a POST': Math.round(receiver.statuses() / receiver.posts()),
    };
    return { value: sends / sentS, faults, notes };
  } finally {
    await simulator.stop();
    await receiver.close();
    await rm(folder.path, { recursive: true, force: true });
  }
}

async function listen() {
  let statuses = 0;
  let posts = 0;
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    posts += 1;
    statuses += text.split('"status":"').length - 1;
    response.writeHead(200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    statuses: () => statuses,
    posts: () => posts,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function start(data: string, hook: string) {
  const child = spawn(process.execPath, [simulatorEntry, '--child', '--no-limits', '--data', data], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SIMULATOR_SECRET: secret },
  });
  const [ready] = (await once(child, 'message')) as [ReadyMessage];
  const url = `http://127.0.0.1:${ready.port}`;
  const call = (method: string, path: string, bearer: string, body: object) =>
    fetch(`${url}/simulator/control/${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const account = { token, app_secret: 'secret of the bench', waba_id: '900719925474091', windows: false };
  const name = { display_phone_number: '15550000001', verified_name: 'Bench', webhook_url: hook };
  await call('PUT', `accounts/${numberId}`, secret, { ...account, ...name, throughput: 'HIGH' });
  return {
    url,
    async makePhones() {
      for (let n = 0; n < phones; n += 1) {
        await call('POST', 'phones', token, { phone_number: phoneOf(n), reads: 'at_once' });
      }
    },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

const phoneOf = (n: number): string => `3519${10_000_000 + (n % phones)}`;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @returns the number of responses other than 200 */
async function sendAll(url: string, sends: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  let refused = 0;
  const workers = Array.from({ length: connections }, async () => {
    while (next < sends) {
      next += 1;
      if ((await post(url, agent, next)) !== 200) refused += 1;
    }
  });
  await Promise.all(workers);
  agent.destroy();
  return refused;
}

function post(url: string, agent: Agent, n: number): Promise<number> {
  const text = { body: `Message ${n} of the bench` };
  const to = `+${phoneOf(n)}`;
  const body = { messaging_product: 'whatsapp', to, type: 'text', text, biz_opaque_callback_data: `out_${n}` };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/v25.0/${numberId}/messages`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}
