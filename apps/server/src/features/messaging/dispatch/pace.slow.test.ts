// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { serverBeside, type TestServer } from '../../../testing/server.ts';
import { sendsOf } from '../../../testing/steady-sends.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

let world: World;
let workers: TestServer[];
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true, env: { ROLE: 'api' } });
  const { platform } = world.server;
  const place = { ...world.server, platform: { ...platform, config: { ...platform.config, ROLE: 'worker' as const } } };
  workers = [await serverBeside(place), await serverBeside(place)];
});
afterAll(async () => {
  for (const worker of workers) await worker.close();
  await world.close();
});

/** The most that arrive in any second, milliseconds sorted. */
function mostInASecond(arrivals: readonly number[]): number {
  let from = 0;
  let most = 0;
  for (const [index, at] of arrivals.entries()) {
    while (at - (arrivals[from] ?? at) >= 1_000) from++;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

// https://developers.facebook.com/docs/whatsapp/cloud-api/overview#throughput
test('no second brings more messages of a number to WhatsApp than it allows, also when another process goes on', async () => {
  const threads = await Promise.all(Array.from({ length: 150 }, () => customerWrites(world, freshPhone())));
  const setState = (state: 'ACTIVE' | 'PAUSED') =>
    world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state } });
  await setState('PAUSED');
  for (let n = 0; n < 4; n++)
    await Promise.all(
      threads.map((thread) => world.api('POST /api/messages', { body: textBody(thread, `message ${n}`) })),
    );
  await setState('ACTIVE');
  await until(async () => (await sendsOf(world)).length >= 250);
  const [lease] = await queryAsOwner<{ process_id: number }>(
    world.server.owner,
    'select process_id from channel_leases',
  );
  const sends = workers.find(({ platform }) => platform.serverProcess.id === lease?.process_id);
  await sends?.close();
  workers = workers.filter((worker) => worker !== sends);
  await until(async () => (await sendsOf(world)).length === 600);
  const arrivals = (await sendsOf(world)).map(({ accepted_at }) => Date.parse(accepted_at)).sort((a, b) => a - b);
  expect(mostInASecond(arrivals)).toBeLessThanOrEqual(80);
});
