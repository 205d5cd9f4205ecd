import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites, queryAsOwner } from '../../testing/inbox.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const put = (id: string, body: Record<string, unknown>) =>
  world.api('PUT /api/threads/{id}', { params: { id }, body: body as never });
const eventsOf = async (id: string) => (await world.api('GET /api/threads/{id}/events', { params: { id } })).body.data;

test('labels are named once, put on conversations and taken off, and go with their conversations', async () => {
  const made = await world.api('POST /api/labels', { body: { name: 'Service', color: 'blue' } });
  expect(made.status).toBe(201);
  const again = await world.api('POST /api/labels', { body: { name: 'service', color: 'red' } });
  expect(again).toMatchObject({ status: 409, body: { error: { data: [{ field: 'name' }] } } });
  const label = made.body.id;
  const other = (await world.api('POST /api/labels', { body: { name: 'Pickup', color: 'green' } })).body.id;
  const taken = await world.api('PUT /api/labels/{id}', { params: { id: other }, body: { name: 'SERVICE' } });
  expect(taken.status).toBe(409);

  const thread = await customerWrites(world, '447700922001');
  const labelled = await put(thread.id, { add_label_ids: [label, other] });
  expect(labelled.body.label_ids).toEqual([label, other].sort());
  expect(labelled.body.version).toBeGreaterThan(thread.version);
  expect((await put(thread.id, { add_label_ids: [thread.id] })).status).toBe(404);
  expect((await put(thread.id, { remove_label_ids: [other] })).body.label_ids).toEqual([label]);
  const listed = await world.api('GET /api/threads', { query: { label } });
  expect(listed.body.data.map(({ id }) => id)).toEqual([thread.id]);
  expect((await world.api('GET /api/bootstrap')).body.labels.map(({ name }) => name)).toEqual(['Pickup', 'Service']);

  const gone = await world.api('DELETE /api/labels/{id}', { params: { id: label } });
  expect(gone.body).toEqual({ threads: 1 });
  expect((await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body.label_ids).toEqual([]);
  expect((await world.api('DELETE /api/labels/{id}', { params: { id: label } })).status).toBe(404);
});

test('a label on conversations that are hidden from a member is not theirs to delete', async () => {
  const { owner, platform } = world.server;
  const limited = await createUser(owner);
  await addMember(owner, world.clientId, limited, 'User');
  const auth = await createAuth(platform);
  const account = { clientId: world.clientId, role: 'User' as const };
  const as = world.apiAs(await auth.idTokens.sign({ ...limited, account }));
  const newLabel = async (name: string) =>
    (await world.api('POST /api/labels', { body: { name, color: 'blue' } })).body.id;
  const [label, own] = [await newLabel('Everywhere'), await newLabel('Theirs')];
  const thread = await customerWrites(world, '447700922003');
  const mine = await customerWrites(world, '447700922004');
  await put(thread.id, { add_label_ids: [label] });
  await put(mine.id, { add_label_ids: [label, own], assignee_id: limited.uid });
  await owner.query(`update client_users set restrictions = '{"only_assigned": true}' where user_id = $1`, [
    limited.uid,
  ]);
  const refused = await as('DELETE /api/labels/{id}', { params: { id: label } });
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).toContain('conversations that are hidden from you');
  expect((await as('DELETE /api/labels/{id}', { params: { id: own } })).status).toBe(200);
  await owner.query('update client_users set restrictions = $2 where user_id = $1', [
    limited.uid,
    { channel_ids: [crypto.randomUUID()] },
  ]);
  expect((await as('DELETE /api/labels/{id}', { params: { id: label } })).status).toBe(403);
  expect((await world.api('DELETE /api/labels/{id}', { params: { id: label } })).body).toEqual({ threads: 2 });
});

test('the activity of a conversation says what changed, once, and who did it', async () => {
  const thread = await customerWrites(world, '447700922002');
  await put(thread.id, { assignee_id: world.user.uid });
  await put(thread.id, { assignee_id: world.user.uid });
  await put(thread.id, { state: 'DONE' });
  await customerWrites(world, '447700922002', 'One more thing');
  await until(async () => ((await eventsOf(thread.id)).some(({ kind }) => kind === 'reopened') ? true : undefined));
  await put(thread.id, { snoozed_until: 'reply' });
  await put(thread.id, { snoozed_until: null });
  const { uid } = world.user;
  expect((await eventsOf(thread.id)).map(({ kind, created_by, detail }) => [kind, created_by, detail])).toEqual([
    ['snooze_ended', uid, {}],
    ['snoozed', uid, { until: 'reply' }],
    ['reopened', 'webhook', {}],
    ['done', uid, {}],
    ['assigned', uid, { assignee_id: uid, assignee_group_id: null }],
  ]);
  const changes = await queryAsOwner<{ n: number }>(
    world.server.owner,
    `select count(*)::int as n from (select row_id, collection, client_id from changes
       union all select row_id, collection, client_id from changes_new) c
     where c.client_id = $1 and c.collection = 'thread_events'`,
    [world.clientId],
  );
  expect(changes[0]?.n).toBeGreaterThanOrEqual(5);
});
