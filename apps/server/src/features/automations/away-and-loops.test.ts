import { weekdays } from '@parley/contract/opening';
import type { Flow, WorkingHours } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { botTexts, flowOf, publish, rows, runIn, say, turnAllOff, untilRead } from '../../testing/automations.ts';
import { moveClock } from '../../testing/broadcasts.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { missedCall, reportCalls } from '../../testing/webhooks.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterEach(async () => {
  await turnAllOff(world);
  await moveClock(world, 0);
});
afterAll(() => world.close());

const any: Flow['trigger'] = { kind: 'message' };
const closed: Flow['conditions'] = [{ kind: 'hours', open: false }];
const putHours = (ranges: WorkingHours['days']['mon']) =>
  world.api('PUT /api/channels/{id}', {
    params: { id: world.channelId },
    body: {
      working_hours: {
        time_zone: 'UTC',
        days: Object.fromEntries(weekdays.map((day) => [day, ranges])) as WorkingHours['days'],
        holidays: [],
      },
    },
  });
const hour = (ahead: number) => `${String((new Date().getUTCHours() + 24 + ahead) % 24).padStart(2, '0')}:00`;

test('an away message is sent once in a conversation while it is closed, and again after the next closing', async () => {
  // Open for an hour, twelve hours from now.
  await putHours([{ from: hour(12), to: hour(13) }]);
  await publish(world, 'Away', flowOf(any, [say('a', 'We are closed.')], { conditions: closed }));
  const phone = freshPhone();
  const thread = await customerWrites(world, phone, 'Hello?');
  await botTexts(world, thread);
  for (const text of ['Anybody there?', 'Please answer']) await customerWrites(world, phone, text);
  await untilRead(world);
  expect(await botTexts(world, thread)).toEqual(['We are closed.']);
  const other = await customerWrites(world, freshPhone(), 'Hello?');
  expect(await botTexts(world, other)).toEqual(['We are closed.']);
  // A customer who wrote before this closing is told again.
  await rows(world, "update automation_runs set started_at = started_at - interval '13 hours' where thread_id = $1", [
    thread.id,
  ]);
  await customerWrites(world, phone, 'Good evening');
  expect(await botTexts(world, thread, 2)).toEqual(['We are closed.', 'We are closed.']);
});

const text = (id: string): Flow['steps'][number] => say(id, 'We are closed.');
test.each<[string, Flow['steps']]>([
  [
    'the arm for closed hours',
    [
      { ...{ id: 'b', kind: 'branch' }, arms: [{ name: 'Closed', conditions: closed, next: 'a' }], otherwise: null },
      text('a'),
    ],
  ],
  [
    'what follows when it is not open',
    [
      {
        ...{ id: 'b', kind: 'branch', otherwise: 'a' },
        arms: [{ name: 'Open', conditions: [{ kind: 'hours', open: true }], next: null }],
      },
      text('a'),
    ],
  ],
])('an away text in a branch is sent once in a conversation while it is closed: %s', async (_name, steps) => {
  await putHours([{ from: hour(12), to: hour(13) }]);
  const automation = await publish(world, 'Branch', flowOf(any, steps));
  const phone = freshPhone();
  const thread = await customerWrites(world, phone, 'Hello?');
  await botTexts(world, thread);
  const ended = (n: number) =>
    until(async () => {
      const runs = await rows<{ reason: string | null }>(
        world,
        'select reason from automation_runs where automation_id = $1 and ended_at is not null order by started_at, id',
        [automation.id],
      );
      return runs.length === n ? runs.map(({ reason }) => reason) : null;
    });
  await ended(1);
  await customerWrites(world, phone, 'Anybody there?');
  await ended(2);
  await customerWrites(world, phone, 'Please answer');
  expect(await ended(3)).toEqual([null, 'told_while_closed', 'told_while_closed']);
  expect(await botTexts(world, thread)).toEqual(['We are closed.']);
  const other = await customerWrites(world, freshPhone(), 'Hello?');
  expect(await botTexts(world, other)).toEqual(['We are closed.']);
  await rows(world, "update automation_runs set started_at = started_at - interval '13 hours' where thread_id = $1", [
    thread.id,
  ]);
  await customerWrites(world, phone, 'Good evening');
  expect(await botTexts(world, thread, 2)).toEqual(['We are closed.', 'We are closed.']);
});

