import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { addMember, createSession, createUser } from '../../testing/users.ts';
import { testWorld, type World } from '../../testing/world.ts';

const texts = {
  latin: 'Could you straighten the dérailleur hanger? 50% of it, ticket 4242',
  arabic: 'متى يمكنني استلام الدراجة؟',
  devanagari: 'क्या साइकिल तैयार है?',
  japanese: '自転車の修理をお願いします',
  chinese: '请问什么时候可以取车？谢谢',
  korean: '자전거 수리 언제 끝나요?',
  vowels: 'السيد أَحْمَد فُؤَاد',
  lines: 'Please collect the\nsaddlebag\n\ntomorrow at xv',
  long: `${'a story without end '.repeat(3_000)}and then the odometer`,
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
    ['chinese', '取车'],
    ['korean', '수리'],
    ['vowels', 'احمد فواد'],
    ['lines', 'the saddlebag tomorrow'],
    ['lines', 'xv'],
    ['chinese', '谢'],
  ])('%s: %s', async (name, q) => {
    const found = await search(q);
    expect(found.data.map(({ thread_id }) => thread_id)).toEqual([threads[name]]);
    expect(found.data[0]?.text).toBe(texts[name as keyof typeof texts]);
    expect(found.threads.map(({ id }) => id)).toEqual([threads[name]]);
  });

  test('also where it stands after 4,096 characters, with what is around it', async () => {
    const found = await search('odometer');
    expect(found.data.map(({ thread_id }) => thread_id)).toEqual([threads['long']]);
    expect(found.data[0]?.text).toMatch(/^….*and then the odometer$/);
    expect((await inConversation('long', 'ODOMETER')).length).toBe(1);
  });

  test('by the name of a file', async () => {
    await queryAsOwner(
      world.server.owner,
      `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
         created_by, "timestamp", sort_at)
       select client_id, $2, id, channel_id, contact_id, 'INCOMING', 'INBOX', 'WEBHOOK', 'document', 2,
         '{"filename": "Offer_2026-gearbox.pdf"}', 'webhook', now(), now() from threads where id = $1`,
      [threads['latin'], newId()],
    );
    expect((await search('gearbox.pdf')).data.map(({ thread_id }) => thread_id)).toEqual([threads['latin']]);
    expect((await search('offer_2026')).data).toHaveLength(1);
  });

  test('in one conversation as in all', async () => {
    expect(await inConversation('latin', 'derailleur')).toHaveLength(1);
    expect(await inConversation('vowels', 'احمد')).toHaveLength(1);
    expect(await inConversation('vowels', 'محمد')).toHaveLength(0);
  });

  test('marks alone find nothing', async () => {
    expect((await search('\u064b')).data).toEqual([]);
  });

  test('signs of patterns stand for themselves, and one conversation can be searched alone', async () => {
    expect((await search('5_%')).data).toEqual([]);
    expect((await search('hanger', threads['arabic'])).data).toEqual([]);
    expect((await search('hanger', threads['latin'])).data).toHaveLength(1);
  });
});

async function inConversation(name: string, text: string) {
  const answer = await world.api('GET /api/threads/{id}/messages', {
    params: { id: threads[name] ?? '' },
    query: { search: text, limit: 20 },
  });
  return answer.body.data;
}

describe('finds a contact card', () => {
  let thread = '';
  beforeAll(async () => {
    const contacts = [
      {
        name: { formatted_name: 'Zoë Ångström', first_name: 'Zoë' },
        org: { company: 'Velodrome Ltd' },
        phones: [{ phone: '+44 7700 900 777', wa_id: '447700900777' }, { phone: '(020) 7946 0123' }],
        emails: [{ email: 'zoe@velodrome.example' }],
      },
    ];
    thread = (await customerWrites(world, '447700940100', 'Here is the card')).id;
    const answer = await world.api('POST /api/messages', {
      body: {
        id: newId(),
        channel_id: world.channelId,
        thread_id: thread,
        source: 'INBOX',
        type: 'contacts',
        contacts,
      } as never,
    });
    expect(answer.status).toBe(201);
  });

  test.each([
    'zoe angstrom',
    'velodrome ltd',
    'zoe@velodrome',
    '+44 7700 900 777',
    '07700 900777',
    '447700900777',
    '900777',
    '020 7946 0123',
    '02079460123',
  ])('by %s', async (q) => {
    const found = await search(q);
    expect(found.data.map(({ thread_id }) => thread_id)).toEqual([thread]);
    expect(found.data[0]?.text).toContain('Zoë Ångström Velodrome Ltd +44 7700 900 777');
  });
});

