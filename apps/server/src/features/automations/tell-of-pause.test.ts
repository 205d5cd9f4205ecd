import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TenantTx } from '../../platform/db/sql.ts';
import { newId } from '../../platform/ids.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import { flowOf, keyword, publish, rows, say } from '../../testing/automations.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { type Api, testWorld, until, type World } from '../../testing/world.ts';
import { tellAutomationPaused } from '../notifications/public.ts';
import { pauseAutomation } from './facts/run-repo.ts';

let world: World;
let user: Api;
let admin: Api;
beforeAll(async () => {
  world = await testWorld();
  const { owner, platform } = world.server;
  const auth = await (await import('../../testing/auth.ts')).createAuth(platform);
  const memberAs = async (name: string, role: 'User' | 'Admin') => {
    const member = await createUser(owner, name);
    await addMember(owner, world.clientId, member, role);
    const account = { clientId: world.clientId, role };
    return world.apiAs(await auth.idTokens.sign({ uid: member.uid, sid: member.sid, account }));
  };
  user = await memberAs('Dana Whitfield', 'User');
  admin = await memberAs('Omar Okafor', 'Admin');
});
afterAll(() => world.close());

const inAccount = <T>(work: (tx: TenantTx) => Promise<T>) => world.server.platform.db.withTenant(world.clientId, work);
const told = async (api: Api) => (await api('GET /api/notifications', { query: {} })).body;
const brokenAutomation = () => publish(world, 'Broken', flowOf(keyword('broken'), [say('a', 'x')]));

test('Owner and Admins find in their notifications that an automation paused itself, with the reason and the way to it', async () => {
  const { id } = await brokenAutomation();
  await inAccount((tx) => pauseAutomation(tx, id, 'slow_words'));
  notifyJobs(world.server.platform);
  const { data } = await until(async () => {
    const page = await told(admin);
    return page.unread === 1 ? page : undefined;
  });
  expect(data).toMatchObject([
    {
      ...{
        kind: 'automation_paused',
        thread_id: null,
        channel_id: null,
        contact: null,
        campaign: null,
        actor_id: null,
      },
      automation: { id, name: 'Broken', reason: 'slow_words' },
    },
  ]);
  expect((await told(world.api)).unread).toBe(1);
  expect((await told(user)).data).toEqual([]);
  // Opening it clears it, for the member who opened it.
  const read = await admin('POST /api/notifications/read', { body: { automation_id: id } });
  expect(read.body.unread).toBe(0);
  expect((await told(world.api)).unread).toBe(1);
  // On again, it says so; deleted, nothing leads to it any more.
  await world.api('POST /api/automations/{id}/resume', { params: { id } });
  expect((await told(world.api)).data).toMatchObject([{ automation: { id, reason: null } }]);
  await rows(world, 'delete from automations where id = $1', [id]);
  expect(await told(world.api)).toMatchObject({ data: [], unread: 0 });
});

test('a pause is told once however often its job runs, the next one again', async () => {
  const { id } = await brokenAutomation();
  const pause = newId();
  const before = (await told(world.api)).unread;
  for (const each of [pause, pause, newId()]) {
    await inAccount((tx) => tellAutomationPaused(world.server.platform, tx, id, each));
  }
  expect((await told(world.api)).unread - before).toBe(2);
});

test('a notification has exactly one target, and its kind fits it', async () => {
  const { id } = await brokenAutomation();
  const insert = (kind: string, automation: string | null, campaign: string | null = null) =>
    rows(
      world,
      `insert into notifications (client_id, id, user_id, kind, automation_id, campaign_id, subject_id, in_app, desktop, phone, email)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, gen_random_uuid(), true, false, false, false)`,
      [world.clientId, world.user.uid, kind, automation, campaign],
    );
  await expect(insert('automation_paused', null)).rejects.toThrow(/violates check constraint/);
  await expect(insert('automation_paused', id, id)).rejects.toThrow(/violates check constraint/);
  await expect(insert('mine', id)).rejects.toThrow(/violates check constraint/);
  await expect(insert('automation_paused', newId())).rejects.toThrow(/foreign key/);
});
