import type { Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryAsOwner, textBody } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

/* Taking conversations over from Meta's agent, which the simulator plays, and handing them back. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
afterEach(() => world.phone('DELETE', '/faults'));

const control = (id: string, action: 'take' | 'release' | 'pass') =>
  world.api('POST /api/threads/{id}/control', { params: { id }, body: { action } });
const agentHolds = async (number: string) =>
  (await world.phone<{ agent_holds: boolean }>('GET', `/phones/${number}`)).agent_holds;
const write = (number: string, text: string) =>
  world.phone('POST', `/phones/${number}/messages`, { type: 'text', text: { body: text } });

async function threadOf(number: string, fits: (thread: Thread) => boolean): Promise<Thread> {
  return until(async () => {
    const [row] = await queryAsOwner<{ id: string }>(
      world.server.owner,
      'select id from threads where client_id = $1 and to_phone = $2',
      [world.clientId, number],
    );
    if (row === undefined) return undefined;
    const { body } = await world.api('GET /api/threads/{id}', { params: { id: row.id } });
    return fits(body) ? body : undefined;
  });
}

async function heldByAgent(): Promise<{ number: string; thread: Thread }> {
  const number = freshPhone();
  await world.phone('POST', '/phones', { phone_number: number, name: 'Layla', agent_holds: true, agent_text: 'Hi!' });
  await write(number, 'Hello');
  return { number, thread: await threadOf(number, (thread) => thread.last_message?.created_by === 'agent') };
}

test('a member takes a conversation over and hands it back, with a line and in the audit log', async () => {
  const { number, thread } = await heldByAgent();
  expect(thread.holder?.by).toBe('ai_agent');
  expect(await control(thread.id, 'take')).toMatchObject({ status: 200, body: { holder: { by: 'us' } } });
  expect(await agentHolds(number)).toBe(false);
  expect((await control(thread.id, 'take')).status, 'again').toBe(200);
  await write(number, 'Are you a person?');
  const waiting = await threadOf(number, ({ unread_count }) => unread_count === 1);
  expect(waiting.waiting_since).not.toBeNull();
  expect(await control(thread.id, 'release')).toMatchObject({
    status: 200,
    body: { holder: { by: 'ai_agent' }, waiting_since: null },
  });
  expect(await agentHolds(number)).toBe(true);
  const lines = (await world.api('GET /api/threads/{id}/events', { params: { id: thread.id } })).body.data;
  expect(
    lines.filter(({ kind }) => kind === 'holder').map(({ detail, created_by }) => [detail.holder, created_by]),
  ).toEqual([
    ['ai_agent', world.user.uid],
    ['us', world.user.uid],
  ]);
  const audited = await queryAsOwner<{ action: string }>(
    world.server.owner,
    'select action from audit_events where client_id = $1 and target = $2 order by id',
    [world.clientId, thread.contact_id],
  );
  expect(audited.map(({ action }) => action)).toEqual([
    'inbox.conversation_taken_over',
    'inbox.conversation_handed_back',
  ]);
});

test('a message of a member takes over at WhatsApp too, and what the customer answers comes to the team', async () => {
  const { number, thread } = await heldByAgent();
  expect((await world.api('POST /api/messages', { body: textBody(thread, 'I am Ana') })).status).toBe(201);
  await until(async () => !(await agentHolds(number)));
  await write(number, 'Hello Ana');
  expect(await threadOf(number, ({ unread_count }) => unread_count === 1)).toMatchObject({ holder: { by: 'us' } });
});

test('the activity says who took over by replying, once', async () => {
  const { thread } = await heldByAgent();
  const linesOfHolder = async () => {
    const { body } = await world.api('GET /api/threads/{id}/events', { params: { id: thread.id } });
    return body.data
      .filter(({ kind }) => kind === 'holder')
      .map(({ detail, created_by }) => ({ ...detail, created_by }));
  };
  const before = await linesOfHolder();
  const sent = textBody(thread, 'I am Ana');
  for (const body of [sent, sent, textBody(thread, 'How can I help?')]) await world.api('POST /api/messages', { body });
  const taken = { holder: 'us', by_message: true, created_by: world.user.uid };
  expect(await linesOfHolder()).toEqual([taken, ...before]);
});

test('the agent hands a conversation over: it is unread and waits', async () => {
  const { number } = await heldByAgent();
  await world.phone('PATCH', `/phones/${number}`, { agent_holds: false });
  const thread = await threadOf(number, ({ holder }) => holder?.by === 'us');
  expect(thread).toMatchObject({ unread_count: 1, waiting_since: expect.any(String) });
});

test('what WhatsApp refuses is said with the next step, and nothing changes', async () => {
  const { number, thread } = await heldByAgent();
  await world.phone('POST', '/faults', { not_escalation_partner: true });
  const refused = await control(thread.id, 'take');
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } });
  const { msg } = (refused.body as unknown as { error: { data: { msg: string }[] } }).error.data[0] ?? { msg: '' };
  expect(msg).toContain('Send a message instead');
  expect((await threadOf(number, () => true)).holder?.by).toBe('ai_agent');
  await world.phone('POST', '/faults', { not_escalation_partner: null, network_off: true });
  expect((await control(thread.id, 'take')).body).toMatchObject({ error: { code: 'unavailable' } });
});

test('merging keeps who answers', async () => {
  const [one, two] = [await heldByAgent(), await heldByAgent()];
  await control(one.thread.id, 'take');
  await world.api('POST /api/contacts/merge', {
    body: { contact_id: two.thread.contact_id, merge_ids: [one.thread.contact_id] },
  });
  const { body } = await world.api('GET /api/threads/{id}', { params: { id: two.thread.id } });
  expect(body.holder?.by).toBe('us');
});
