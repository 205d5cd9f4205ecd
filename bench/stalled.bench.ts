import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Account, makeAccounts } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { proportionalMb } from './harness/processes.ts';
import { startWorker } from './harness/worker.ts';
import type { SlowCommands } from './load/slow-connections.ts';

const stalledBodies = 400;
const bodyBytes = 4 * 1_048_576;
const slowConnections = 3_000;

/** The cost of callers that never finish their requests, and their effect on others. */
export const stalledBench: Bench = {
  name: 'stalled',
  title: 'connections that never finish what they send',
  async run(options) {
    const parley = await startParley(options);
    try {
      const [attacked, other] = await makeAccounts(parley, 2);
      if (attacked === undefined || other === undefined) throw new Error('no accounts were made');
      const figures: Figure[] = [];
      if (wanted(options, 'stalled.memory')) figures.push(...(await measureBodies(options, parley, attacked)));
      if (wanted(options, 'stalled.other')) figures.push(await measureOther(options, parley, other.token));
      return figures;
    } finally {
      await parley.remove();
    }
  },
};

/** Bodies of 4 MB without their last byte: the peak memory above the start, and when the last one was ended. */
async function measureBodies(options: BenchOptions, parley: Parley, account: Account): Promise<Figure[]> {
  const body = Buffer.alloc(bodyBytes - 1, 0x20);
  const ended: Sample[] = [];
  const memory = await interleave(options, 'stalled.memory', {
    comparison: null,
    async subject(round) {
      const before = proportionalMb(parley.pid);
      const began = performance.now();
      const sockets = await openMany(parley, stalledBodies, (socket) => {
        socket.write(headOfDelivery(account));
        socket.write(body);
      });
      let most = before;
      while (sockets.some((socket) => !socket.closed) && performance.now() - began < 120_000) {
        most = Math.max(most, proportionalMb(parley.pid));
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      const left = sockets.filter((socket) => !socket.closed);
      for (const socket of left) socket.destroy();
      const faults = left.length > 0 ? [`${left.length} connections were never ended`] : [];
      if (round > 0) ended.push({ value: (performance.now() - began) / 1_000, faults });
      return { value: most - before, faults };
    },
  });
  return [memory, { name: 'stalled.ended', rounds: ended.map((subject) => ({ subject, comparison: null })) }];
}

/** Another account's list of conversations during 3,000 connections that send a byte a second, compared with none. */
async function measureOther(options: BenchOptions, parley: Parley, token: string): Promise<Figure> {
  // In a process of their own: what they cost there is not the server's.
  const slow = await startWorker<SlowCommands>(join(import.meta.dirname, 'load', 'slow-connections.ts'));
  return interleave(options, 'stalled.other', {
    comparison: () => listThreads(options, parley, token),
    async subject() {
      const { open } = await slow.call('open', { url: parley.url, count: slowConnections });
      const sample = await listThreads(options, parley, token);
      const [left, whileEnding] = await Promise.all([slow.call('close', null), slowestOf(parley, token, 100)]);
      if (open < slowConnections) sample.faults.push(`only ${open} connections were open`);
      // Requests that never end are ended after 15 seconds; a longer measurement would miss them.
      return { ...sample, notes: { 'open at the end': left.open, 'slowest ms while they end': whileEnding } };
    },
  }).finally(() => slow.end());
}

async function listThreads(options: BenchOptions, parley: Parley, token: string): Promise<Sample> {
  const times: number[] = [];
  const faults: string[] = [];
  for (let n = 0; n < (options.quick ? 200 : 1_000); n++) {
    const began = performance.now();
    const answer = await fetch(`${parley.url}/api/threads`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    if (answer.status !== 200) faults.push(`GET /api/threads answered ${answer.status}`);
  }
  times.sort((left, right) => left - right);
  return { value: times[Math.floor(times.length * 0.95)] ?? 0, faults };
}

/** The slowest of some calls, in milliseconds. */
async function slowestOf(parley: Parley, token: string, calls: number): Promise<number> {
  let slowest = 0;
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    const answer = await fetch(`${parley.url}/api/threads`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    slowest = Math.max(slowest, performance.now() - began);
  }
  return slowest;
}

async function openMany(parley: Parley, count: number, begin: (socket: Socket) => void): Promise<Socket[]> {
  const { hostname, port } = new URL(parley.url);
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined); // The measurement is that they are ended.
    socket.resume();
    await once(socket, 'connect');
    begin(socket);
    sockets.push(socket);
  }
  return sockets;
}

function headOfDelivery({ channelId }: Account): string {
  const lines = [
    `POST /webhooks/whatsapp/${channelId} HTTP/1.1`,
    'Host: bench',
    'Content-Type: application/json',
    `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`,
    `Content-Length: ${bodyBytes}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
