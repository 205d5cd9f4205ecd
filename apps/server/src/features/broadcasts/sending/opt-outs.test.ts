// @module-tag data
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  isSettled,
  listRecipients,
  pauseWhileQueued,
  receivedByPhones,
  runCommand,
  startAndSnapshot,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { metadata, postAccountUpdate } from '../../../testing/webhooks.ts';
import { freshWamid, nowS, testWorld, type World } from '../../../testing/world.ts';

/* Whatever the source of an opt-out: who opted out after the recipients were fixed gets nothing any more. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld({ withOtherAccounts: true });
  template = await templateOf(world);
  await sql("update templates set category = 'MARKETING' where id = $1", [template]);
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const setPace = (pace: number) =>
  sql('update channels set pace = $2, version = version + 1 where id = $1', [world.channelId, pace]);

const from = (phone: string, message: object) => ({
  contacts: [{ profile: { name: 'Noor' }, wa_id: phone }],
  messages: [{ from: phone, id: freshWamid(), timestamp: String(nowS()), ...message }],
});
/** How a customer, WhatsApp or a member says it. */
const sources = {
  keyword: (phone: string) => world.deliver(from(phone, { type: 'text', text: { body: 'STOP' } })),
  button: (phone: string) => world.deliver(from(phone, { type: 'button', button: { text: 'Stop', payload: 'stop' } })),
  platform: (phone: string) =>
    postAccountUpdate(world, 'user_preferences', {
      messaging_product: 'whatsapp',
      metadata,
      contacts: [{ profile: { name: 'Noor' }, wa_id: phone }],
      user_preferences: [
        { wa_id: phone, detail: 'No more', category: 'marketing_messages', value: 'stop', timestamp: nowS() },
      ],
    }),
  manual: async (phone: string) => {
    const made = await world.api('POST /api/contacts', { body: { name: 'Noor', phone_number: `+${phone}` } });
    const [known] = await sql<{ contact_id: string }>(
      "select contact_id from contact_identities where kind = 'phone' and value = $1 and retired_at is null",
      [phone],
    );
    const id = made.status === 201 ? made.body.id : (known?.contact_id ?? '');
    await world.api('PUT /api/contacts/{id}/suppression', { params: { id }, body: { scope: 'marketing' } });
  },
};

describe.each(Object.entries(sources))('an opt-out by %s', (source, optOut) => {
  test('is found when the message is written, and when it waits in the queue', async () => {
    const phones = freshPhones(24);
    await setPace(4);
    const campaign = await draftTo(world, phones, { template_id: template });
    await startAndSnapshot(world, campaign);
    const waiting = async () => {
      const [row] = await sql<{ n: number }>(
        `select count(*)::int as n from campaign_recipients r join messages m on m.id = r.message_id
         where r.campaign_id = $1 and m.send_state = 'held'`,
        [campaign.id],
      );
      return row?.n ?? 0;
    };
    await pauseWhileQueued(world, campaign, waiting);
    const rows = await listRecipients(world, campaign);
    const unsent = await sql<{ phone: string; queued: boolean }>(
      `select r.phone_number as phone, m.id is not null as queued from campaign_recipients r
       left join messages m on m.id = r.message_id
       where r.campaign_id = $1 and (m.id is null or m.send_state = 'held')`,
      [campaign.id],
    );
    expect(rows).toHaveLength(24);
    expect(new Set(unsent.map(({ queued }) => queued))).toEqual(new Set([true, false]));
    for (const { phone } of unsent) await optOut(phone);
    await untilApplied(world.server.owner);
    await setPace(80);
    await runCommand(world, campaign, 'resume');
    await untilCampaign(world, campaign, isSettled);
    const left = new Set(unsent.map(({ phone }) => phone));
    const after = (await listRecipients(world, campaign)).filter(({ phone_number }) => left.has(phone_number));
    expect(new Set(after.map(({ state }) => state))).toEqual(new Set(['SKIPPED']));
    expect(after.every(({ reason }) => reason === 'opted_out' || reason === 'suppressed')).toBe(true);
    const confirmed = source === 'keyword' || source === 'button' ? 1 : 0;
    const got = await receivedByPhones(world);
    for (const phone of left) expect(got.filter((entry) => entry.phone === phone)).toHaveLength(confirmed);
  });
});
