/**
 * Many screens of one account, in a separate process: connects them, posts messages, and measures when the last one
 * received them.
 */
import { WebSocket } from 'ws';
import { serveCommands, wallMs } from '../harness/worker.ts';
import { Connection } from './connection.ts';
import { type DeliveryPlan, prepareDeliveries } from './deliveries.ts';

/**
 * `parley`: signed in, gets pages of changes. `bare`: gets bodies. `rooms`: uses socket.io's protocol. `parse`: a live
 * query of parse-server.
 */
export type ScreenKind = 'parley' | 'bare' | 'rooms' | 'parse';

export type ScreenCommands = {
  connect(input: { kind: ScreenKind; url: string; count: number; tokens: string[] }): Promise<void>;
  /** One message at a time: from writing the request until the last screen has it. Milliseconds. */
  oneByOne(input: { plan: DeliveryPlan; pauseMs: number }): Promise<{ p50: number; p95: number }>;
  /** All as fast as they are answered: until every screen has every message. */
  flood(input: {
    plan: DeliveryPlan;
    connections: number;
  }): Promise<{ elapsedMs: number; frames: number; missing: number }>;
  disconnect(input: null): Promise<void>;
};

type Listener = (screen: number, frame: Buffer) => void;

let sockets: WebSocket[] = [];
let address = '';
let listener: Listener = () => undefined;
let kind: ScreenKind = 'bare';

async function connect(input: { kind: ScreenKind; url: string; count: number; tokens: string[] }): Promise<void> {
  kind = input.kind;
  address = input.url;
  const path = { parley: '/api/sync', bare: '/', rooms: '/socket.io/?EIO=4&transport=websocket', parse: '/' }[kind];
  sockets = [];
  // In batches: a thousand handshakes at once would be a separate measurement.
  for (let from = 0; from < input.count; from += 50) {
    const some = Array.from({ length: Math.min(50, input.count - from) }, (_, n) => {
      const token = input.tokens[(from + n) % input.tokens.length] ?? '';
      return open(path, token, from + n);
    });
    sockets.push(...(await Promise.all(some)));
  }
}

async function open(path: string, token: string, screen: number): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`, { perMessageDeflate: false });
  const ready = Promise.withResolvers<void>();
  socket.on('error', ready.reject);
  socket.on('close', (code) => ready.reject(new Error(`the connection of a screen was closed: ${code}`)));
  socket.on('open', () => {
    if (kind === 'parley') socket.send(JSON.stringify({ type: 'auth', token, cursor: null }));
    if (kind === 'parse') socket.send(JSON.stringify({ op: 'connect', applicationId: 'bench' }));
    if (kind === 'bare') ready.resolve();
  });
  socket.on('message', (data) => {
    const frame = data as Buffer;
    if (kind === 'parley' && frame.includes('"type":"welcome"')) ready.resolve();
    else if (kind === 'rooms' && frame[0] === 0x30) socket.send('40');
    else if (kind === 'rooms' && frame[0] === 0x32) socket.send('3');
    else if (kind === 'rooms' && frame.subarray(0, 2).equals(joined)) ready.resolve();
    else if (kind === 'parse' && frame.includes('"op":"connected"')) socket.send(subscription);
    else if (kind === 'parse' && frame.includes('"op":"subscribed"')) ready.resolve();
    else if (kind !== 'parley' || frame.includes('"type":"changes"')) listener(screen, frame);
  });
  await ready.promise;
  return socket;
}

/** socket.io's confirmation of the connection to the namespace. */
const joined = Buffer.from('40');

const subscription = JSON.stringify({
  ...{ op: 'subscribe', requestId: 1 },
  query: { className: 'deliveries', where: {} },
});

function post(connection: Connection, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.send(
      request,
      (status) => (status === 200 ? resolve() : reject(new Error(`answered ${status}`))),
      reject,
    );
  });
}

/** The message id in a request, which every frame about it contains. */
function idIn(request: Buffer): string {
  return /wamid\.HBgM[A-Za-z0-9]+/.exec(request.toString('latin1'))?.[0] ?? '';
}

async function oneByOne(plan: DeliveryPlan, pauseMs: number): Promise<{ p50: number; p95: number }> {
  const { hostname, port, host } = new URL(address);
  const connection = await Connection.open(hostname, Number(port));
  const took: number[] = [];
  for (const request of prepareDeliveries(plan, host)) {
    const id = Buffer.from(idIn(request));
    let left = sockets.length;
    const seen = Promise.withResolvers<void>();
    listener = (_screen, frame) => {
      if (!frame.includes(id)) return;
      left--;
      if (left === 0) seen.resolve();
    };
    const began = performance.now();
    await Promise.all([post(connection, request), seen.promise]);
    took.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  connection.close();
  took.sort((left, right) => left - right);
  return { p50: took[Math.floor(took.length / 2)] ?? 0, p95: took[Math.floor(took.length * 0.95)] ?? 0 };
}

async function flood(
  plan: DeliveryPlan,
  connections: number,
): Promise<{ elapsedMs: number; frames: number; missing: number }> {
  const { hostname, port, host } = new URL(address);
  const requests = prepareDeliveries(plan, host);
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(hostname, Number(port))));
  // Every screen of an account gets the same frames, so only the first one is parsed: with the frame in which it has
  // seen every message, the others are done when they have as many.
  const frames = new Uint32Array(sockets.length);
  const wanted = new Set(requests.map(idIn));
  let framesToGet = Number.POSITIVE_INFINITY;
  let behind = sockets.length;
  const done = Promise.withResolvers<void>();
  const check = (screen: number) => {
    if (frames[screen] === framesToGet && --behind === 0) done.resolve();
  };
  listener = (screen, frame) => {
    frames[screen] = (frames[screen] ?? 0) + 1;
    if (screen !== 0) return check(screen);
    for (const id of frame.toString('latin1').match(/wamid\.HBgM[A-Za-z0-9]+/g) ?? []) wanted.delete(id);
    if (wanted.size > 0) return;
    framesToGet = frames[0] ?? 0;
    for (let other = 0; other < frames.length; other++) check(other);
  };
  const began = wallMs();
  let next = 0;
  const posting = all.map(async (connection) => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++])
      await post(connection, request);
  });
  await Promise.all(posting);
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, 30_000));
  await Promise.race([done.promise, timeout]);
  const elapsedMs = wallMs() - began;
  for (const connection of all) connection.close();
  return { elapsedMs, frames: frames[0] ?? 0, missing: wanted.size + behind };
}

const commands: ScreenCommands = {
  connect,
  oneByOne: ({ plan, pauseMs }) => oneByOne(plan, pauseMs),
  flood: ({ plan, connections }) => flood(plan, connections),
  async disconnect() {
    listener = () => undefined;
    for (const socket of sockets) socket.terminate();
    sockets = [];
  },
};
serveCommands(commands);
