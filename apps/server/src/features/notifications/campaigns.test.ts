import type { Campaign } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  isSettled,
  moveClock,
  runCommand,
  startAndSnapshot,
  templateOf,
  untilCampaign,
} from '../../testing/broadcasts.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { type PushService, startPushService } from '../../testing/push-service.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { campaignOccasionsOf, type Member } from './occasions.ts';

let push: PushService;
let world: World;
let template: string;
beforeAll(async () => {
  push = await startPushService();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: push.host } });
  template = await templateOf(world);
});
afterAll(async () => {
  await world.close();
  await push.close();
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const itemsOf = async ({ id }: Campaign) =>
  (await world.api('GET /api/notifications', { query: {} })).body.data.filter(({ campaign }) => campaign?.id === id);
const unread = async () => (await world.api('GET /api/notifications', { query: { only: 'unread' } })).body.unread;
const eventsOf = async (campaign: Campaign) => (await itemsOf(campaign)).map((item) => item.campaign?.event).reverse();
const caughtUp = () =>
  until(async () => {
    const [row] = await sql<{ behind: boolean }>(
      `select exists (select from changes_new) or exists (select from change_counters c
         left join notification_feeds f using (client_id) where c.pos > coalesce(f.feed_pos, 0)) as behind`,
    );
    return row?.behind === false;
  });

test('its creator is told when a broadcast pauses itself and when it finishes, once each, and by push', async () => {
  const browser = push.subscribe();
  const { endpoint, keys } = browser;
  await world.api('POST /api/push-devices', { body: { endpoint, keys, name: 'Chrome', kind: 'desktop' } });
  const campaign = await draftTo(world, freshPhones(20), {
    template_id: template,
    schedule: {
      first_share: { percent: 10, wait_hours: 2, rest: 'ask', failure_percent: 25, opt_out_percent: 5 },
    },
  });
  await startAndSnapshot(world, campaign);
  await untilCampaign(world, campaign, (now) => now.share?.state === 'WAITING');
  await moveClock(world, 3);
  await untilCampaign(world, campaign, ({ state }) => state === 'PAUSED');
  const [item] = await until(async () => {
    const items = await itemsOf(campaign);
    return items.length > 0 ? items : undefined;
  });
  expect(item).toMatchObject({
    ...{ kind: 'broadcast', thread_id: null, contact: null, message: null, actor_id: null },
    campaign: { name: 'Spring sale', event: 'paused', reason: 'share_sent' },
  });
  const [message] = await until(async () => {
    const messages = push.of(browser);
    return messages.length > 0 ? messages : undefined;
  });
  expect(message?.payload).toMatchObject({
    ...{ kind: 'broadcast', thread_id: null, campaign_id: campaign.id, unread: [campaign.id] },
    title: 'A broadcast paused',
  });
  await runCommand(world, campaign, 'resume');
  await untilCampaign(world, campaign, isSettled);
  await until(async () => (await itemsOf(campaign)).length === 2);
  await moveClock(world, 0);
  await caughtUp();
  expect(await eventsOf(campaign)).toEqual(['paused', 'finished']);
  expect(await unread()).toBe(2);
  // Opening its page clears both.
  const read = await world.api('POST /api/notifications/read', { body: { campaign_id: campaign.id } });
  expect(read.body.unread).toBe(0);
  expect((await itemsOf(campaign)).every(({ read_at }) => read_at !== null)).toBe(true);
});

test('a pause by a member tells that member nothing; a start that failed does', async () => {
  const campaign = await draftTo(world, freshPhones(4), { template_id: template });
  await sql('update channels set pace = 1 where id = $1', [world.channelId]);
  await startAndSnapshot(world, campaign);
  await runCommand(world, campaign, 'pause');
  await caughtUp();
  expect(await eventsOf(campaign)).toEqual([]);
  await runCommand(world, campaign, 'cancel');
  await sql(
    `insert into campaign_events (client_id, id, campaign_id, kind, actor, detail)
     values ($1, gen_random_uuid(), $2, 'cancelled', 'bot', '{"because": "There is no field named Bike."}')`,
    [world.clientId, campaign.id],
  );
  await world.api('PUT /api/campaigns/{id}', { params: { id: campaign.id }, body: { name: 'Renamed' } });
  await until(async () => (await itemsOf(campaign)).length === 1);
  expect(await eventsOf(campaign)).toEqual(['cancelled']);
});

test('a notification is about a conversation or a broadcast, never both or neither', async () => {
  const insert = (thread: string | null, campaign: string | null) =>
    sql(
      `insert into notifications (client_id, id, user_id, kind, thread_id, campaign_id, subject_id, in_app, desktop, phone, email)
       values ($1, gen_random_uuid(), $2, $5, $3, $4, gen_random_uuid(), true, false, false, false)`,
      [world.clientId, world.user.uid, thread, campaign, campaign === null ? 'mine' : 'broadcast'],
    );
  await expect(insert(null, null)).rejects.toThrow(/notifications_target/);
  await expect(insert(world.clientId, world.clientId)).rejects.toThrow(/notifications_target/);
});

test('the creator and who started it are told, as far as they see it', () => {
  const member = (user_id: string, sees = true): Member => ({
    user_id,
    role: 'User',
    group_ids: [],
    view: { canSeeThread: () => sees, canSeeCampaign: () => sees },
  });
  const team = [member('ana'), member('ben'), member('blind', false), member('other')];
  const subject = { id: 'e', campaign_id: 'c', channel_id: 'h', created_by: 'ana', actor: 'bot' };
  const receiversOf = (change: object) =>
    campaignOccasionsOf([{ ...subject, authors: ['ana', 'ben', 'blind'], ...change }], team).map(
      ({ user_id }) => user_id,
    );
  expect(receiversOf({})).toEqual(['ana', 'ben']);
  expect(receiversOf({ actor: 'ana' })).toEqual(['ben']);
  expect(receiversOf({ authors: ['api:key'] })).toEqual([]);
});
