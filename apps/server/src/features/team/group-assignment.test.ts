import type { Thread, UserGroup } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createAuth } from '../../testing/auth.ts';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { signInSyncConnection } from '../../testing/sync-connection.ts';
import { addMember, createSession, createUser, type TestUser } from '../../testing/users.ts';
import { type Api, testWorld, until, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

async function joinMember(
  restrictions: Record<string, unknown> = {},
): Promise<{ user: TestUser; token: string; api: Api }> {
  const user = await createUser(world.server.owner, 'Col League');
  await addMember(world.server.owner, world.clientId, user, 'User');
  await world.api('PUT /api/team/{user_id}', { params: { user_id: user.uid }, body: { restrictions } });
  const auth = await createAuth(world.server.platform);
  const sid = await createSession(world.server.owner, user.uid);
  const token = await auth.idTokens.sign({ uid: user.uid, sid, account: { clientId: world.clientId, role: 'User' } });
  return { user: user, token, api: world.apiAs(token) };
}

async function group(...members: TestUser[]): Promise<UserGroup> {
  const body = { name: `Group ${newId()}`, member_ids: members.map(({ uid }) => uid) };
  const { status, body: made } = await world.api('POST /api/user-groups', { body });
  expect(status).toBe(201);
  return made;
}

const conversation = () => customerWrites(world, freshPhone(), 'Hello');
const change = (thread: Thread, body: object) =>
  world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body });
const ids = async (api: Api, query: object) =>
  (await api('GET /api/threads', { query: { limit: 200, ...query } })).body.data.map(({ id }) => id);

