import type { Change, Message, Thread } from '@parley/contract/types';
import { statusOfOurs } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites, getMessage, insertOutgoing, untilApplied } from '../../testing/inbox.ts';
import { openSyncConnection, type SyncConnection } from '../../testing/sync-connection.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../testing/world.ts';

let world: World;
let thread: Thread;
beforeAll(async () => {
  world = await testWorld();
  thread = await customerWrites(world);
  await world.api('PUT /api/channels/{id}', { params: { id: world.channelId }, body: { state: 'PAUSED' } });
});
afterAll(() => world.close());

const german = 'WhatsApp kann an diese Nummer nicht zustellen';

async function failOne(): Promise<{ id: string; english: string }> {
  const id = await insertOutgoing(world, thread);
  const errors = [{ code: 131_026, title: 'Message undeliverable' }];
  const failed = { id: freshWamid(), status: 'failed', recipient: '447700900118', timestampS: nowS(), messageId: id };
  await world.deliver({ statuses: [statusOfOurs({ ...failed, status: 'failed', errors })] });
  await untilApplied(world.server.owner);
  return { id, english: (await getMessage(world, id)).error?.message ?? '' };
}

const reasonIn = (changes: readonly Change[], id: string) =>
  changes
    .map((change) => (change.id === id ? (change.data as Message | null)?.error?.message : undefined))
    .find(Boolean);

async function reader(language?: string): Promise<SyncConnection> {
  const live = await openSyncConnection(world.server.url);
  live.send({ type: 'auth', token: world.token, cursor: null, ...(language === undefined ? {} : { language }) });
  await live.next('welcome');
  return live;
}

test('the reason of a failure comes in the language of each page, also after it changed', async () => {
  const readers = [await reader(), await reader('de'), await reader('de'), await reader('fr')];
  const reasons = (id: string) =>
    until(async () => {
      const found = readers.map((live) => reasonIn(live.changes(), id));
      return found.every((reason) => reason !== undefined) && found;
    });
  const first = await failOne();
  expect(first.english).not.toBe('');
  expect(await reasons(first.id)).toEqual([first.english, german, german, first.english]);
  readers[0]?.send({ type: 'token', token: world.token, language: 'de-AT' });
  readers[1]?.send({ type: 'token', token: world.token, language: 'en' });
  const second = await failOne();
  expect(await reasons(second.id)).toEqual([german, second.english, german, second.english]);
  for (const live of readers) live.close();
});

test('the long poll says it in the language of its caller', async () => {
  const ask = async (url: string) =>
    (
      await world.server.app.http.inject({
        url,
        headers: { authorization: `Bearer ${world.token}`, 'accept-language': 'de-DE,de;q=0.9' },
      })
    ).json();
  const { cursor } = await ask('/api/sync/poll');
  const { id } = await failOne();
  const { changes } = await ask(`/api/sync/poll?cursor=${cursor}&timeout=5`);
  expect(reasonIn(changes, id)).toBe(german);
});
