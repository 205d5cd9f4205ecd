import type { Message } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { callsSeen, customerCalls, pageAnswers } from '../../../testing/calls.ts';
import { queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, type World } from '../../../testing/world.ts';
import { endOverdueCalls } from './end-calls.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const linesOf = async (threadId: string): Promise<Message['call'][]> => {
  const { body } = await world.api('GET /api/threads/{id}/messages', { params: { id: threadId } });
  return (body.data as Message[]).flatMap(({ call }) => (call === undefined ? [] : [call]));
};
const pass = (id: string, time: string) =>
  queryAsOwner(
    world.server.owner,
    'update calls set rang_at = rang_at - $3::interval, connected_at = connected_at - $3::interval where client_id = $1 and id = $2',
    [world.clientId, id, time],
  );

test('a call whose end nobody tells ends by itself, with one line however late the end comes', async () => {
  const from = freshPhone();
  const { id, thread_id } = await customerCalls(world, from);
  await endOverdueCalls(world.server.platform, world.clientId);
  expect(await callsSeen(world.api), 'it still rings').toMatchObject([{ id }]);
  await pass(id, '2 minutes');
  expect(await callsSeen(world.api)).toEqual([]);
  await endOverdueCalls(world.server.platform, world.clientId);
  await endOverdueCalls(world.server.platform, world.clientId);
  expect(await linesOf(thread_id)).toEqual([{ outcome: 'missed' }]);
  await world.phone('DELETE', `/phones/${from}/calls`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await untilApplied(world.server.owner);
  expect(await linesOf(thread_id)).toHaveLength(1);
});

test('a call that goes on for hours is ended, by whom it was taken', async () => {
  const { id, thread_id } = await customerCalls(world, freshPhone());
  await pageAnswers(world.api, id, newId());
  await pass(id, '3 hours');
  expect(await callsSeen(world.api)).toMatchObject([{ id, state: 'answered' }]);
  await pass(id, '2 hours');
  await endOverdueCalls(world.server.platform, world.clientId);
  expect(await linesOf(thread_id)).toEqual([{ outcome: 'answered', by: world.user.uid }]);
});
