import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';
import { createAuth } from '../../testing/auth.ts';
import { freshGroup, type Person, person, textInGroup, threadOfGroup } from '../../testing/groups.ts';
import { customerWrites, queryAsOwner, textBody, untilApplied } from '../../testing/inbox.ts';
import { addMember, createSession, createUser } from '../../testing/users.ts';
import { freshWamid, nowS, testWorld, type World } from '../../testing/world.ts';

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

describe('finds what one person wrote', () => {
  const said = 'Please weld the tandem';
  const ana = person('Ana Reyes');
  let [group, own] = ['', ''];
  beforeAll(async () => {
    const spoken = freshGroup();
    const writes = async (from: Person) => {
      const value = textFromCustomer({
        id: freshWamid(),
        from: from.phone,
        body: said,
        name: from.name,
        timestampS: nowS(),
      });
      await world.deliver(value);
    };
    for (let n = 1; n <= 7; n++) await writes(person(`Ana Reyes ${n}`));
    await writes(ana);
    await writes(person('Ben Okafor'));
    await world.deliver(textInGroup(spoken, ana, `${said} of the club`));
    await world.deliver(textInGroup(spoken, person('Cleo'), `${said} too`));
    await untilApplied(world.server.owner);
    group = (await threadOfGroup(world, spoken)).id;
    const mine = (await world.api('GET /api/threads', { query: { search: ana.phone } })).body.data[0];
    own = mine?.id ?? '';
    if (mine === undefined) throw new Error('no conversation');
    await world.api('POST /api/messages', { body: textBody(mine, `${said}? Gladly.`) as never });
  });
  const ofPerson = async (from: string, q = 'weld the tandem') =>
    (await world.api('GET /api/messages/search', { query: { q, from } })).body;

  test('in all of their conversations and in groups, and nothing of others or of ours', async () => {
    const { data, threads: shown } = await ofPerson('ana reyes');
    expect(data).toHaveLength(9);
    expect(shown).toHaveLength(9);
    expect(data.every(({ direction }) => direction === 'INCOMING')).toBe(true);
    expect((await ofPerson('ben')).data).toHaveLength(1);
    expect((await ofPerson('an')).data, 'the beginning of a name').toHaveLength(9);
    expect((await ofPerson('nobody at all')).data).toEqual([]);
    expect((await ofPerson('ana reyes', 'bicycle')).data).toEqual([]);
  });

  test('by a part of their number, also in one conversation', async () => {
    for (const number of [ana.phone.slice(-7), `+${ana.phone}`]) {
      expect((await ofPerson(number)).data.map(({ thread_id: id }) => id).toSorted()).toEqual([group, own].toSorted());
    }
    const query = { q: 'weld', from: 'ana', thread_id: group };
    const inGroup = (await world.api('GET /api/messages/search', { query })).body.data;
    expect(inGroup.map(({ text }) => text)).toEqual([`${said} of the club`]);
  });

  test('of so many people of a name that their conversations are not read one by one', async () => {
    await queryAsOwner(
      world.server.owner,
      `insert into contacts (client_id, id, name) select $1, gen_random_uuid(), 'Ana Other ' || n from generate_series(1, 250) n`,
      [world.clientId],
    );
    expect((await ofPerson('ana')).data).toHaveLength(9);
    expect((await ofPerson('ana', 'tandem of the club')).data.map(({ thread_id: id }) => id)).toEqual([group]);
  });

  test('under the name that they have now, and what they wrote before a merge in a group', async () => {
    const { group: talk } = (await world.api('GET /api/threads/{id}', { params: { id: group } })).body;
    const cleo = talk?.participants.find(({ name }) => name === 'Cleo')?.contact_id ?? '';
    const target = (await world.api('GET /api/threads/{id}', { params: { id: threads['latin'] ?? '' } })).body;
    await queryAsOwner(
      world.server.owner,
      'update contacts set deleted_at = now(), merged_into = $3 where client_id = $1 and id = $2',
      [world.clientId, cleo, target.contact_id],
    );
    expect((await ofPerson('cleo')).data).toEqual([]);
    const name = target.contact.name.toLowerCase();
    expect((await ofPerson(name)).data.map(({ thread_id: id }) => id)).toEqual([group]);
  });

  test('never by digits, for a member who sees no numbers', async () => {
    const { api } = await memberWith('Mara Lind', { mask_phone_numbers: true });
    const find = async (from: string) =>
      (await api('GET /api/messages/search', { query: { q: 'weld', from } })).body.data.length;
    expect(await find(ana.phone.slice(-7))).toBe(0);
    expect(await find('ana reyes')).toBe(9);
  });
});

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

async function memberWith(name: string, restrictions: object) {
  const { owner, platform } = world.server;
  const member = await createUser(owner, name);
  await addMember(owner, world.clientId, member, 'User');
  await queryAsOwner(owner, 'update client_users set restrictions = $3 where client_id = $1 and user_id = $2', [
    world.clientId,
    member.uid,
    JSON.stringify(restrictions),
  ]);
  const auth = await createAuth(platform);
  const sid = await createSession(owner, member.uid);
  const account = { clientId: world.clientId, role: 'User' as const };
  return { member, auth, api: world.apiAs(await auth.idTokens.sign({ uid: member.uid, sid, account })) };
}

test('a member finds only messages of conversations that they see, and another account finds none', async () => {
  const { owner, platform } = world.server;
  const restrictions = { only_assigned: true, mask_phone_numbers: true };
  const { member: dana, api, auth } = await memberWith('Dana Weber', restrictions);
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
