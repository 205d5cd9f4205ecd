import type { Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botTexts, flowOf, publish, say } from '../../../testing/automations.ts';
import { customerWrites, textBody } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  const flow = flowOf({ kind: 'message' }, [say('a', 'We will be with you soon.')]);
  await publish(world, 'Greeting', { ...flow, settings: { ...flow.settings, quiet_minutes: 0 } });
});
afterAll(() => world.close());

const threadOf = async ({ id }: Pick<Thread, 'id'>) =>
  (await world.api('GET /api/threads/{id}', { params: { id } })).body;

test('what the customer asked stays in the row while only a bot has replied, until a person does', async () => {
  const asked = await customerWrites(world, freshPhone(), 'Is the bell in stock?');
  expect(asked.unanswered).toBeUndefined();
  await botTexts(world, asked);
  const replied = await threadOf(asked);
  const preview = 'Is the bell in stock?';
  expect(replied.unanswered).toEqual({ id: asked.last_message_id, type: 'text', preview });
  expect(replied.last_message?.direction).toBe('OUTGOING');
  const { data } = (await world.api('GET /api/threads', { query: { waiting: 'true' } })).body;
  expect(data.find(({ id }) => id === asked.id)?.unanswered).toEqual(replied.unanswered);
  await world.api('POST /api/messages', { body: textBody(asked, 'Yes.') });
  expect((await threadOf(asked)).unanswered).toBeUndefined();
});

test('or until the conversation is closed', async () => {
  const asked = await customerWrites(world, freshPhone(), 'Do you open on Sunday?');
  await botTexts(world, asked);
  expect((await threadOf(asked)).unanswered?.preview).toBe('Do you open on Sunday?');
  await world.api('PUT /api/threads/{id}', { params: { id: asked.id }, body: { state: 'DONE' } });
  expect((await threadOf(asked)).unanswered).toBeUndefined();
});
