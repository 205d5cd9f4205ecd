/** Deliveries that are documented nowhere or only in part: nothing of them is lost, and a customer stays one customer. */
import type { Message } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getMessage, queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { metadata, postAccountUpdate } from '../../../testing/webhooks.ts';
import { freshWamid, nowS, testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

type Fields = Record<string, unknown>;
const business = '15550001111';
let count = 0;
const freshUserId = () => `PT.${Date.now()}${count++}_a-b.c`;

const sql = <R extends Fields>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

async function deliver(value: Fields, field = 'messages'): Promise<void> {
  if (field !== 'messages')
    return postAccountUpdate(world, field, { messaging_product: 'whatsapp', metadata, ...value });
  expect(await world.deliver(value)).toBe(200);
  await untilApplied(world.server.owner);
}
const text = (more: Fields, id = freshWamid()) => ({
  id,
  timestamp: String(nowS()),
  type: 'text',
  text: { body: 'Hello' },
  ...more,
});
async function find(providerId: string): Promise<Message | null> {
  const [row] = await sql<{ id: string }>('select id from messages where provider_message_id = $1', [providerId]);
  return row === undefined ? null : getMessage(world, row.id);
}
const reasonsOf = async (part: string) =>
  (await sql<{ reason: string }>('select reason from webhook_refusals where detail::text like $1', [`%${part}%`])).map(
    ({ reason }) => reason,
  );
const userIdOf = async (contactId: string) =>
  (
    await sql<{ user_id: string; phone_number: string }>('select user_id, phone_number from contacts where id = $1', [
      contactId,
    ])
  )[0];

describe('a customer who changes number or user id stays one conversation', () => {
  const changes: Array<[string, (old: string, next: string) => Fields]> = [
    [
      'only previous_user_id',
      (old, next) => ({ system: { type: 'user_changed_user_id', body: '', user_id: next, previous_user_id: old } }),
    ],
    [
      'previous_user_id beside the message',
      (old, next) => ({ previous_user_id: old, system: { type: 'user_changed_user_id', body: '', user_id: next } }),
    ],
    [
      'the new id as the sender',
      (old, next) => ({
        from_user_id: next,
        system: { type: 'user_changed_user_id', body: '', user_id: next, previous_user_id: old },
      }),
    ],
    [
      'the old id in the text alone',
      (old, next) => ({
        system: { type: 'user_changed_user_id', body: `Ana changed from ${old} to ${next}`, user_id: next },
      }),
    ],
  ];
  test.each(changes)('%s', async (_name, change) => {
    const [old, next] = [freshUserId(), freshUserId()];
    const [first, notice, second] = [freshWamid(), freshWamid(), freshWamid()];
    await deliver({ messages: [text({ from_user_id: old }, first)] });
    await deliver({ messages: [{ id: notice, timestamp: String(nowS()), type: 'system', ...change(old, next) }] });
    await deliver({ messages: [text({ from_user_id: next }, second)] });
    const threads = await Promise.all([first, notice, second].map(async (id) => (await find(id))?.thread_id));
    expect(threads[0]).toBeDefined();
    expect(new Set(threads).size).toBe(1);
    expect((await userIdOf((await find(second))?.contact_id ?? ''))?.user_id).toBe(next);
  });

  test.each([
    [
      'new_wa_id',
      (old: string, next: string) => ({
        from: old,
        system: { type: 'customer_changed_number', body: '', new_wa_id: next },
      }),
    ],
    [
      'customer and new_wa_id without a sender',
      (old: string, next: string) => ({
        system: { type: 'customer_changed_number', body: '', customer: old, new_wa_id: next },
      }),
    ],
    [
      'the old number in the text alone',
      (old: string, next: string) => ({
        system: { type: 'user_changed_number', body: `User Ana changed from ${old} to ${next}`, wa_id: next },
      }),
    ],
  ])('%s', async (_name, change) => {
    const [old, next] = [freshPhone(), freshPhone()];
    const [first, notice, second] = [freshWamid(), freshWamid(), freshWamid()];
    await deliver({ messages: [text({ from: old }, first)] });
    await deliver({ messages: [{ id: notice, timestamp: String(nowS()), type: 'system', ...change(old, next) }] });
    await deliver({ messages: [text({ from: next }, second)] });
    const threads = await Promise.all([first, notice, second].map(async (id) => (await find(id))?.thread_id));
    expect(new Set(threads).size).toBe(1);
    expect((await userIdOf((await find(second))?.contact_id ?? ''))?.phone_number).toBe(next);
  });
});

test('a customer whose user id stands in contacts alone is the sender', async () => {
  const [id, userId] = [freshWamid(), freshUserId()];
  await deliver({ contacts: [{ profile: { name: 'Hidden Hana' }, user_id: userId }], messages: [text({}, id)] });
  const message = await find(id);
  expect((await userIdOf(message?.contact_id ?? ''))?.user_id).toBe(userId);
});

test('a message of the business in the field messages is an echo in the customer’s conversation', async () => {
  const customer = freshPhone();
  const [echo, listed] = [freshWamid(), freshWamid()];
  await deliver({ messages: [text({ from: business, to: customer }, echo)] });
  await deliver({ message_echoes: [text({ from: business, to: customer }, listed)] });
  expect(await find(echo)).toMatchObject({ direction: 'OUTGOING', medium: 'ANDROID_APP', to: customer });
  expect((await find(listed))?.thread_id).toBe((await find(echo))?.thread_id);
});

test('what cannot be stored is counted with its reason', async () => {
  const target = freshWamid();
  const reaction = { message_id: target, emoji: '👍' };
  await deliver({
    messages: [{ id: freshWamid(), from: freshPhone(), timestamp: String(nowS()), type: 'reaction', reaction }],
  });
  expect(await reasonsOf(target)).toEqual(['reaction_to_unknown']);
});

test('signup in user_preferences is consent to marketing', async () => {
  const phone = freshPhone();
  const preference = (value: string, timestamp: number) =>
    deliver(
      { contacts: [], user_preferences: [{ wa_id: phone, category: 'marketing_messages', value, timestamp }] },
      'user_preferences',
    );
  await preference('stop', nowS() - 5);
  const suppressed = () =>
    sql('select from suppressions s join contacts c on c.id = s.contact_id where c.phone_number = $1 and s.active', [
      phone,
    ]);
  expect(await suppressed()).toHaveLength(1);
  await preference('signup', nowS());
  expect(await suppressed()).toHaveLength(0);
});

describe('history', () => {
  test('files come later, by themselves: in their placeholder, or as a message', async () => {
    const customer = freshPhone();
    const [delayed, alone, ours] = [freshWamid(), freshWamid(), freshWamid()];
    const old = String(nowS() - 86_400);
    const placeholder = { from: customer, id: delayed, timestamp: old, type: 'media_placeholder' };
    await deliver({ history: [{ metadata: {}, threads: [{ id: customer, messages: [placeholder] }] }] }, 'history');
    const image = (id: string, more: Fields) => ({
      id,
      timestamp: old,
      type: 'image',
      image: { id: `m${id}`, mime_type: 'image/jpeg' },
      ...more,
    });
    await deliver({ messages: [image(delayed, { from: customer }), image(alone, { from: customer })] }, 'history');
    const { display_phone_number: _, ...numberless } = metadata;
    await deliver({ metadata: numberless, message_echoes: [image(ours, { from: business, to: customer })] }, 'history');
    expect(await find(delayed)).toMatchObject({ type: 'image', direction: 'INCOMING' });
    expect(await find(alone)).toMatchObject({ type: 'image', direction: 'INCOMING' });
    expect(await find(ours)).toMatchObject({ type: 'image', direction: 'OUTGOING' });
    const copies = await sql('select from media where message_id = any($1)', [
      await Promise.all([delayed, alone, ours].map(async (id) => (await find(id))?.id)),
    ]);
    expect(copies).toHaveLength(3);
  });

  test('a conversation that is named by a user id has both sides', async () => {
    const userId = freshUserId();
    const [theirs, ours] = [freshWamid(), freshWamid()];
    const messages = [
      text({ from: freshPhone(), from_user_id: userId, timestamp: String(nowS() - 900) }, theirs),
      text({ from: business, timestamp: String(nowS() - 800), history_context: { status: 'READ' } }, ours),
    ];
    await deliver({ history: [{ metadata: {}, threads: [{ id: userId, messages }] }] }, 'history');
    expect((await find(theirs))?.direction).toBe('INCOMING');
    expect((await find(ours))?.direction).toBe('OUTGOING');
    expect((await find(ours))?.thread_id).toBe((await find(theirs))?.thread_id);
  });

  test('2593109: the business did not share it, which the channel says', async () => {
    const errors = [{ code: 2_593_109, title: 'History sharing is off', error_data: { details: 'Not shared' } }];
    await deliver({ history: [{ errors }] }, 'history');
    const [fact] = await sql<{ value: string }>(`select value from channel_facts where name = 'trouble:2593109'`);
    expect(fact?.value).toContain('history');
  });
});

test('the name of a customer whose number is written differently in contacts', async () => {
  const [id, userId] = [freshWamid(), freshPhone()];
  const contacts = [{ profile: { name: 'Bia' }, wa_id: `${userId}9` }];
  await deliver({ contacts, messages: [text({ from: userId }, id)] });
  const [contact] = await sql<{ name: string }>('select name from contacts where id = $1', [
    (await find(id))?.contact_id,
  ]);
  expect(contact?.name).toBe('Bia');
});

test('the caption of a sound, and the error of a text', async () => {
  const [sound, failed] = [freshWamid(), freshWamid()];
  const base = { from: freshPhone(), timestamp: String(nowS()) };
  await deliver({ messages: [{ ...base, id: sound, type: 'audio', audio: { id: 'm1', caption: 'Hear this' } }] });
  const errors = [{ code: 131_060, title: 'This message is unavailable', error_data: { details: 'Opened elsewhere' } }];
  await deliver({ messages: [text({ ...base, errors }, failed)] });
  expect((await find(sound))?.audio?.caption).toBe('Hear this');
  expect((await find(failed))?.error).toMatchObject({ provider_code: 131_060, details: 'Opened elsewhere' });
});
