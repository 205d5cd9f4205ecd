// @module-tag data
import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { serverBeside } from '../../../testing/server.ts';
import { freshWamid, nowS, testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true, env: { ROLE: 'api' } });
});
afterAll(() => world.close());

test('a worker that missed the notification of a delivery applies it at its next poll', async () => {
  const timestampS = nowS();
  const value = textFromCustomer({ id: freshWamid(), from: freshPhone(), body: 'Hello', name: 'Amara', timestampS });
  expect(await world.deliver(value)).toBe(200);
  const { config } = world.server.platform;
  const platform = { ...world.server.platform, config: { ...config, ROLE: 'worker' as const } };
  const worker = await serverBeside({ ...world.server, platform });
  try {
    await untilApplied(world.server.owner, 15_000);
  } finally {
    await worker.close();
  }
});
