import type { ServerFrame } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRoleNames } from '../../platform/db/roles-repo.ts';
import { createSharedNotifier, type Notifier } from '../../platform/notifier.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/world.ts';
import { createPresence, type Presence } from './presence.ts';

let database: TestDatabase;
const notifiers: Notifier[] = [];
const open: Presence[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  for (const presence of open) presence.close();
  for (const notifier of notifiers) await notifier.close();
  await database.close();
});

/** The presence of one process. */
async function processPresence(timings = { repeatMs: 100, forgetMs: 1_000 }) {
  const { owner, platform } = database;
  const { system: user } = await findRoleNames(owner);
  const parts = { host: owner.host, port: owner.port, database: owner.database ?? '', user };
  const notifier = await createSharedNotifier(parts, platform.log);
  notifiers.push(notifier);
  const presence = createPresence(notifier, timings);
  open.push(presence);
  return { presence, notifier };
}

const thread = crypto.randomUUID();
const [dana, account] = [crypto.randomUUID(), crypto.randomUUID()];

function watching(presence: Presence, connection: object): string[] {
  const states: string[] = [];
  const send = (frame: ServerFrame) => {
    if (frame.type === 'presence') states.push(`${frame.user_id === dana ? 'dana' : 'somebody'} ${frame.state}`);
  };
  presence.watch(connection, account, new Set([`presence:${thread}`]), send);
  return states;
}

test('members see each other through any process, also those who come later, and nobody stays after a process died', async () => {
  const [one, two] = [await processPresence(), await processPresence()];
  const seen = watching(two.presence, {});
  const connection = {};
  one.presence.set(connection, account, thread, dana, 'viewing');
  one.presence.set(connection, account, thread, dana, 'typing');
  await until(async () => seen.at(-1) === 'dana typing');
  // Repetitions are not told again.
  const told = seen.length;
  // A process that starts later knows who is there.
  const three = await processPresence();
  await until(async () => watching(three.presence, {}).includes('dana typing'));
  expect(seen).toHaveLength(told);

  one.presence.leave(connection, account, dana);
  await until(async () => seen.at(-1) === 'dana away');
  one.presence.set(connection, account, thread, dana, 'viewing');
  await until(async () => seen.at(-1) === 'dana viewing');
  // It ends without a word.
  one.presence.close();
  await one.notifier.close();
  notifiers.splice(notifiers.indexOf(one.notifier), 1);
  await until(async () => seen.at(-1) === 'dana away');
});
