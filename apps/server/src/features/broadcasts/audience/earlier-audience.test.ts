import type { AudienceCheck, CampaignAudience } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  listRecipients,
  startAndSnapshot,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { customerWrites } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

/* Audiences that stand on what was sent before, and those that reach the sandbox only. */

let world: World;
let template: string;
beforeAll(async () => {
  world = await testWorld();
  template = await templateOf(world);
});
afterAll(() => world.close());

async function check(audience: CampaignAudience, area: 'BROADCAST' | 'BROADCAST_SANDBOX' = 'BROADCAST') {
  const body = { area, channel_id: world.channelId, template_id: template, audience };
  const answer = await world.api('POST /api/campaigns/audience', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as AudienceCheck;
}

describe('recipients of an earlier broadcast', () => {
  test('are selected by their result, and by whether they answered', async () => {
    const phones = freshPhones(6);
    const campaign = await draftTo(world, phones, { template_id: template, stop_rules: null });
    await world.phone('POST', '/faults', { next_send_error: 131_009, next_send_error_count: 2 });
    await startAndSnapshot(world, campaign);
    const isSettled = (state: string, n: number) => state === 'FINISHED' && n === 6;
    await untilCampaign(world, campaign, ({ state, counters }) =>
      isSettled(state, counters.delivered + counters.failed),
    );
    await world.phone('DELETE', '/faults');
    const got = (await listRecipients(world, campaign)).filter(({ state }) => state === 'DELIVERED');
    await customerWrites(world, got[0]?.phone_number ?? '', 'Yes please');
    await untilCampaign(world, campaign, ({ after }) => after.replied === 1);
    const named = async (...states: NonNullable<CampaignAudience['earlier']>['states']) =>
      (await check({ earlier: { campaign_id: campaign.id, states } })).total;
    expect(await named('FAILED')).toBe(2);
    expect(await named('DELIVERED')).toBe(4);
    expect(await named('REPLIED')).toBe(1);
    expect(await named('NOT_REPLIED')).toBe(3);
    expect(await named('FAILED', 'REPLIED')).toBe(3);
  });
});

describe('a broadcast to the sandbox', () => {
  test('reaches verified phones, and excludes real contacts', async () => {
    const [first, second] = [await customerWrites(world), await customerWrites(world)];
    const both = { contact_ids: [first.contact_id, second.contact_id] };
    const found = async () => {
      const { total, will_receive, excluded } = await check(both, 'BROADCAST_SANDBOX');
      return [total, will_receive, ...excluded.map(({ reason, count }) => `${reason} ${count}`)];
    };
    expect(await found()).toEqual([2, 0, 'not_a_test_phone 2']);
    const phone = first.contact.phone_number ?? '';
    await world.server.owner.query(
      `insert into test_numbers (client_id, id, position, name, phone_number, match_key, code, verified_at, created_by)
       values ($1, gen_random_uuid(), 1, 'Mine', $2, $2, '123456', now(), 'x')`,
      [world.clientId, phone],
    );
    expect(await found()).toEqual([2, 1, 'not_a_test_phone 1']);
    expect((await check(both)).will_receive).toBe(2);
  });
});
