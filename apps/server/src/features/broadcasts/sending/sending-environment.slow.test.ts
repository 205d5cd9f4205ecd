import type { Campaign } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  listRecipients,
  moveClock,
  runCommand,
  startAndSnapshot,
  templateOf,
  timesGot,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { getMessage, queryAsOwner } from '../../../testing/inbox.ts';
import { serverBeside } from '../../../testing/server.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { settleRestoredSends } from '../../messaging/public.ts';
import { settleRestoredCampaigns } from './restored-repo.ts';

/* Events around a broadcast while it is sent: contacts, clocks, other processes, restores. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true });
  template = await templateOf(world);
});
afterAll(() => world.close());
afterEach(async () => {
  await world.phone('DELETE', '/faults');
  await sql('update channels set pace = 80, clock_offset_ms = 0, version = version + 1 where id = $1', [
    world.channelId,
  ]);
  await sql("update templates set category = 'UTILITY' where id = $1", [template]);
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const setPace = (pace: number) =>
  sql('update channels set pace = $2, version = version + 1 where id = $1', [world.channelId, pace]);
/** An hour of the account's day, so many hours from now. */
const hoursAhead = (hours: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' }).format(
    Date.now() + hours * 3_600_000,
  );
const left = ({ counters }: Campaign) => counters.sent + counters.delivered + counters.read;
const onceEach = (phones: readonly string[]) => phones.map(() => 1);

