import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  isSettled,
  listRecipients,
  receivedByPhones,
  runCommand,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

/* At most so many marketing messages reach one contact in so many days. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true });
  template = await templateOf(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql("update templates set category = 'MARKETING' where id = $1", [template]);
  await setLimit(1, 7);
});

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
async function setLimit(messages: number | null, days: number | null) {
  const { currency: _, used: __, ...before } = (await world.api('GET /api/broadcast-settings', {})).body;
  const body = { ...before, limit_messages: messages, limit_days: days };
  return world.api('PUT /api/broadcast-settings', { body });
}
async function send(phones: readonly string[]) {
  const campaign = await draftTo(world, phones, { template_id: template });
  return untilCampaign(world, await runCommand(world, campaign, 'start'), isSettled);
}
const check = (phones: readonly string[]) => ({
  channel_id: world.channelId,
  template_id: template,
  audience: { phone_numbers: phones.map((phone) => `+${phone}`) },
});
const got = async (phone: string) => (await receivedByPhones(world)).filter((entry) => entry.phone === phone).length;

describe('the limit', () => {
  test('excludes who got as many, in the check with the contacts behind it, and in the snapshot', async () => {
    const [first = '', second = ''] = freshPhones(2);
    await send([first]);
    const answer = await world.api('POST /api/campaigns/audience', { body: check([first, second]) });
    expect(answer.body).toMatchObject({ will_receive: 1, excluded: [{ reason: 'marketing_limit', count: 1 }] });
    const contacts = await world.api('POST /api/campaigns/audience/people', {
      body: { ...check([first, second]), show: { reason: 'marketing_limit' } },
    });
    expect(contacts.body.data).toMatchObject([{ phone_number: first }]);
    const campaign = await send([first, second]);
    const rows = await listRecipients(world, campaign);
    expect(new Map(rows.map((row) => [row.phone_number, row.reason]))).toEqual(
      new Map([
        [first, 'marketing_limit'],
        [second, null],
      ]),
    );
    expect(await got(first)).toBe(1);
  });

  test('counts only marketing, of the days, that was not refused', async () => {
    const [phone = ''] = freshPhones(1);
    await sql("update templates set category = 'UTILITY' where id = $1", [template]);
    await send([phone]);
    // A message has the category that its template has now.
    const other = await templateOf(world, 'hello_world');
    expect(other).toBe(template);
    await sql("update templates set category = 'MARKETING' where id = $1", [template]);
    const reasonOf = async () =>
      (await world.api('POST /api/campaigns/audience', { body: check([phone]) })).body.excluded.map(
        ({ reason }) => reason,
      );
    expect(await reasonOf()).toEqual(['marketing_limit']);
    await setLimit(2, 7);
    expect(await reasonOf()).toEqual([]);
    await setLimit(1, 7);
    const ofPhone = `where thread_id in (select id from threads where to_phone = $1)`;
    await sql(`update messages set status = -1 ${ofPhone}`, [phone]);
    expect(await reasonOf()).toEqual([]);
    await sql(`update messages set status = 2, "timestamp" = now() - interval '8 days' ${ofPhone}`, [phone]);
    expect(await reasonOf()).toEqual([]);
  });

  test('holds a message that waited while the contact got another one', async () => {
    const [phone = ''] = freshPhones(1);
    await setLimit(null, null);
    await sql('update channels set pace = 1, version = version + 1 where id = $1', [world.channelId]);
    const earlier = freshPhones(2);
    const campaign = await draftTo(world, [...earlier, phone], { template_id: template });
    await runCommand(world, campaign, 'start');
    await untilCampaign(world, campaign, ({ preparing }) => !preparing);
    await runCommand(world, campaign, 'pause');
    await sql('update channels set pace = 80, version = version + 1 where id = $1', [world.channelId]);
    const before = await got(phone);
    await send([phone]);
    await setLimit(1, 7);
    await runCommand(world, campaign, 'resume');
    await untilCampaign(world, campaign, isSettled);
    const row = (await listRecipients(world, campaign)).find(({ phone_number }) => phone_number === phone);
    if (before === 0) expect(row).toMatchObject({ state: 'SKIPPED', reason: 'marketing_limit' });
    expect(await got(phone)).toBe(before + 1);
  });

  test('of two broadcasts at once exactly one reaches the contact', async () => {
    const phones = freshPhones(10);
    await Promise.all([send(phones), send(phones), send(phones)]);
    expect(await Promise.all(phones.map(got))).toEqual(phones.map(() => 1));
  });

  test('needs messages and days, within bounds', async () => {
    expect((await setLimit(1, null)).status).toBe(422);
    expect((await setLimit(0, 7)).status).toBe(422);
    expect((await setLimit(1, 91)).status).toBe(422);
  });
});