test('a call that nobody takes at night gets the away text, once, and answers no open question', async () => {
  await putHours([]);
  const ask: Flow['steps'][number] = {
    ...{ id: 'q', kind: 'ask', text: 'Which day?', answer: 'text', choices: [], retries: 1, retry_text: 'Which day?' },
    ...{ timeout_minutes: 60, save_to: { kind: 'variable', name: 'day' }, next: 'ok', otherwise: null },
  };
  const booking = flowOf({ kind: 'keyword', match: 'contains', words: ['book'] }, [ask, say('ok', 'Booked.')]);
  await publish(world, 'Booking', booking);
  await publish(world, 'Away', flowOf(any, [say('a', 'We are closed.')], { conditions: closed }));
  const caller = freshPhone();
  await reportCalls(world, caller, missedCall(caller));
  await reportCalls(world, caller, missedCall(caller));
  await untilRead(world);
  const [thread = { id: '' }] = await rows<{ id: string }>(world, 'select t.id from threads t where t.to_phone = $1', [
    caller,
  ]);
  expect(await botTexts(world, thread)).toEqual(['We are closed.']);

  const phone = freshPhone();
  const asked = await customerWrites(world, phone, 'book');
  await botTexts(world, asked);
  await reportCalls(world, phone, missedCall(phone));
  await untilRead(world);
  await customerWrites(world, phone, 'Monday');
  expect((await botTexts(world, asked, 3)).toSorted()).toEqual(['Booked.', 'We are closed.', 'Which day?']);
});

test('a flow that answers keywords while it is closed answers each time', async () => {
  await putHours([]);
  const price: Flow['trigger'] = { kind: 'keyword', match: 'contains', words: ['price'] };
  await publish(world, 'Prices', flowOf(price, [say('a', 'From 10.')], { conditions: closed }));
  const phone = freshPhone();
  const thread = await customerWrites(world, phone, 'price of A?');
  await botTexts(world, thread);
  await customerWrites(world, phone, 'price of B?');
  expect(await botTexts(world, thread, 2)).toEqual(['From 10.', 'From 10.']);
});

test('bots of two numbers of the account do not answer each other, and a line says so', async () => {
  const digits = freshPhone();
  const made = await world.api('POST /api/channels', {
    body: {
      ...{ kind: 'WHATSAPP', channel_label: 'Second', phone_number: `+${digits}`, phone_number_id: digits },
      ...{ waba_id: digits, access_token: `token-${digits}`, app_secret: `secret-${digits}` },
      verify_token: `verify-${digits}`,
    },
  });
  expect(made.status).toBe(201);
  const hello = await publish(world, 'Hello', flowOf(any, [say('a', 'How can we help?')]));
  const [{ phone_number: ours } = { phone_number: '' }] = await rows<{ phone_number: string }>(
    world,
    'select phone_number from channels where id = $1',
    [world.channelId],
  );
  // The second number’s bot has just written this to the first one.
  const there = await customerWrites(world, freshPhone(), 'hi');
  await botTexts(world, there);
  await rows(world, 'update threads set channel_id = $2, to_phone = $3 where id = $1', [
    ...[there.id, made.body.id, ours.replace('+', '')],
  ]);
  const thread = await customerWrites(world, digits, 'How can we help?');
  const run = await runIn(world, thread, hello, 'STOPPED');
  expect(run.reason).toBe('bot_loop');
  expect(await botTexts(world, thread, 0)).toEqual([]);
  // A person on that number is answered.
  await customerWrites(world, digits, 'A question');
  expect(await botTexts(world, thread)).toEqual(['How can we help?']);
});

const eventsOf = async (threadId: string) =>
  (await rows<{ kind: string }>(world, 'select kind from thread_events where thread_id = $1', [threadId])).map(
    ({ kind }) => kind,
  );

test('a bot of somebody else is not answered for ever', async () => {
  const hello = await publish(world, 'Hello', flowOf(any, [say('a', 'How can we help?')]));
  const phone = freshPhone();
  const thread = await customerWrites(world, phone, 'Thank you for your message.');
  for (let n = 1; n < 8; n++) {
    await botTexts(world, thread, n);
    await customerWrites(world, phone, n % 2 === 0 ? 'Thank you for your message.' : 'We will answer soon.');
  }
  const run = await runIn(world, thread, hello, 'STOPPED');
  expect(run.reason).toBe('bot_loop');
  expect(await botTexts(world, thread)).toHaveLength(7);
  // Admins are told: by a line of the conversation and a notification.
  const told = await until(async () => {
    const { data } = (await world.api('GET /api/notifications', { query: { only: 'unread' } })).body;
    return data.find((one) => one.thread_id === thread.id && one.kind === 'bot_loop');
  });
  expect(told).toMatchObject({ kind: 'bot_loop', actor_id: null });
  expect(await eventsOf(thread.id)).toEqual(['bot_loop']);
  await customerWrites(world, phone, 'Is a person there?');
  expect(await botTexts(world, thread, 8)).toHaveLength(8);
});
