import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headOf, type RawCall, rawCall } from '../../testing/raw-http.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

const mebibyte = 1_048_576;
const json = { 'content-type': 'application/json' };
const signature = `sha256=${'0'.repeat(64)}`;

let world: World;
const calls: RawCall[] = [];

beforeAll(async () => {
  world = await testWorld({ env: { CONNECTIONS_PER_ADDRESS: '700', TRUSTED_PROXY: '127.0.0.2' } });
  world.server.app.http.server.on('connection', (socket: Socket) => {
    taken.add(socket);
    socket.once('close', () => taken.delete(socket));
  });
});
afterAll(async () => {
  for (const { socket } of calls) socket.destroy();
  await world.close();
});

async function open(text: string, ...more: Uint8Array[]): Promise<RawCall> {
  const call = await rawCall(world.server.url, text, ...more);
  calls.push(call);
  return call;
}

/** The header of a delivery whose body follows. */
const delivery = (bytes: number) =>
  headOf(`POST /webhooks/whatsapp/${world.channelId}`, {
    ...json,
    'x-hub-signature-256': signature,
    'content-length': String(bytes),
  });

/** Bytes that the server took of each open connection; the rest of what was sent waits outside of its memory. */
const taken = new Set<Socket>();
const takenBytes = () => [...taken].reduce((sum, { bytesRead }) => sum + bytesRead, 0);

/** Withholds the last byte of many bodies. @returns the most bytes that the server held at once */
async function stall(calls: number, head: string, body: Buffer) {
  let most = 0;
  const stalled = await Promise.all(Array.from({ length: calls }, () => open(head, body)));
  await until(async () => {
    most = Math.max(most, takenBytes());
    return stalled.every((call) => call.isClosed());
  }, 240_000);
  await until(async () => takenBytes() === 0);
  return { most, statuses: stalled.map((call) => call.status()) };
}

