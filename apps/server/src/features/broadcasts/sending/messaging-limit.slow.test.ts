import type { Campaign } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import {
  draftTo,
  freshPhones,
  isSettled,
  receivedByPhones,
  runCommand,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { customerWrites, queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/*
 * One limit of people a day for all numbers of a portfolio, which counts people outside of reply windows.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/messaging-limits.md
 */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

/** What the health check read of a channel's number. */
const readsLimit = (channelId: string, allowance: number, at = new Date()) =>
  sql(
    `insert into channel_health (client_id, channel_id, report) values ($1, $2, $3)
     on conflict (client_id, channel_id) do update set report = excluded.report`,
    [
      world.clientId,
      channelId,
      JSON.stringify({
        at: at.toISOString(),
        checks: [],
        token: { state: 'valid', expires_at: null },
        number: { ...noDetails, allowance, portfolio_id: '900' },
      }),
    ],
  );
const noDetails = {
  verified_name: null,
  name_status: null,
  status: null,
  quality: null,
  throughput: null,
  coexistence: null,
};

/** Another number of the portfolio, whose account is another one. */
async function otherNumber(): Promise<string> {
  const id = newId();
  await sql(
    `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, sandbox,
       credentials_enc, secrets_last4)
     select client_id, $2, kind, 'Service', '15550100999', '999', '999000', sandbox, credentials_enc, secrets_last4
     from channels where id = $1`,
    [world.channelId, id],
  );
  return id;
}

async function start(phones: readonly string[]): Promise<Campaign> {
  const { id } = await runCommand(world, await draftTo(world, phones, { template_id: template }), 'start');
  return (await world.api('GET /api/campaigns/{id}', { params: { id } })).body;
}
const gotSince = async (phones: readonly string[]) =>
  (await receivedByPhones(world)).filter(({ phone }) => phones.includes(phone)).length;

test('a broadcast waits for the limit that all numbers of the portfolio share, and nobody is refused', async () => {
  const [one = '', two = ''] = freshPhones(2);
  await readsLimit(world.channelId, 3);
  await untilCampaign(world, await start([one, two]), isSettled);
  const service = await otherNumber();
  // They were written to by the other number of the portfolio.
  await sql('update threads set channel_id = $2 where channel_id = $1', [world.channelId, service]);
  await sql('update messages set channel_id = $2 where channel_id = $1', [world.channelId, service]);
  await readsLimit(service, 250, new Date(Date.now() - 3_600_000));

  const health = (await world.api('GET /api/channels/health')).body.data;
  const shared = health.filter(({ channel_id: id }) => id === world.channelId || id === service);
  expect(shared.map(({ allowance_used, number }) => [allowance_used, number?.allowance])).toEqual([
    [2, 3],
    [2, 3],
  ]);

  const phones = freshPhones(3);
  const { id } = await start(phones);
  const waits = await untilCampaign(world, { id } as Campaign, ({ limit_until }) => limit_until !== null);
  expect(waits).toMatchObject({ state: 'RUNNING', counters: { failed: 0, skipped: 0 } });
  const freeInMs = Date.parse(waits.limit_until ?? '') - Date.now();
  expect(freeInMs).toBeGreaterThan(23 * 3_600_000);
  expect(freeInMs).toBeLessThanOrEqual(24 * 3_600_000);
  await until(async () => (await gotSince(phones)) === 1);

  // WhatsApp raises it, and says so for the other number.
  await sql(
    `insert into channel_facts (client_id, channel_id, name, value, provider_at) values ($1, $2, 'messaging_limit', 'TIER_2K', now())`,
    [world.clientId, service],
  );
  const done = await untilCampaign(world, waits, isSettled);
  expect(done).toMatchObject({ limit_until: null, counters: { failed: 0, skipped: 0 } });
  expect(await gotSince(phones)).toBe(3);
});

test('an answer inside the reply window uses nothing of it', async () => {
  const used = async () => {
    const { data } = (await world.api('GET /api/channels/health')).body;
    return data.find(({ channel_id: id }) => id === world.channelId)?.allowance_used;
  };
  const before = await used();
  const [phone = ''] = freshPhones(1);
  await customerWrites(world, phone);
  await untilCampaign(world, await start([phone]), isSettled);
  // Counts are kept for five seconds.
  await until(async () => (await gotSince([phone])) === 1);
  await new Promise((resolve) => setTimeout(resolve, 5_500));
  expect(await used()).toBe(before);
});
