// @module-tag data
import { columnConditions, matchesThread, type ThreadConditions, viewConditions } from '@parley/contract/threads';
import type { Stage, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const put = (id: string, body: Record<string, unknown>) =>
  world.api('PUT /api/threads/{id}', { params: { id }, body: body as never });
const linesOf = async (id: string) =>
  (await world.api('GET /api/threads/{id}/events', { params: { id } })).body.data.map(({ kind, detail }) => ({
    kind,
    ...detail,
  }));
const stagesNow = async () => (await world.api('GET /api/stages')).body.data;
const newStage = async (name: string, closes = false): Promise<Stage> =>
  (await world.api('POST /api/stages', { body: { name, color: 'blue', closes } })).body;
const deleteAll = async () => {
  for (const { id } of await stagesNow()) await world.api('DELETE /api/stages/{id}', { params: { id }, query: {} });
};

test('stages are named once, keep an order without gaps, and tell every device', async () => {
  const [first, second, third] = [await newStage('New'), await newStage('Talking'), await newStage('Won', true)];
  expect((await world.api('POST /api/stages', { body: { name: 'won' } as never })).status).toBe(409);
  expect([first, second, third].map(({ position }) => position)).toEqual([0, 1, 2]);
  const moved = await world.api('PUT /api/stages/{id}', { params: { id: third.id }, body: { position: 0 } });
  expect(moved.body).toMatchObject({ position: 0, closes: true, name: 'Won' });
  expect((await stagesNow()).map(({ name, position }) => [name, position])).toEqual([
    ['Won', 0],
    ['New', 1],
    ['Talking', 2],
  ]);
  const again = await world.api('PUT /api/stages/{id}', { params: { id: third.id }, body: { position: 0 } });
  expect(again.body.version).toBe(moved.body.version);
  expect(await world.api('PUT /api/stages/{id}', { params: { id: first.id }, body: { name: 'WON' } })).toMatchObject({
    status: 409,
    body: { error: { data: [{ field: 'name' }] } },
  });
  await world.api('DELETE /api/stages/{id}', { params: { id: first.id }, query: {} });
  expect((await stagesNow()).map(({ name, position }) => [name, position])).toEqual([
    ['Won', 0],
    ['Talking', 1],
  ]);
  expect((await world.api('GET /api/bootstrap')).body.stages).toEqual(await stagesNow());
  await deleteAll();
});

test('a conversation moved to a stage takes its state, each change is one line, and a repetition writes nothing', async () => {
  const [talking, won] = [await newStage('Talking'), await newStage('Won', true)];
  const { id } = await customerWrites(world, '447700923001');
  expect((await put(id, { stage_id: won.id, value: 125_050 })).body).toMatchObject({
    ...{ stage_id: won.id, value: 125_050, state: 'DONE' },
  });
  expect((await put(id, { stage_id: won.id, value: 125_050 })).body.state).toBe('DONE');
  expect(await linesOf(id)).toHaveLength(3);
  expect(await linesOf(id)).toEqual(
    expect.arrayContaining([
      { kind: 'done' },
      { kind: 'stage_changed', stage_id: won.id },
      { kind: 'value_changed', value: 125_050 },
    ]),
  );
  expect((await put(id, { stage_id: talking.id })).body.state).toBe('ACTIVE');
  expect((await put(id, { stage_id: won.id, state: 'ACTIVE' })).body.state).toBe('ACTIVE');
  expect((await put(id, { stage_id: null, value: null })).body).toMatchObject({ stage_id: null, value: null });
  expect(await put(id, { stage_id: id })).toMatchObject({ status: 404 });
  for (const value of [-1, 1.5, 1_000_000_000_001]) expect((await put(id, { value })).status).toBe(422);
  const [line] = await linesOf(id);
  expect(['stage_changed', 'value_changed']).toContain(line?.kind);
  await deleteAll();
});

test('the conversations of a deleted stage move where the Admin says, with a line each, or stand in no stage', async () => {
  const [from, to] = [await newStage('Offer sent'), await newStage('Won', true)];
  const moved = await Promise.all(['447700923002', '447700923003'].map((number) => customerWrites(world, number)));
  for (const { id } of moved) await put(id, { stage_id: from.id });
  const missing = { params: { id: from.id }, query: { move_to: from.id } };
  expect((await world.api('DELETE /api/stages/{id}', missing)).status).toBe(404);
  const gone = await world.api('DELETE /api/stages/{id}', { params: { id: from.id }, query: { move_to: to.id } });
  expect(gone.body).toEqual({ threads: 2 });
  for (const { id } of moved) {
    const { body } = await world.api('GET /api/threads/{id}', { params: { id } });
    expect(body).toMatchObject({ stage_id: to.id, state: 'ACTIVE' });
    expect((await linesOf(id))[0]).toEqual({ kind: 'stage_changed', stage_id: to.id });
  }
  await world.api('DELETE /api/stages/{id}', { params: { id: to.id }, query: {} });
  const none = await world.api('GET /api/threads', { query: { stage: 'none' } as never });
  expect(none.body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(moved.map(({ id }) => id)));
});

let seed = 20_261_129;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;

test('after random changes every column counts and sums exactly what it shows, in every view', async () => {
  const stages = [await newStage('New'), await newStage('Talking'), await newStage('Won', true)];
  const threads = [];
  for (let n = 0; n < 8; n++) threads.push(await customerWrites(world, `4477009231${10 + n}`));
  const conditions: ThreadConditions[] = [{}, ...Object.values(viewConditions), { unread: 'true' }];
  for (let round = 0; round < 12; round++) {
    for (let n = 0; n < 6; n++) {
      const change = pick([
        { stage_id: pick([null, ...stages.map(({ id }) => id)]) },
        { value: pick([null, 0, random(1_000_000), 1_000_000_000_000]) },
        { state: pick(['ACTIVE', 'DONE']) },
        { assignee_id: pick([null, world.user.uid]) },
      ]);
      expect((await put(pick(threads).id, change)).status).toBe(200);
    }
    const all = (await world.api('GET /api/threads', { query: { limit: 100 } })).body.data;
    const wanted = pick(conditions);
    const { data } = (await world.api('GET /api/threads/stages', { query: wanted as never })).body;
    for (const stage of [null, ...stages]) {
      const shown = all.filter((thread) => matchesThread(columnConditions(wanted, stage), thread, clock()));
      const value = shown.reduce((sum, thread: Thread) => sum + (thread.value ?? 0), 0);
      const total = data.find(({ stage_id: id }) => id === (stage?.id ?? null));
      expect(total ?? { stage_id: stage?.id ?? null, threads: 0, value: 0 }, JSON.stringify(wanted)).toEqual({
        ...{ stage_id: stage?.id ?? null, threads: shown.length, value },
      });
    }
  }
  await deleteAll();
});

const clock = () => ({
  uid: world.user.uid,
  nowMs: Date.now(),
  channelNowMs: () => Date.now(),
  closingSoonMs: 7_200_000,
});

test('members who see some conversations count and sum those alone, and change no stages', async () => {
  const { owner, platform } = world.server;
  const limited = await createUser(owner);
  await addMember(owner, world.clientId, limited, 'User');
  const auth = await createAuth(platform);
  const account = { clientId: world.clientId, role: 'User' as const };
  const as = world.apiAs(await auth.idTokens.sign({ ...limited, account }));
  const stage = await newStage('Talking');
  const [hidden, theirs] = [await customerWrites(world, '447700923201'), await customerWrites(world, '447700923202')];
  await put(hidden.id, { stage_id: stage.id, value: 900 });
  await put(theirs.id, { stage_id: stage.id, value: 70, assignee_id: limited.uid });
  await owner.query(`update client_users set restrictions = '{"only_assigned": true}' where user_id = $1`, [
    limited.uid,
  ]);
  expect((await as('GET /api/threads/stages', { query: {} })).body.data).toEqual([
    { stage_id: stage.id, threads: 1, value: 70 },
  ]);
  expect((await as('PUT /api/threads/{id}', { params: { id: hidden.id }, body: { value: 1 } })).status).toBe(404);
  expect((await as('DELETE /api/stages/{id}', { params: { id: stage.id }, query: {} })).status).toBe(403);
  await deleteAll();
});

test('of two who move a conversation at once the later one wins, and both moves are in the activity', async () => {
  const [one, other] = [await newStage('One'), await newStage('Other')];
  const { id } = await customerWrites(world, '447700923301');
  const answers = await Promise.all([put(id, { stage_id: one.id }), put(id, { stage_id: other.id })]);
  const last = answers.sort((a, b) => b.body.version - a.body.version)[0];
  const { body } = await world.api('GET /api/threads/{id}', { params: { id } });
  expect(body.stage_id).toBe(last?.body.stage_id);
  const moves = (await linesOf(id)).map(({ kind, stage_id: to }) => [kind, to]);
  expect(moves.sort()).toEqual([one, other].map((stage) => ['stage_changed', stage.id]).sort());
  await deleteAll();
});

test('a merged conversation hands on its stage and value where the other has none, and the undo takes them back', async () => {
  const stage = await newStage('Talking');
  const [kept, merged] = [await customerWrites(world, '447700923401'), await customerWrites(world, '447700923402')];
  await put(merged.id, { stage_id: stage.id, value: 500 });
  await put(kept.id, { value: 100 });
  const answer = await world.api('POST /api/contacts/merge', {
    body: { contact_id: kept.contact_id, merge_ids: [merged.contact_id] } as never,
  });
  expect(answer.status).toBeLessThan(300);
  const { body } = await world.api('GET /api/threads/{id}', { params: { id: merged.id } });
  expect(body).toMatchObject({ id: kept.id, stage_id: stage.id, value: 100 });
  const undone = await world.api('POST /api/contacts/merges/{id}/undo', {
    params: { id: answer.body.id },
  });
  expect(undone.status).toBe(200);
  const threadOf = async (id: string) => (await world.api('GET /api/threads/{id}', { params: { id } })).body;
  expect(await threadOf(kept.id)).toMatchObject({ id: kept.id, stage_id: null, value: 100 });
  expect(await threadOf(merged.id)).toMatchObject({ id: merged.id, stage_id: stage.id, value: 500 });
  await deleteAll();
});
