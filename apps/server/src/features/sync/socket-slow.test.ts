import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, textInto } from '../../testing/inbox.ts';
import { signInLive } from '../../testing/live.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

test('a reader that does not read is closed with 4408; the others get everything', async () => {
  const thread = await customerWrites(world);
  const [slow, quick] = [
    await signInLive(world.server.url, world.token),
    await signInLive(world.server.url, world.token),
  ];
  slow.socket.pause();
  const body = 'x'.repeat(4_000);
  const sent: string[] = [];
  // What the network itself holds for a reader differs from machine to machine: twenty megabytes are past all of it.
  while (sent.length < 4_000)
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const answer = await world.api('POST /api/messages', { body: textInto(thread, body) });
        sent.push(answer.body.id);
      }),
    );
  const got = () => new Set(quick.changes().map((change) => change.id));
  await until(async () => got().size > sent.length, 60_000);
  expect(sent.filter((id) => !got().has(id))).toEqual([]);
  slow.socket.resume();
  expect((await slow.closed).code).toBe(4408);
  const next = await world.api('POST /api/messages', { body: textInto(thread, 'afterwards') });
  await until(async () => got().has(next.body.id));
  quick.close();
}, 180_000);
