// @module-tag data
import type { Thread } from '@parley/contract/types';
import type { SendRecord } from '@parley/whatsapp-simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { customerWrites, textBody } from '../../../testing/inbox.ts';
import { type OwnPostgres, ownPostgres } from '../../../testing/own-postgres.ts';
import { freshPhone } from '../../../testing/phones.ts';
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

const book = async () => (await world.phone<{ data: SendRecord[] }>('GET', '/books?limit=10000')).data;

/** Sends 20 messages a second until stopped, each again until it is answered, like a browser. @returns ids by phone */
function sendSteadily(threads: readonly Thread[]): { stop(): Promise<Map<string, string[]>> } {
  const sent = new Map(threads.map((thread) => [thread.contact.phone_number ?? '', [] as string[]]));
  let stopped = false;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50 * threads.length));
  const running = threads.map(async (thread) => {
    while (!stopped) {
      const body = { ...textBody(thread, 'steady'), id: newId() };
      sent.get(thread.contact.phone_number ?? '')?.push(body.id);
      while ((await world.api('POST /api/messages', { body })).status >= 500) await pause();
      await pause();
    }
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
      return sent;
    },
  };
}

test('after a restart of the database a server goes on with its channels without waiting for its own leases', async () => {
  const threads = await Promise.all(Array.from({ length: 10 }, () => customerWrites(world, freshPhone())));
  const steady = sendSteadily(threads);
  try {
    await until(async () => (await book()).length >= 40);
    await postgres.stop();
    // Too long for the lease to be given back.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await postgres.start();
    const before = (await book()).length;
    // The lease of before the restart lasts longer.
    await until(async () => (await book()).length > before + 20, 10_000);
  } finally {
    await steady.stop();
  }
  const sent = await steady.stop();
  await until(async () => {
    const taken = new Set((await book()).map(({ opaque }) => opaque));
    return [...sent.values()].flat().every((id) => taken.has(id));
  });
  const entries = await book();
  for (const [phone, ids] of sent)
    expect(
      entries.filter((entry) => entry.phone === phone).map(({ opaque }) => opaque),
      phone,
    ).toEqual(ids);
});
