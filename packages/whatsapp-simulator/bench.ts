/**
 * How many sends a second one simulator takes, each with three statuses posted in batches, measured from outside:
 * `node packages/whatsapp-simulator/bench.ts [sends] [connections]`. Sender and receiver run in this process and use
 * the same cores, so the figure is a lower bound.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReadyMessage } from './src/control-types.ts';
import { simulatorEntry } from './src/index.ts';
import { accountAt, accountInput, call } from './src/testing/sandbox.ts';

const sends = Number(process.argv[2] ?? 20_000);
const connections = Number(process.argv[3] ?? 32);
const phones = 500;
const secret = 'bench';

let statuses = 0;
let posts = 0;
const receiver = createServer(async (incoming, response) => {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  posts += 1;
  statuses += text.split('"status":"').length - 1;
  response.writeHead(200).end();
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

const folder = `/tmp/simulator-bench-${process.pid}`;
const data = `${folder}/books.db`;
const child = spawn(process.execPath, [simulatorEntry, '--no-limits', '--data', data], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, SIMULATOR_SECRET: secret },
});
const [ready] = (await once(child, 'message')) as [ReadyMessage];
const url = `http://127.0.0.1:${ready.port}`;
const input = { ...accountInput(1, hook), windows: false, timing: {} };
await call('PUT', `${url}/simulator/control/accounts/1`, secret, input);
const account = accountAt(url, '1', input);
for (let n = 0; n < phones; n += 1) {
  await account.control('POST', 'phones', { phone_number: `3519${10_000_000 + n}`, reads: 'at_once' });
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const headers = { authorization: `Bearer ${input.token}`, 'content-type': 'application/json' };

/** One send; resolves with the answer's status. */
function post(n: number): Promise<number> {
  const to = `+3519${10_000_000 + (n % phones)}`;
  const text = { body: `Message ${n} of the bench` };
  const body = { messaging_product: 'whatsapp', to, type: 'text', text, biz_opaque_callback_data: `out_${n}` };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/v25.0/1/messages`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}

const cpuMs = () => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
const cpuBefore = cpuMs();
const startedMs = performance.now();
let next = 0;
let refused = 0;
const workers = Array.from({ length: connections }, async () => {
  while (next < sends) {
    next += 1;
    if ((await post(next)) !== 200) refused += 1;
  }
});
await Promise.all(workers);
const sentMs = performance.now() - startedMs;
while (statuses < 3 * sends && performance.now() - startedMs < sentMs + 60_000) {
  await new Promise((resolve) => setTimeout(resolve, 10));
}
const doneMs = performance.now() - startedMs;
const memory = /^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8'))?.[1];
console.log({
  sends,
  refused,
  sendsPerSecond: Math.round((sends / sentMs) * 1000),
  statuses,
  statusesPerSecond: Math.round((statuses / doneMs) * 1000),
  lastStatusAfterMs: Math.round(doneMs - sentMs),
  updatesPerPost: Math.round(statuses / posts),
  cpuUsPerSend: Math.round(((cpuMs() - cpuBefore) / sends) * 1000),
  rssKb: Number(memory),
});
agent.destroy();
child.disconnect();
await once(child, 'exit');
receiver.close();
receiver.closeAllConnections();
rmSync(folder, { recursive: true });
