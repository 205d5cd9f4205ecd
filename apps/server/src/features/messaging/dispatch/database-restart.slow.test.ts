// @module-tag data
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites } from '../../../testing/inbox.ts';
import { type OwnPostgres, ownPostgres } from '../../../testing/own-postgres.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { sendSteadily, sendsOf } from '../../../testing/steady-sends.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

let postgres: OwnPostgres;
let world: World;
beforeAll(async () => {
  postgres = await ownPostgres();
  world = await testWorld({ templateUrl: postgres.templateUrl, withOtherAccounts: true });
});
afterAll(async () => {
  await world.close();
  await postgres.close();
});

test('after a restart of the database a server goes on with its channels without waiting for its own leases', async () => {
  const threads = await Promise.all(Array.from({ length: 10 }, () => customerWrites(world, freshPhone())));
  const steady = sendSteadily(world, threads);
  try {
    await until(async () => (await sendsOf(world)).length >= 40);
    await postgres.stop();
    // Too long for the lease to be given back.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await postgres.start();
    const before = (await sendsOf(world)).length;
    // The lease of before the restart lasts longer.
    await until(async () => (await sendsOf(world)).length > before + 20, 15_000);
  } finally {
    await steady.stop();
  }
  const sent = await steady.stop();
  await until(async () => {
    const taken = new Set((await sendsOf(world)).map(({ opaque }) => opaque));
    return [...sent.values()].flat().every((id) => taken.has(id));
  });
  const entries = await sendsOf(world);
  for (const [phone, ids] of sent)
    expect(
      entries.filter((entry) => entry.phone === phone).map(({ opaque }) => opaque),
      phone,
    ).toEqual(ids);
});