describe('people', () => {
  test('a contact who opts out after the start and before their turn gets nothing', async () => {
    await sql("update templates set category = 'MARKETING' where id = $1", [template]);
    const phones = freshPhones(30);
    const last = phones.at(-1) ?? '';
    const contact = await world.api('POST /api/contacts', { body: { name: 'Noor', phone_number: `+${last}` } });
    expect(contact.status).toBe(201);
    // Outside of its hours: the snapshot is complete, and no message is due.
    const schedule = { window: { from: hoursAhead(5), to: hoursAhead(9) } };
    const campaign = await draftTo(world, phones, { template_id: template, schedule });
    await startAndSnapshot(world, campaign);
    const fed = (await listRecipients(world, campaign)).find(({ phone_number }) => phone_number === last);
    expect(fed?.state).toBe('QUEUED');
    expect(fed?.message_id).toBeNull();
    await sql(
      `insert into suppressions (client_id, contact_id, source, active, provider_at) values ($1, $2, 'platform', true, now())`,
      [world.clientId, contact.body.id],
    );
    await sql('update contacts set opted_out_at = now(), version = version + 1 where id = $1', [contact.body.id]);
    await moveClock(world, 7);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.counters).toMatchObject({ delivered: 29, skipped: 1 });
    const her = (await listRecipients(world, campaign)).find(({ phone_number }) => phone_number === last);
    expect(her).toMatchObject({ state: 'SKIPPED', reason: 'opted_out', message_id: null });
    expect(await timesGot(world, phones)).toEqual(phones.map((phone) => (phone === last ? 0 : 1)));
    // Conversations begin with their message; the one that was refused has none.
    const threads = await sql(
      `select t.last_message_id = m.id and t.last_message_at = m."timestamp" and t.last_sort_at = m.sort_at as agrees,
         t.last_message_id is null and t.last_sort_at is null as is_empty
       from threads t join contacts c on c.client_id = t.client_id and c.id = t.contact_id
       left join messages m on m.client_id = t.client_id and m.thread_id = t.id
       where t.client_id = $1 and c.phone_number = any($2) order by 2`,
      [world.clientId, phones],
    );
    expect(threads).toEqual([
      ...Array.from({ length: 29 }, () => ({ agrees: true, is_empty: false })),
      { agrees: null, is_empty: true },
    ]);
  });

  test('a tapped button counts for its broadcast', async () => {
    const [phone = ''] = freshPhones(1);
    const made = await world.phone<{ id: string }>('POST', '/phones', { phone_number: phone, name: 'Ana' });
    const campaign = await draftTo(world, [phone], {
      template_id: await templateOf(world, 'appointment_reminder'),
      variables: { 'body.first_name': { value: 'Ana' }, 'body.day': { value: 'Friday' } },
    });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, isSettled);
    // A later message to the same contact is not the tapped one.
    const later = await draftTo(world, [phone], { template_id: template });
    await startAndSnapshot(world, later);
    await untilCampaign(world, later, isSettled);
    const [recipient] = await listRecipients(world, campaign);
    const { provider_message_id } = await getMessage(world, recipient?.message_id ?? '');
    await world.phone('POST', `/phones/${made.id}/taps`, { message_id: provider_message_id, button: 1 });
    const after = await untilCampaign(world, campaign, (now) => now.after.tapped === 1);
    expect(after.after).toEqual({ replied: 1, tapped: 1, opted_out: 0 });
    expect((await listRecipients(world, campaign))[0]?.tapped).toBe('Another day');
    expect((await getCampaign(world, later)).after).toEqual({ replied: 0, tapped: 0, opted_out: 0 });
  });

  test('opting out within three days counts for the latest broadcast', async () => {
    const phones = freshPhones(1);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, isSettled);
    const [recipient] = await sql<{ contact_id: string }>(
      'select contact_id from campaign_recipients where campaign_id = $1',
      [campaign.id],
    );
    await sql('update contacts set opted_out_at = now(), version = version + 1 where id = $1', [recipient?.contact_id]);
    await sql(
      `insert into changes_new (client_id, collection, row_id, marker, version) values ($1, 'contacts', $2, 'MODIFIED', 9)`,
      [world.clientId, recipient?.contact_id],
    );
    await untilCampaign(world, campaign, (now) => now.after.opted_out === 1);
  });

  test('a recipient whose message was erased while waiting is unknown, and the broadcast ends', async () => {
    await setPace(10);
    const phones = freshPhones(150);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, (now) => left(now) >= 2);
    // Whether a recipient waits at that moment is a matter of luck; within six seconds one does.
    await until(async () => {
      await runCommand(world, campaign, 'pause');
      const [parked] = await sql<{ message_id: string }>(
        "delete from messages where id = (select message_id from triggers where state = 'parked' limit 1) returning id as message_id",
      );
      if (parked === undefined) await runCommand(world, campaign, 'resume');
      return parked ?? null;
    });
    await setPace(80);
    await runCommand(world, campaign, 'resume');
    const end = await untilCampaign(
      world,
      campaign,
      (now) => now.state === 'FINISHED' && now.counters.delivered === 149,
    );
    expect(end.counters.unknown).toBe(1);
  });
});

describe('clocks', () => {
  test('a scheduled one starts by its channel’s clock; cancelled before, it is a draft again', async () => {
    const phones = freshPhones(2);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const campaign = await draftTo(world, phones, { template_id: template, schedule: { at } });
    expect((await runCommand(world, campaign, 'start')).state).toBe('SCHEDULED');
    expect((await runCommand(world, campaign, 'cancel')).state).toBe('DRAFT');
    expect((await runCommand(world, campaign, 'start')).state).toBe('SCHEDULED');
    expect((await runCommand(world, campaign, 'start')).state).toBe('SCHEDULED');
    expect(await listRecipients(world, campaign)).toEqual([]);
    await moveClock(world, 2);
    const end = await untilCampaign(world, campaign, isSettled);
    expect(end.started_at).not.toBeNull();
    expect(await timesGot(world, phones)).toEqual([1, 1]);
  });

  test('outside of its hours nothing is sent', async () => {
    const phones = freshPhones(2);
    const campaign = await draftTo(world, phones, {
      template_id: template,
      schedule: { window: { from: hoursAhead(5), to: hoursAhead(9) } },
    });
    await startAndSnapshot(world, campaign);
    // Another that was started later has long been sent.
    const other = await draftTo(world, freshPhones(2), { template_id: template });
    await startAndSnapshot(world, other);
    await untilCampaign(world, other, isSettled);
    expect(await getCampaign(world, campaign)).toMatchObject({ state: 'RUNNING', counters: { queued: 2 } });
    await moveClock(world, 7);
    await untilCampaign(world, campaign, isSettled);
  });
});

