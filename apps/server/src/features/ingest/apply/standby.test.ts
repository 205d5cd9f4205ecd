// @module-tag data
import type { Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { agentSends, handsOver, writesToAgent } from '../../../testing/agent.ts';
import { botTexts, flowOf, publish, runIn, say, turnAllOff, untilRead } from '../../../testing/automations.ts';
import { customerSends, customerWrites, queryAsOwner, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { metadata, postAccountUpdate } from '../../../testing/webhooks.ts';
import { freshWamid, nowS, testWorld, until, type World } from '../../../testing/world.ts';

/*
 * Meta's agent answers on the same number: exactly one sender holds a conversation.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/conversation-routing/overview
 */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterEach(() => turnAllOff(world));
afterAll(() => world.close());

async function threadOf(phone: string): Promise<Thread> {
  const [row] = await queryAsOwner<{ id: string }>(
    world.server.owner,
    'select id from threads where client_id = $1 and to_phone = $2',
    [world.clientId, phone],
  );
  return (await world.api('GET /api/threads/{id}', { params: { id: row?.id ?? '' } })).body;
}
const messagesOf = async (phone: string) =>
  (await world.api('GET /api/threads/{id}/messages', { params: { id: (await threadOf(phone)).id } })).body.data;
const textsOf = async (phone: string) =>
  (await messagesOf(phone)).toReversed().map(({ text, created_by }) => `${created_by}: ${text?.body}`);
const runsIn = (thread: Thread) =>
  queryAsOwner<{ state: string; reason: string }>(
    world.server.owner,
    'select state, reason from automation_runs where thread_id = $1',
    [thread.id],
  );
const linesOf = async (phone: string) =>
  (await world.api('GET /api/threads/{id}/events', { params: { id: (await threadOf(phone)).id } })).body.data;

describe('while the agent holds a conversation', () => {
  test('what the customer and the agent write stands in the same conversation, which says who answers', async () => {
    const phone = freshPhone();
    await customerWrites(world, phone, 'Hello', nowS() - 60);
    expect((await threadOf(phone)).holder, 'nobody else was ever here').toBeUndefined();
    const read = await world.api('POST /api/threads/{id}/read', { params: { id: (await threadOf(phone)).id } });
    expect(read.body.unread_count).toBe(0);
    await writesToAgent(world, phone, 'Do you deliver on Sunday?', { atS: nowS() - 30 });
    await agentSends(world, phone, { type: 'text', text: { body: 'Yes, until 20:00.' } }, { atS: nowS() - 29 });
    expect(await textsOf(phone)).toEqual([
      'webhook: Hello',
      'webhook: Do you deliver on Sunday?',
      'agent: Yes, until 20:00.',
    ]);
    const thread = await threadOf(phone);
    expect(thread).toMatchObject({ holder: { by: 'ai_agent' }, unread_count: 0, waiting_since: null });
    expect(thread.window_expires_at, 'the reply window is open all the same').not.toBeNull();
    const [agents, customers] = await messagesOf(phone);
    expect(agents).toMatchObject({ direction: 'OUTGOING', medium: 'WEBHOOK', status: 1 });
    expect(customers).toMatchObject({ direction: 'INCOMING', standby: true });
  });

  test('statuses of what the agent sent move it forward, also when they come before it', async () => {
    const phone = freshPhone();
    const id = freshWamid();
    const status = (word: string) =>
      postAccountUpdate(world, 'standby', {
        metadata,
        standby: { statuses: [{ id, status: word, timestamp: String(nowS()), recipient_id: phone }] },
      });
    await writesToAgent(world, phone, 'Hello');
    await status('delivered');
    await agentSends(world, phone, { type: 'text', text: { body: 'Good morning' } }, { id });
    await until(async () => (await messagesOf(phone))[0]?.status === 2);
    await status('read');
    expect((await messagesOf(phone))[0]).toMatchObject({ status: 3 });
  });

  test('buttons and templates of the agent are shown as the customer sees them', async () => {
    const phone = freshPhone();
    await writesToAgent(world, phone, 'Hello');
    const interactive = { type: 'button', body: { text: 'Shall I?' }, action: { buttons: [] } };
    await agentSends(world, phone, { type: 'interactive', interactive });
    await postAccountUpdate(world, 'standby', {
      metadata,
      standby: {
        message_echoes: [
          {
            id: freshWamid(),
            timestamp: String(nowS()),
            message: {
              to: phone,
              type: 'template',
              template: {
                name: 'sale',
                language: { code: 'en' },
                components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
              },
            },
            template: { components: [{ type: 'BODY', text: 'Hi {{1}}!' }] },
          },
        ],
      },
    });
    const [template, buttons] = await messagesOf(phone);
    expect(buttons).toMatchObject({ type: 'interactive', interactive: { body: { text: 'Shall I?' } } });
    expect(template).toMatchObject({ type: 'template', template: { name: 'sale', display: { body: 'Hi Ana!' } } });
  });

  test('no automation answers, nobody is told, nobody is assigned', async () => {
    await world.api('PUT /api/client', {
      body: { assignment_rule: { user_ids: [world.user.uid], group_ids: [], capacity: null, only_working: false } },
    });
    await publish(world, 'Answer', flowOf({ kind: 'message' }, [say('a', 'A bot answers.')]));
    const phone = freshPhone();
    await writesToAgent(world, phone, 'Hello');
    const thread = await threadOf(phone);
    await untilRead(world);
    expect(await runsIn(thread)).toEqual([]);
    expect(thread.assignee_id).toBeNull();
    const { data } = (await world.api('GET /api/notifications', { query: { only: 'all' } })).body;
    expect(data.filter(({ thread_id }) => thread_id === thread.id)).toEqual([]);
    await world.api('PUT /api/client', { body: { assignment_rule: null } });
  });

  test('a run that waited for an answer stops', async () => {
    const ask = { id: 'q', kind: 'wait', minutes: 1, next: 'b' } as never;
    const automation = await publish(world, 'Later', flowOf({ kind: 'message' }, [ask, say('b', 'Too late')]));
    const phone = freshPhone();
    const thread = await customerWrites(world, phone, 'Hello', nowS() - 5);
    await runIn(world, thread, automation, 'WAITING');
    await handsOver(world, phone, 'ai_agent');
    await queryAsOwner(world.server.owner, 'update automation_runs set due_at = now() where thread_id = $1', [
      thread.id,
    ]);
    const [run] = await until(async () => {
      const runs = await runsIn(thread);
      return runs[0]?.state === 'STOPPED' ? runs : undefined;
    });
    expect(run).toMatchObject({ state: 'STOPPED', reason: 'held_by_other' });
    expect(await botTexts(world, thread, 0)).toEqual([]);
  });

  test('an opt-out counts, and is not confirmed: a message of ours would take the conversation over', async () => {
    const phone = freshPhone();
    await writesToAgent(world, phone, 'STOP');
    const thread = await threadOf(phone);
    const { body } = await world.api('GET /api/contacts/{id}', { params: { id: thread.contact_id } });
    expect(body.opted_out_at).not.toBeNull();
    expect(await textsOf(phone)).toEqual(['webhook: STOP']);
    expect((await threadOf(phone)).holder?.by).toBe('ai_agent');
  });
});

describe('a handover', () => {
  test('to us makes the conversation work: unread, waiting, assigned, told, with what the agent says of it', async () => {
    await world.api('PUT /api/client', {
      body: { assignment_rule: { user_ids: [world.user.uid], group_ids: [], capacity: null, only_working: false } },
    });
    const phone = freshPhone();
    await writesToAgent(world, phone, 'I want to talk to a person', { atS: nowS() - 20 });
    const before = await threadOf(phone);
    await world.api('PUT /api/threads/{id}', { params: { id: before.id }, body: { state: 'DONE' } });
    await handsOver(world, phone, 'us', nowS() - 10, `The customer +${phone} asks for a person`);
    const thread = await threadOf(phone);
    expect(thread).toMatchObject({
      holder: { by: 'us' },
      state: 'ACTIVE',
      unread_count: 1,
      waiting_since: expect.any(String),
      assignee_id: world.user.uid,
    });
    const line = (await linesOf(phone)).find(({ kind }) => kind === 'holder');
    expect(line).toMatchObject({
      created_by: 'agent',
      // Members who may not see numbers read it too.
      detail: { holder: 'us', note: 'The customer … asks for a person' },
    });
    const told = await until(async () => {
      const { data } = (await world.api('GET /api/notifications', { query: { only: 'all' } })).body;
      return data.find(({ thread_id }) => thread_id === thread.id);
    });
    expect(told.message?.text).toBe('I want to talk to a person');
    await world.api('PUT /api/client', { body: { assignment_rule: null } });
  });

  test('that is older or comes twice changes nothing, and one before the first message is kept', async () => {
    const phone = freshPhone();
    const began = nowS() - 100;
    await handsOver(world, phone, 'us', began + 20);
    await handsOver(world, phone, 'us', began + 20);
    await handsOver(world, phone, 'ai_agent', began + 10);
    await writesToAgent(world, phone, 'Delayed', { atS: began + 5 });
    const thread = await threadOf(phone);
    expect(thread).toMatchObject({ holder: { by: 'us' }, unread_count: 1 });
    expect((await linesOf(phone)).filter(({ kind }) => kind === 'holder')).toHaveLength(1);
    await handsOver(world, phone, 'other', began + 30);
    expect((await threadOf(phone)).holder?.by).toBe('other');
  });

  test('is also known by the field in which the customer’s newest message came', async () => {
    const phone = freshPhone();
    const began = nowS() - 100;
    await writesToAgent(world, phone, 'To the agent', { atS: began + 10 });
    await customerWrites(world, phone, 'To us', began + 20);
    await writesToAgent(world, phone, 'Delayed', { atS: began + 15 });
    expect(await threadOf(phone)).toMatchObject({ holder: { by: 'us' }, unread_count: 1 });
    await writesToAgent(world, phone, 'To the agent again', { atS: began + 30 });
    expect((await threadOf(phone)).holder?.by).toBe('ai_agent');
  });

  test('by a send of ours: it takes over, a template does not', async () => {
    const phone = freshPhone();
    await writesToAgent(world, phone, 'Hello', { atS: nowS() - 10 });
    const thread = await threadOf(phone);
    expect(
      (await world.api('POST /api/messages', { body: textBody(thread, 'I am Ana, how can I help?') })).status,
    ).toBe(201);
    expect((await threadOf(phone)).holder?.by).toBe('us');
    // WhatsApp's times are whole seconds: what comes after our act in its second is newer.
    await writesToAgent(world, phone, 'And the agent again', { atS: nowS() });
    expect((await threadOf(phone)).holder?.by).toBe('ai_agent');
  });

  test('wins over a message of its second, whichever comes first', async () => {
    const [one, two, atS] = [freshPhone(), freshPhone(), nowS() - 10];
    await writesToAgent(world, one, 'A person, please', { atS });
    await handsOver(world, one, 'us', atS);
    await handsOver(world, two, 'us', atS);
    await writesToAgent(world, two, 'A person, please', { atS });
    expect([(await threadOf(one)).holder?.by, (await threadOf(two)).holder?.by]).toEqual(['us', 'us']);
  });
});

describe('the same message in both fields', () => {
  test.each(['standby first', 'messages first'])('is one message: %s', async (order) => {
    await publish(world, 'Answer', flowOf({ kind: 'message' }, [say('a', 'A bot answers.')]));
    const [phone, id, atS] = [freshPhone(), freshWamid(), nowS() - 5];
    const onMessages = () => customerSends(world, phone, { id, type: 'text', text: { body: 'Once' } }, atS);
    if (order === 'standby first') {
      await writesToAgent(world, phone, 'Once', { id, atS });
      await onMessages();
    } else {
      await onMessages();
      await untilRead(world);
      await writesToAgent(world, phone, 'Once', { id, atS });
    }
    await untilRead(world);
    expect((await textsOf(phone)).filter((text) => text === 'webhook: Once')).toHaveLength(1);
    expect(await runsIn(await threadOf(phone))).toHaveLength(order === 'standby first' ? 0 : 1);
  });
});

test.each([
  ['nothing', {}],
  ['no object', 'standby'],
  ['lists of other kinds', { standby: { messages: {}, message_echoes: 'x', statuses: 7 } }],
  ['elements of other kinds', { standby: { messages: [null, 7, {}], message_echoes: [[], { message: [] }] } }],
  ['a handover of nobody', { recipient: metadata, type: 'control_passed', control_passed: 'yes' }],
])('%s is kept, and the rest of the delivery is applied', async (_name, broken) => {
  const phone = freshPhone();
  for (const field of ['standby', 'messaging_handovers']) {
    const value = typeof broken === 'object' ? { metadata, ...broken } : broken;
    await postAccountUpdate(world, field, value as object);
  }
  await writesToAgent(world, phone, 'Still here');
  expect(await textsOf(phone)).toEqual(['webhook: Still here']);
});
