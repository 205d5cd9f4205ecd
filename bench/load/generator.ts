/** Posts prepared requests from its own process: as fast as they are answered, or at a fixed rate. */
import { serveCommands, wallMs } from '../harness/worker.ts';
import { Connection } from './connection.ts';
import { type DeliveryPlan, prepareDeliveries } from './deliveries.ts';
import { prepareSends, type SendPlan } from './sends.ts';

export type LoadResult = {
  /** On the clock all processes share: the start of the first request and the end of the last response. */
  firstMs: number;
  lastMs: number;
  /** The number of responses by status. */
  statuses: Record<string, number>;
  /** Milliseconds; in an open loop from when a request was due, not from when it was sent. */
  latency: { p50: number; p99: number; most: number };
};

export type LoadCommands = {
  deliveries(input: { url: string; plan: DeliveryPlan }): Promise<{ requests: number; bytes: number }>;
  sends(input: { url: string; plan: SendPlan }): Promise<{ requests: number; bytes: number }>;
  /** Every connection posts its next request as soon as the previous one is answered. */
  closed(input: { connections: number }): Promise<LoadResult>;
  /** Requests are sent when they are due, whether or not earlier ones have been answered. */
  open(input: { connections: number; perSecond: number }): Promise<LoadResult>;
};

let target = { host: '', port: 0 };
let requests: Buffer[] = [];
let latencies = new Float64Array(0);
let statuses: Record<string, number> = {};

function take(url: string, prepared: Buffer[]): { requests: number; bytes: number } {
  const { hostname, port } = new URL(url);
  target = { host: hostname, port: Number(port) };
  requests = prepared;
  latencies = new Float64Array(prepared.length);
  return { requests: prepared.length, bytes: prepared.reduce((sum, request) => sum + request.length, 0) };
}

function openConnections(count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.open(target.host, target.port)));
}

function summary(firstMs: number): LoadResult {
  const sorted = latencies.slice().sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { firstMs, lastMs: wallMs(), statuses, latency: { p50: at(0.5), p99: at(0.99), most: at(1) } };
}

async function closed(count: number): Promise<LoadResult> {
  statuses = {};
  const connections = await openConnections(count);
  const firstMs = wallMs();
  let next = 0;
  await Promise.all(
    connections.map(
      (connection) =>
        new Promise<void>((resolve, reject) => {
          const post = () => {
            const index = next++;
            const request = requests[index];
            if (request === undefined) return resolve();
            const began = performance.now();
            connection.send(
              request,
              (status) => {
                latencies[index] = performance.now() - began;
                statuses[status] = (statuses[status] ?? 0) + 1;
                post();
              },
              reject,
            );
          };
          post();
        }),
    ),
  );
  const result = summary(firstMs);
  for (const connection of connections) connection.close();
  return result;
}

async function open(count: number, perSecond: number): Promise<LoadResult> {
  statuses = {};
  const idle = await openConnections(count);
  const all = [...idle];
  const firstMs = wallMs();
  const began = performance.now();
  const dueAt = (index: number) => began + (index * 1_000) / perSecond;
  let due = 0;
  let sent = 0;
  let answered = 0;
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      while (sent < due) {
        const connection = idle.pop();
        if (connection === undefined) return;
        const index = sent++;
        connection.send(
          requests[index] ?? Buffer.alloc(0),
          (status) => {
            latencies[index] = performance.now() - dueAt(index);
            statuses[status] = (statuses[status] ?? 0) + 1;
            idle.push(connection);
            answered++;
            if (answered === requests.length) resolve();
            else leave();
          },
          reject,
        );
      }
    };
    const tick = () => {
      due = Math.min(requests.length, Math.floor(((performance.now() - began) * perSecond) / 1_000) + 1);
      leave();
      if (due < requests.length) setTimeout(tick, 1);
    };
    tick();
  });
  const result = summary(firstMs);
  for (const connection of all) connection.close();
  return result;
}

const commands: LoadCommands = {
  deliveries: async ({ url, plan }) => take(url, prepareDeliveries(plan, new URL(url).host)),
  sends: async ({ url, plan }) => take(url, prepareSends(plan, new URL(url).host)),
  closed: ({ connections }) => closed(connections),
  open: ({ connections, perSecond }) => open(connections, perSecond),
};
serveCommands(commands);