describe('processes', () => {
  test('two servers that enqueue, send and count send once', async () => {
    const second = await serverBeside(world.server);
    try {
      const [one, two] = [freshPhones(150), freshPhones(150)];
      const a = await draftTo(world, one, { template_id: template });
      const b = await draftTo(world, two, { template_id: template });
      await setPace(20);
      await Promise.all([startAndSnapshot(world, a), startAndSnapshot(world, b)]);
      await untilCampaign(world, a, (now) => left(now) > 20);
      await runCommand(world, a, 'pause');
      await runCommand(world, a, 'resume');
      await setPace(80);
      for (const campaign of [a, b]) await untilCampaign(world, campaign, isSettled);
      expect(await timesGot(world, one)).toEqual(onceEach(one));
      expect(await timesGot(world, two)).toEqual(onceEach(two));
    } finally {
      await second.close();
    }
  });

  test('after a gap in the feed everything is counted again', async () => {
    const phones = freshPhones(5);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, isSettled);
    await sql("update campaign_recipients set state = 'SENT', delivered_at = null where campaign_id = $1", [
      campaign.id,
    ]);
    expect((await getCampaign(world, campaign)).counters).toMatchObject({ sent: 5, delivered: 0 });
    await sql('update change_counters set pos = pos + 1000000 where client_id = $1', [world.clientId]);
    await untilCampaign(world, campaign, (now) => now.counters.delivered === 5);
    expect((await listRecipients(world, campaign)).every(({ delivered_at }) => delivered_at !== null)).toBe(true);
  });
});

describe('after a restore', () => {
  test('a recipient who may have been sent to since is unknown; a member retries them', async () => {
    await setPace(10);
    const phones = freshPhones(150);
    const planned = await draftTo(world, freshPhones(1), {
      template_id: template,
      schedule: { at: new Date(Date.now() + 3_600_000).toISOString() },
    });
    await runCommand(world, planned, 'start');
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    await untilCampaign(world, campaign, (now) => left(now) >= 3);
    await runCommand(world, campaign, 'pause');
    await until(async () => (await sql("select id from triggers where state = 'started'")).length === 0);
    // Its counters follow the messages: all that left are delivered, and counted.
    const sent = await sql(
      `select from messages m join campaign_recipients r on r.client_id = m.client_id and r.message_id = m.id
       where r.campaign_id = '${campaign.id}' and m.provider_message_id is not null`,
    );
    const before = await untilCampaign(world, campaign, (now) => now.counters.delivered === sent.length);
    await world.server.platform.db.system.transaction('maintenance', async (tx) => {
      await settleRestoredSends(tx);
      await settleRestoredCampaigns(tx);
    });
    const restored = await getCampaign(world, campaign);
    expect(restored).toMatchObject({ state: 'PAUSED', state_reason: 'restored', counters: { queued: 0 } });
    expect(restored.counters.unknown).toBe(150 - left(before));
    // Its time lies ahead by the clock: it was not run.
    expect((await getCampaign(world, planned)).state).toBe('SCHEDULED');
    await runCommand(world, planned, 'cancel');
    await setPace(80);
    const answer = await world.api('POST /api/campaigns/{id}/retry', {
      params: { id: campaign.id },
      body: { states: ['UNKNOWN'] },
    });
    expect(answer.body.counters.queued).toBe(150 - left(before));
    await runCommand(world, campaign, 'resume');
    await untilCampaign(world, campaign, isSettled);
    expect(await timesGot(world, phones)).toEqual(onceEach(phones));
  });
});
