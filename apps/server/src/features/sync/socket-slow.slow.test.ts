import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, textBody } from '../../testing/inbox.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  // Thousands of messages in a moment, which a rate limit would spread.
  world = await testWorld({ env: { CALLS_PER_SECOND: '0', ACCOUNT_CALLS_PER_SECOND: '0' } });
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

test('a client that does not read is closed with 4408; the others get everything', async () => {
  const thread = await customerWrites(world);
  const [slow, quick] = [
    await signInSyncConnection(world.server.url, world.token),
    await signInSyncConnection(world.server.url, world.token),
  ];
  slow.socket.pause();
  const body = 'x'.repeat(4_000);
  const sent: string[] = [];
  // Network buffers differ from machine to machine: twenty megabytes exceed all of them.
  while (sent.length < 4_000)
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const answer = await world.api('POST /api/messages', { body: textBody(thread, body) });
        sent.push(answer.body.id);
      }),
    );
  const got = () => new Set(quick.changes().map((change) => change.id));
  await until(async () => got().size > sent.length, 60_000);
  expect(sent.filter((id) => !got().has(id))).toEqual([]);
  slow.socket.resume();
  expect((await slow.closed).code).toBe(4408);
  const next = await world.api('POST /api/messages', { body: textBody(thread, 'afterwards') });
  await until(async () => got().has(next.body.id));
  quick.close();
}, 180_000);