test('a member finds only messages of conversations that they see, and another account finds none', async () => {
  const { owner, platform } = world.server;
  const dana = await createUser(owner, 'Dana Weber');
  await addMember(owner, world.clientId, dana, 'User');
  await queryAsOwner(
    owner,
    `update client_users set restrictions = '{"only_assigned": true, "mask_phone_numbers": true}' where client_id = $1 and user_id = $2`,
    [world.clientId, dana.uid],
  );
  const auth = await (await import('../../testing/auth.ts')).createAuth(platform);
  const sid = await createSession(owner, dana.uid);
  const account = { clientId: world.clientId, role: 'User' as const };
  const api = world.apiAs(await auth.idTokens.sign({ uid: dana.uid, sid, account }));
  const find = async () => (await api('GET /api/messages/search', { query: { q: 'hanger' } })).body.data.length;
  expect(await find()).toBe(0);
  const inConversation = async (text: string) => {
    const query = { search: text, limit: 20 };
    return (await api('GET /api/threads/{id}/messages', { params: { id: threads['latin'] ?? '' }, query })).body.data;
  };
  await world.api('PUT /api/threads/{id}', { params: { id: threads['latin'] ?? '' }, body: { assignee_id: dana.uid } });
  expect(await find()).toBe(1);
  // Digits could be those of a number that the member may not see.
  expect(await inConversation('٤٢٤٢')).toEqual([]);
  expect((await search('ticket ٤٢٤٢')).data).toHaveLength(1);
  expect(await inConversation('50%')).toHaveLength(1);
  expect(await inConversation('hanger')).toHaveLength(1);

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
  // The same words in another account: with nearly all messages in this one, the index is not asked for it.
  const [other] = await queryAsOwner<{ id: string }>(owner, 'select id from clients where id <> $1', [world.clientId]);
  const ids = [other?.id, newId(), newId(), newId(), newId()];
  for (const sql of [
    `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
     select $1, $2, kind, channel_label, '4930', '4930', '4930', credentials_enc, secrets_last4 from channels
     where id = '${world.channelId}' and $3 || $4 || $5 <> ''`,
    `insert into contacts (client_id, id, name) select $1, $3, 'Elsewhere' where $2 || $4 || $5 <> ''`,
    `insert into threads (client_id, id, channel_id, contact_id) select $1, $4, $2, $3 where $5 <> ''`,
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
       created_by, "timestamp", sort_at)
     values ($1, $5, $4, $2, $3, 'INCOMING', 'INBOX', 'WEBHOOK', 'text', 2,
       '{"body": "Another dérailleur: the dérailleur hanger 取车 수리 修理"}', 'webhook', now(), now())`,
  ]) {
    await queryAsOwner(owner, sql, ids);
  }
  await queryAsOwner(owner, 'analyze messages');
  expect((await search('dérailleur')).data).toHaveLength(1);
  expect((await search('number')).data).toHaveLength(20);
  // Two letters are a word.
  for (const [name, word] of [
    ['chinese', '取车'],
    ['korean', '수리'],
    ['japanese', '修理'],
  ] as const) {
    expect(
      (await search(word)).data.map(({ thread_id }) => thread_id),
      word,
    ).toEqual([threads[name]]);
  }
  expect((await search('修车')).data).toEqual([]);
  const longest = await queryAsOwner<{ pairs: number }>(
    owner,
    `select cardinality(text_pairs($1, message_search_text(jsonb_build_object('body', repeat('取车', 32768))))) as pairs`,
    [world.clientId],
  );
  expect(longest).toEqual([{ pairs: 65_535 }]);
  // Frequent words beside a rare one, a rare number beside a frequent word, and signs of patterns in each.
  expect((await search('the dérailleur hanger')).data).toHaveLength(1);
  expect((await search('message number 4242')).data.map(({ text }) => text)).toEqual(['Message number 4242']);
  expect((await search('number 7_7')).data).toEqual([]);
  expect((await search('hanger? 50% of it')).data).toHaveLength(1);
  expect((await search('hanger? 50% of them')).data).toEqual([]);
  expect((await search('dérailleur', threads['latin'])).data).toHaveLength(1);
  expect((await search('dérailleur', threads['arabic'])).data).toEqual([]);
  const planOf = async (condition: string) => {
    const explain = `explain select id from messages where client_id = '${world.clientId}' and ${condition}`;
    return (await queryAsOwner<{ 'QUERY PLAN': string }>(owner, explain)).map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf(`message_search_text(content) like '%derailleur%'`)).toContain('messages_fragments');
  const [numbers] = await queryAsOwner<{ pairs: string[] }>(
    owner,
    `select text_pairs('00000000-0000-0000-0000-000000000001', '取车 取车取')::text[] as pairs`,
  );
  const pair = (one: string, next: string) =>
    String((1n << 42n) | (BigInt(one.codePointAt(0) ?? 0) << 21n) | BigInt(next.codePointAt(0) ?? 0));
  expect(numbers?.pairs).toEqual([pair('取', '车'), pair('取', '车'), pair('车', '取')]);
  const pairs = `text_pairs('${world.clientId}', '取车')`;
  expect(await planOf(`text_pairs(client_id, message_search_text(content)) @> ${pairs}`)).toContain('messages_pairs');
});
