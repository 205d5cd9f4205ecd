import type { FlowStep, Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  botTexts,
  flowOf,
  keyword,
  publish,
  rows,
  runIn,
  say,
  turnAllOff,
  untilRead,
} from '../../testing/automations.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterEach(() => turnAllOff(world));
afterAll(() => world.close());

const wait = (id: string, next: string): FlowStep => ({ id, kind: 'wait', minutes: 600, next });
const customersWrite = (texts: string[]) => Promise.all(texts.map((text) => customerWrites(world, freshPhone(), text)));
const untilWaiting = (n: number) =>
  until(async () => {
    const waiting = await rows(world, `select 1 from automation_runs where client_id = $1 and state = 'WAITING'`, [
      world.clientId,
    ]);
    return waiting.length === n;
  });
/** As if the time of all waiting runs had come at once, in the order in which their automations are tried. */
const makeAllDue = () =>
  rows(
    world,
    `update automation_runs r set due_at = now() - interval '1 second' + a.position * interval '1 millisecond'
     from automations a where a.client_id = r.client_id and a.id = r.automation_id and r.client_id = $1 and r.state = 'WAITING'`,
    [world.clientId],
  );

test('of many that are due at once each is answered once, and those that may not be written to hold up no other', async () => {
  const sale = await publish(world, 'Sale', flowOf(keyword('sale'), [wait('w', 'a'), say('a', 'Hi {{FIRST_NAME}}')]));
  const broken = await publish(world, 'Broken', flowOf(keyword('broken'), [wait('w', 'b'), say('b', 'x')]));
  const gone = { id: 'b', kind: 'send_template', template_id: newId(), values: {}, next: null };
  await rows(
    world,
    `update automation_versions set flow = jsonb_set(flow, '{steps,1}', $2::jsonb) where automation_id = $1`,
    [broken.id, JSON.stringify(gone)],
  );
  const threads = await customersWrite([...Array.from({ length: 14 }, () => 'sale'), 'broken']);
  const [shut, blocked] = threads;
  const failing = threads.at(-1) as Thread;
  await untilWaiting(threads.length);
  await rows(world, `update threads set window_expires_at = now() - interval '1 hour' where id = $1`, [shut?.id]);
  await rows(world, `update threads set blocked_at = now(), blocked_by = 'x' where id = $1`, [blocked?.id]);
  await makeAllDue();
  for (const thread of threads.slice(2, -1)) expect(await botTexts(world, thread)).toEqual(['Hi Amara']);
  expect(await runIn(world, shut as Thread, sale, 'FAILED')).toMatchObject({ reason: 'window_closed' });
  expect(await runIn(world, blocked as Thread, sale, 'STOPPED')).toMatchObject({ reason: 'contact_blocked' });
  expect((await runIn(world, failing, broken, 'FAILED')).steps.at(-1)).toMatchObject({ outcome: 'failed' });
  await untilRead(world);
  const sent = await rows(world, `select 1 from messages where client_id = $1 and created_by = 'bot'`, [
    world.clientId,
  ]);
  expect(sent).toHaveLength(threads.length - 3);
});

test('of two in one conversation the second reads what the first wrote', async () => {
  const { body: label } = await world.api('POST /api/labels', { body: { name: 'Came first', color: 'blue' } as never });
  const pass = { settings: { pass_on: true } };
  const labels: FlowStep = { id: 'l', kind: 'label', add: [label.id], remove: [], next: null };
  await publish(world, 'First', flowOf(keyword('both'), [wait('w', 'l'), labels], pass));
  const conditions = [{ kind: 'label' as const, label_id: label.id, is: true }];
  const branch: FlowStep = {
    ...{ id: 'b', kind: 'branch', arms: [{ name: 'Labelled', conditions, next: 'y' }], otherwise: 'n' },
  };
  await publish(
    world,
    'Second',
    flowOf(keyword('both'), [wait('w', 'b'), branch, say('y', 'labelled'), say('n', 'not labelled')], pass),
  );
  const threads = await customersWrite(Array.from({ length: 6 }, () => 'both'));
  await untilWaiting(threads.length * 2);
  await makeAllDue();
  for (const thread of threads) expect(await botTexts(world, thread)).toEqual(['labelled']);
});
