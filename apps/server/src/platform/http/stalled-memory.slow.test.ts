import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headOf, type RawCall, rawCall } from '../../testing/raw-http.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

const mebibyte = 1_048_576;
let world: World;
const calls: RawCall[] = [];

beforeAll(async () => {
  world = await testWorld({ env: { CONNECTIONS_PER_ADDRESS: '700' } });
});
afterAll(async () => {
  for (const { socket } of calls) socket.destroy();
  await world.close();
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Bytes of buffers that are still referenced. V8 frees dropped buffers on a separate thread, which a busy machine
 * delays; the second collection waits until that is done.
 */
function bufferBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Withholds the last byte of many bodies. */
async function stall(count: number, head: string, body: Buffer): Promise<void> {
  const before = bufferBytes();
  let most = 0;
  const stalled = await Promise.all(Array.from({ length: count }, () => rawCall(world.server.url, head, body)));
  calls.push(...stalled);
  await until(async () => {
    most = Math.max(most, bufferBytes() - before);
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // The server under test shares this thread with the collector.
    return stalled.every((call) => call.isClosed());
  }, 240_000);
  // A few dozen in fact. Ten times that is less than all that was sent.
  expect(most).toBeLessThan(640 * mebibyte);
  expect(stalled.map((call) => call.status())).not.toContain(200);
  await until(async () => bufferBytes() - before < 80 * mebibyte);
}

test('400 bodies of 4 MB without the last byte take little memory and are ended', async () => {
  const head = headOf(`POST /webhooks/whatsapp/${world.channelId}`, {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
    'content-length': String(4 * mebibyte),
  });
  await stall(400, head, Buffer.alloc(4 * mebibyte - 1, 0x20));
}, 300_000);

test('100 of 8 MB of an import file do the same, from a signed-in user', async () => {
  const { body } = await world.api('POST /api/imports', { body: { name: 'contacts.csv' } });
  const head = headOf(`PUT /api/imports/${body.id}/content?offset=0`, {
    authorization: `Bearer ${world.token}`,
    'content-type': 'text/csv',
    'content-length': String(8 * mebibyte),
  });
  await stall(100, head, Buffer.alloc(8 * mebibyte - 1, 0x20));
}, 300_000);