describe('a conversation with a group', () => {
  it('is assigned to it, to a member of it, or to both', async () => {
    const mate = await joinMember();
    const [thread, sales] = [await conversation(), await group(mate.user)];
    expect(thread.assignee_group_id).toBeNull();
    const first = await change(thread, { assignee_group_id: sales.id });
    expect(first).toMatchObject({ status: 200, body: { assignee_group_id: sales.id, assignee_id: null } });
    expect((await change(thread, { assignee_id: mate.user.uid })).body).toMatchObject({
      assignee_group_id: sales.id,
      assignee_id: mate.user.uid,
    });
    expect((await change(thread, { assignee_group_id: null })).body).toMatchObject({
      assignee_group_id: null,
      assignee_id: mate.user.uid,
    });
  });

  it('is found with the group and not as unassigned', async () => {
    const [thread, sales, other] = [await conversation(), await group(), await group()];
    expect(await ids(world.api, { assignee: 'none' })).toContain(thread.id);
    await change(thread, { assignee_group_id: sales.id });
    expect(await ids(world.api, { assignee: 'none' })).not.toContain(thread.id);
    expect(await ids(world.api, { assignee_group: sales.id, state: 'ACTIVE' })).toEqual([thread.id]);
    expect(await ids(world.api, { assignee_group: sales.id, assignee: 'none' })).toEqual([]);
    expect(await ids(world.api, { assignee_group: other.id })).toEqual([]);
  });

  it('is rejected for a group of another account or an unknown one', async () => {
    const thread = await conversation();
    const foreign = await foreignGroup();
    for (const id of [foreign, newId()]) {
      expect(await change(thread, { assignee_group_id: id })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    }
    expect((await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body.assignee_group_id).toBeNull();
  });

  it('becomes unassigned when the group is deleted, and the feed reports it', async () => {
    const [thread, sales] = [await conversation(), await group()];
    await change(thread, { assignee_group_id: sales.id });
    const live = await signInSyncConnection(world.server.url, world.token);
    expect((await world.api('DELETE /api/user-groups/{id}', { params: { id: sales.id } })).status).toBe(204);
    await until(async () => live.changes().find(({ collection, id }) => collection === 'threads' && id === thread.id));
    const after = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
    expect(after.assignee_group_id).toBeNull();
    expect(after.version).toBeGreaterThan(thread.version);
    live.close();
  });

  it('survives concurrent deletion and assignment of its group without an error', async () => {
    for (let round = 0; round < 5; round++) {
      const [thread, sales] = [await conversation(), await group()];
      const [assigned, removed] = await Promise.all([
        change(thread, { assignee_group_id: sales.id }),
        world.api('DELETE /api/user-groups/{id}', { params: { id: sales.id } }),
      ]);
      expect(removed.status).toBe(204);
      expect([200, 404]).toContain(assigned.status);
      const after = (await world.api('GET /api/threads/{id}', { params: { id: thread.id } })).body;
      expect(after.assignee_group_id).toBeNull();
    }
  });
});

describe('members who see only assigned conversations', () => {
  it('see conversations of their groups too, in every list', async () => {
    const mate = await joinMember({ only_assigned: true });
    const [own, shared, foreign, nobodys] = [
      await conversation(),
      await conversation(),
      await conversation(),
      await conversation(),
    ];
    const [mine, otherGroup] = [await group(mate.user), await group()];
    await change(own, { assignee_id: mate.user.uid });
    await change(shared, { assignee_group_id: mine.id });
    await change(foreign, { assignee_group_id: otherGroup.id });
    expect(await ids(mate.api, {})).toEqual([shared.id, own.id]);
    expect(await ids(mate.api, { state: 'ACTIVE', channel_id: own.channel_id })).toEqual([shared.id, own.id]);
    expect(await ids(mate.api, { limit: 1 })).toEqual([shared.id]);
    expect(await ids(mate.api, { assignee: 'me' })).toEqual([own.id]);
    expect(await ids(mate.api, { assignee_group: mine.id })).toEqual([shared.id]);
    expect(await ids(mate.api, { assignee_group: otherGroup.id })).toEqual([]);
    expect(await ids(mate.api, { assignee: 'none' })).toEqual([]);
    const look = async (thread: Thread) =>
      (await mate.api('GET /api/threads/{id}', { params: { id: thread.id } })).status;
    expect(await look(shared)).toBe(200);
    expect(await look(foreign)).toBe(404);
    expect(await look(nobodys)).toBe(404);
    expect((await mate.api('GET /api/contacts/{id}', { params: { id: shared.contact_id } })).status).toBe(200);
    expect((await mate.api('GET /api/contacts/{id}', { params: { id: foreign.contact_id } })).status).toBe(404);
  });

  it('page through both kinds without a gap or a repetition', async () => {
    const mate = await joinMember({ only_assigned: true });
    const mine = await group(mate.user);
    const wanted: string[] = [];
    for (let n = 0; n < 5; n++) {
      const thread = await conversation();
      await change(thread, n % 2 === 0 ? { assignee_id: mate.user.uid } : { assignee_group_id: mine.id });
      wanted.unshift(thread.id);
    }
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = (await mate.api('GET /api/threads', { query: { limit: 2, ...(cursor && { cursor }) } })).body;
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(wanted);
  });

  it.each([
    ['put into a group', 'groups of the person'],
    ['put into a group', 'people of the group'],
    ['taken out of it', 'groups of the person'],
    ['taken out of it', 'people of the group'],
    ['taken out of it', 'end of the group'],
  ] as const)('start over when %s by the %s', async (what, how) => {
    const mate = await joinMember({ only_assigned: true });
    const joins = what === 'put into a group';
    const mine = joins ? await group() : await group(mate.user);
    const thread = await conversation();
    await change(thread, { assignee_group_id: mine.id });
    const live = await signInSyncConnection(world.server.url, mate.token);
    const members = joins ? [mate.user.uid] : [];
    if (how === 'groups of the person') {
      const body = { group_ids: joins ? [mine.id] : [] };
      await world.api('PUT /api/team/{user_id}', { params: { user_id: mate.user.uid }, body });
    } else if (how === 'people of the group') {
      await world.api('PUT /api/user-groups/{id}', { params: { id: mine.id }, body: { member_ids: members } });
    } else await world.api('DELETE /api/user-groups/{id}', { params: { id: mine.id } });
    await live.closed;
    expect(live.frames.at(-1)).toMatchObject({ type: 'reset' });
    const { status } = await mate.api('GET /api/threads/{id}', { params: { id: thread.id } });
    expect(status).toBe(joins ? 200 : 404);
    // A cursor from before does not bring what was in sight then.
    const again = await signInSyncConnection(world.server.url, mate.token, '0');
    await again.next('reset');
    again.close();
  });
});

async function foreignGroup(): Promise<string> {
  const user = await createUser(world.server.owner, 'Far Away');
  const auth = await createAuth(world.server.platform);
  const outside = await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account: null });
  const made = await world.apiAs(outside)('POST /api/clients', {
    body: { name: 'Far', country: 'GB', time_zone: 'UTC' },
  });
  const account = { clientId: made.body.client_id, role: 'Owner' as const };
  const token = await auth.idTokens.sign({ uid: user.uid, sid: user.sid, account });
  return (await world.apiAs(token)('POST /api/user-groups', { body: { name: 'Far', member_ids: [] } })).body.id;
}