describe('incomplete bodies', () => {
  test('400 of 4 MB without the last byte are held in small part and are ended', async () => {
    const { most, statuses } = await stall(400, delivery(4 * mebibyte), Buffer.alloc(4 * mebibyte - 1, 0x20));
    expect(most).toBeLessThan(64 * mebibyte);
    expect(statuses).not.toContain(200);
  }, 300_000);

  test('sent in a trickle are ended with an error of their own', async () => {
    const call = await open(delivery(mebibyte), Buffer.alloc(100));
    const drip = setInterval(() => call.socket.write(' '), 200);
    await until(async () => call.isClosed());
    clearInterval(drip);
    expect(call.status()).toBe(408);
    expect(call.answer()).toContain('"code":"request_timeout"');
  });

  test('an upload that proceeds slowly is accepted', async () => {
    const bytes = Buffer.alloc(70_000, 'Kestrel bicycles. ');
    const head = headOf('POST /api/media', {
      authorization: `Bearer ${world.token}`,
      'content-type': 'text/plain',
      'content-length': String(bytes.length),
    });
    const call = await open(head);
    // Longer than one interval of the limit, with a little more than the required bytes: 2,500 a second by the clock,
    // because a pause takes longer on a busy machine.
    const began = performance.now();
    for (let sent = 0; sent < bytes.length; ) {
      const next = Math.floor((performance.now() - began + 600) * 2.5);
      call.socket.write(bytes.subarray(sent, next));
      sent = next;
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    await until(async () => call.status() !== undefined);
    expect(call.status()).toBe(201);
  });

  test('a large file must come with 8 kB a second: a slow phone’s is accepted, one that dawdles is ended', async () => {
    const bytes = Buffer.alloc(1_500_000, 'Kestrel bicycles. ');
    const head = headOf('POST /api/media', {
      authorization: `Bearer ${world.token}`,
      'content-type': 'text/plain',
      'content-length': String(bytes.length),
    });
    const began = performance.now();
    /** By the clock, because a pause takes longer on a busy machine. */
    const drip = async (call: RawCall, bytesPerMs: number) => {
      for (let sent = 0; sent < bytes.length && call.status() === undefined; ) {
        const next = Math.floor((performance.now() - began + 500) * bytesPerMs);
        call.socket.write(bytes.subarray(sent, next));
        sent = next;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return until(async () => call.status());
    };
    const [phone, dawdler] = [await open(head), await open(head)];
    expect(await Promise.all([drip(phone, 20), drip(dawdler, 5)])).toEqual([201, 408]);
  }, 200_000);

  test('incomplete headers time out', async () => {
    const call = await open('GET /api/threads HTTP/1.1\r\nhost: parley.test\r\n');
    await until(async () => call.isClosed());
    expect(call.status()).toBe(408);
    expect(call.answer()).toContain('"code":"request_timeout"');
  });

  test.each([
    ['that are not HTTP', 'Hello\r\n\r\n', 400],
    ['that are too long', `GET /api/threads HTTP/1.1\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('headers %s get the same kind of error', async (_name, text, status) => {
    const call = await open(text);
    await until(async () => call.isClosed());
    expect(call.status()).toBe(status);
    expect(call.answer()).toContain('"code":"bad_request"');
  });
});

describe('no byte of a body is read', () => {
  const withheld = { ...json, 'content-length': String(4 * mebibyte) };

  test.each([
    ['without a signature', () => `POST /webhooks/whatsapp/${world.channelId}`, {}, 401],
    [
      'with what is no signature',
      () => `POST /webhooks/whatsapp/${world.channelId}`,
      { 'x-hub-signature-256': 'sha256=x' },
      401,
    ],
    [
      'for a channel that is not there',
      () => `POST /webhooks/whatsapp/${randomUUID()}`,
      { 'x-hub-signature-256': signature },
      404,
    ],
    ['of an adapter that is not there', () => `POST /webhooks/session/${randomUUID()}`, {}, 404],
    ['without a token', () => 'POST /api/messages', {}, 401],
    ['with a token that is no token', () => 'POST /api/segments', { authorization: 'Bearer x' }, 401],
    ['of a file without a token', () => 'POST /api/media', {}, 401],
  ])('%s', async (_name, request, headers, status) => {
    const call = await open(headOf(request(), { ...withheld, ...headers }), Buffer.alloc(1_000, 0x20));
    await until(async () => call.status() !== undefined);
    expect(call.status()).toBe(status);
  });

  test('of an oversized body from an unauthenticated caller', async () => {
    const call = await open(headOf('POST /api/auth/sign-in', { ...json, 'content-length': '16385' }));
    await until(async () => call.status() !== undefined);
    expect(call.status()).toBe(413);
  });
});

describe('connections of one address', () => {
  test('over their number close the oldest with an incomplete request; others are served', async () => {
    const silent = await Promise.all(Array.from({ length: 720 }, () => open('')));
    const answer = await fetch(`${world.server.url}/healthz`);
    expect(answer.status).toBe(200);
    await until(async () => silent.filter((call) => call.isClosed()).length >= 20);
    for (const { socket } of silent) socket.destroy();
  });

  test('are counted per caller behind a trusted proxy', async () => {
    const behind = await testWorld({ env: { CONNECTIONS_PER_ADDRESS: '10', TRUSTED_PROXY: 'loopback' } });
    const head = (from: string) =>
      headOf('POST /api/auth/sign-in', { ...json, 'x-forwarded-for': from, 'content-length': '100' });
    const openCalls: RawCall[] = [];
    const callFrom = async (from: string) => {
      const call = await rawCall(behind.server.url, head(from));
      openCalls.push(call);
      return call;
    };
    try {
      for (let n = 0; n < 10; n++) await callFrom('203.0.113.1');
      const refused = await until(async () => {
        const call = await callFrom('203.0.113.1');
        return new Promise<RawCall | null>((resolve) => {
          call.socket.once('data', () => resolve(call));
          call.socket.once('close', () => resolve(null));
        });
      });
      expect(refused.status()).toBe(429);
      expect(refused.answer().toLowerCase()).toContain('retry-after: 1');
      const other = await fetch(`${behind.server.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.2' } });
      expect(other.status).toBe(200);
    } finally {
      for (const { socket } of openCalls) socket.destroy();
      await behind.close();
    }
  });
});
