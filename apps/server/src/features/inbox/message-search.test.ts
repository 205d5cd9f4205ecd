import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../platform/db/sql.ts';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { addMember, createSession, createUser } from '../../testing/users.ts';
import { testWorld, type World } from '../../testing/world.ts';

const texts = {
  latin: 'Could you straighten the dérailleur hanger? 50% of it',
  arabic: 'متى يمكنني استلام الدراجة؟',
  devanagari: 'क्या साइकिल तैयार है?',
  japanese: '自転車の修理をお願いします',
};

let world: World;
const threads: Record<string, string> = {};
beforeAll(async () => {
  world = await testWorld();
  let phone = 447700940000;
  for (const [name, text] of Object.entries(texts)) {
    phone += 1;
    threads[name] = (await customerWrites(world, String(phone), text)).id;
  }
});
afterAll(() => world.close());

const search = async (q: string, thread_id?: string) =>
  (await world.api('GET /api/messages/search', { query: { q, ...(thread_id === undefined ? {} : { thread_id }) } }))
    .body;

describe('finds a message by part of its text', () => {
  test.each([
    ['latin', 'DERAILLEUR'],
    ['latin', '50% of'],
    ['arabic', 'الدراجة'],
    ['devanagari', 'साइकिल'],
    ['japanese', '自転車の'],
    ['japanese', '修理'],
  ])('%s: %s', async (name, q) => {
    const found = await search(q);
    expect(found.data.map(({ thread_id }) => thread_id)).toEqual([threads[name]]);
    expect(found.data[0]?.text).toBe(texts[name as keyof typeof texts]);
    expect(found.threads.map(({ id }) => id)).toEqual([threads[name]]);
  });

  test('signs of patterns stand for themselves, and one conversation can be searched alone', async () => {
    expect((await search('5_%')).data).toEqual([]);
    expect((await search('hanger', threads['arabic'])).data).toEqual([]);
    expect((await search('hanger', threads['latin'])).data).toHaveLength(1);
  });
});

test('a member finds only messages of conversations that they see, and another account finds none', async () => {
  const { owner, platform } = world.server;
  const dana = await createUser(owner, 'Dana Weber');
  await addMember(owner, world.clientId, dana, 'User');
  await queryAsOwner(
    owner,
    `update client_users set restrictions = '{"only_assigned": true}' where client_id = $1 and user_id = $2`,
    [world.clientId, dana.uid],
  );
  const auth = await (await import('../../platform/auth/authenticate.ts')).createAuth(platform);
  const sid = await createSession(owner, dana.uid);
  const account = { clientId: world.clientId, role: 'User' as const };
  const api = world.apiAs(await auth.idTokens.sign({ uid: dana.uid, sid, account }));
  const find = async () => (await api('GET /api/messages/search', { query: { q: 'hanger' } })).body.data.length;
  expect(await find()).toBe(0);
  await world.api('PUT /api/threads/{id}', { params: { id: threads['latin'] ?? '' }, body: { assignee_id: dana.uid } });
  expect(await find()).toBe(1);

  const stranger = await createUser(owner, 'Sam Stranger');
  const outside = await auth.idTokens.sign({ uid: stranger.uid, sid: stranger.sid, account: null });
  const theirs = await world.apiAs(outside)('POST /api/clients', {
    body: { name: 'Elsewhere', country: 'GB', time_zone: 'Europe/London' },
  });
  const token = await auth.idTokens.sign({
    uid: stranger.uid,
    sid: stranger.sid,
    account: { clientId: theirs.body.client_id, role: 'Owner' },
  });
  expect((await world.apiAs(token)('GET /api/messages/search', { query: { q: 'hanger' } })).body.data).toEqual([]);
  const otherThreads = statement(
    'testing.search_elsewhere',
    'select id from find_messages($1, $2, null, null, null, null, 10, 10)',
  );
  await expect(
    platform.db.withTenant(theirs.body.client_id, (tx) => tx.rows(otherThreads, [world.clientId, '%hanger%'])),
  ).rejects.toThrow('another account');
});

test('rare texts are found through the index, however many newer messages there are', async () => {
  const { owner } = world.server;
  const [message] = await queryAsOwner<{ contact_id: string }>(owner, 'select contact_id from threads where id = $1', [
    threads['latin'],
  ]);
  await queryAsOwner(
    owner,
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
       created_by, "timestamp", sort_at)
     select $1, ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, $3, $4, 'INCOMING', 'INBOX', 'WEBHOOK', 'text', 2,
       jsonb_build_object('body', 'Message number ' || n), 'webhook', now(), now() from generate_series(1, 8000) n`,
    [world.clientId, threads['latin'], world.channelId, message?.contact_id],
  );
  await queryAsOwner(owner, 'analyze messages');
  expect((await search('dérailleur')).data).toHaveLength(1);
  expect((await search('number')).data).toHaveLength(20);
  // Frequent words beside a rare one, a rare number beside a frequent word, and signs of patterns in each.
  expect((await search('the dérailleur hanger')).data).toHaveLength(1);
  expect((await search('message number 4242')).data.map(({ text }) => text)).toEqual(['Message number 4242']);
  expect((await search('number 7_7')).data).toEqual([]);
  expect((await search('hanger? 50% of it')).data).toHaveLength(1);
  expect((await search('hanger? 50% of them')).data).toEqual([]);
  expect((await search('dérailleur', threads['latin'])).data).toHaveLength(1);
  expect((await search('dérailleur', threads['arabic'])).data).toEqual([]);
  const plan = await queryAsOwner<{ 'QUERY PLAN': string }>(
    owner,
    `explain select id from messages where client_id = '${world.clientId}' and message_search_text(content) like '%derailleur%'`,
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('messages_fragments');
});
