import type { Campaign } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  draftTo,
  freshPhones,
  getCampaign,
  isSettled,
  listRecipients,
  startAndSnapshot,
  templateOf,
  untilCampaign,
} from '../../../testing/broadcasts.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, type World } from '../../../testing/world.ts';

/* Tracked links: codes of recipients, the redirect, and what is counted. */

const phoneBrowser = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
let world: World;
let template: string;
let plain: string;
let publicUrl: string;
beforeAll(async () => {
  world = await testWorld();
  publicUrl = world.server.url;
  plain = await templateOf(world, 'appointment_reminder');
  template = await templateOf(world, 'order_ready');
  await sql(
    `update templates set components = replace(components::text, 'https://shop.example/orders/', $2)::jsonb where id = $1`,
    [template, `${publicUrl}/l/`],
  );
});
afterAll(() => world.close());

const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);
const open = (code: string, agent = phoneBrowser, method = 'GET') =>
  fetch(`${world.server.url}/l/${code}`, { method, redirect: 'manual', headers: { 'user-agent': agent } });
const linksOf = ({ id }: { id: string }) => world.api('GET /api/campaigns/{id}/links', { params: { id } });
const variables = {
  'body.1': { value: 'Ana' },
  'body.2': { value: 'A-17' },
  'button.0': { value: 'https://shop.example/sale?from={{PHONE_NUMBER}}' },
};
const valuesOf = async (campaign: { id: string }) =>
  (await listRecipients(world, campaign)).map((row) => (row as unknown as { values: Record<string, string> }).values);

/** Sent to so many phones, until nothing changes. */
async function sentTo(count: number): Promise<{ campaign: Campaign; codes: string[]; phones: string[] }> {
  const phones = freshPhones(count);
  const campaign = await draftTo(world, phones, { template_id: template, variables });
  await startAndSnapshot(world, campaign);
  await untilCampaign(world, campaign, isSettled);
  const codes = (await valuesOf(campaign)).map((values) => values['button.0'] ?? '');
  return { campaign, codes, phones };
}

test('each recipient has a code of their own, which leads to their address and counts once for each person', async () => {
  const { campaign, codes, phones } = await sentTo(3);
  expect(new Set(codes).size).toBe(3);
  const [first = '', second = ''] = codes;
  for (const code of [first, first, second]) {
    const answer = await open(code);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
  }
  expect((await open(first)).headers.get('location')).toBe(
    `https://shop.example/sale?from=${encodeURI(`+${phones[0]}`)}`,
  );
  const now = await untilCampaign(world, campaign, ({ after }) => after.tapped === 2);
  expect(now.after).toEqual({ replied: 0, tapped: 2, opted_out: 0 });
  expect((await linksOf(campaign)).body.data).toEqual([
    {
      kind: 'link',
      variant: null,
      variable: 'button.0',
      label: 'Track order',
      url: null,
      recipients: 3,
      tapped: 2,
      taps: 4,
      bot_taps: 0,
    },
  ]);
  const opened = await world.api('GET /api/campaigns/{id}/recipients', {
    params: { id: campaign.id },
    query: { link: 'button.0' },
  });
  expect(opened.body.data.map((row) => row.phone_number)).toEqual(phones.slice(0, 2));
  expect(opened.body.data.every((row) => row.opened_at !== null)).toBe(true);
  const tapped = await world.api('GET /api/campaigns/{id}/recipients', {
    params: { id: campaign.id },
    query: { after: 'tapped' },
  });
  expect(tapped.body.data).toHaveLength(2);
});

test('letters of any script in an address lead on, and an erased one nowhere', async () => {
  const { codes } = await sentTo(2);
  const [first = '', second = ''] = codes;
  await sql("update campaign_links set url = 'https://shop.example/größe?name=ليلى' where code = $1", [first]);
  await sql("update campaign_links set url = '' where code = $1", [second]);
  expect((await open(first)).headers.get('location')).toBe(encodeURI('https://shop.example/größe?name=ليلى'));
  expect((await open(second)).status).toBe(404);
});

test('previews and crawlers are led on and counted apart', async () => {
  const { campaign, codes } = await sentTo(1);
  const [code = ''] = codes;
  expect((await open(code, 'WhatsApp/2.24.1 A')).status).toBe(302);
  expect((await open(code, 'facebookexternalhit/1.1')).status).toBe(302);
  expect((await open(code, phoneBrowser, 'HEAD')).status).toBe(302);
  expect((await linksOf(campaign)).body.data[0]).toMatchObject({ tapped: 0, taps: 0, bot_taps: 3 });
  expect((await getCampaign(world, campaign)).after.tapped).toBe(0);
});

test('an unknown code is a page in plain words and leads nowhere', async () => {
  for (const code of ['AAAAAAAAAAAA', 'https:%2F%2Fevil.example', '..%2F..', 'x'.repeat(200)]) {
    const answer = await open(code);
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    expect(await answer.text()).toContain('This link does not exist.');
  }
  expect((await open('test')).status).toBe(200);
});

test('a link in the text is tracked where it was chosen, and only there', async () => {
  for (const track of [true, false]) {
    const campaign = await draftTo(world, freshPhones(1), {
      template_id: plain,
      variables: {
        'body.first_name': { value: 'Ana' },
        'body.day': { value: 'https://shop.example/a', ...(track && { track }) },
      },
    });
    await startAndSnapshot(world, campaign);
    const [values] = await valuesOf(campaign);
    if (track) expect(values?.['body.day']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/l\/\w{12}$/);
    else expect(values?.['body.day']).toBe('https://shop.example/a');
    await untilCampaign(world, campaign, isSettled);
  }
});

test('a tracked value that is no web address is named before the start, and leaves a recipient out', async () => {
  const draft = await draftTo(world, freshPhones(1), {
    template_id: template,
    variables: { ...variables, 'button.0': { value: 'javascript:alert(1)' } },
  });
  const refused = await world.api('POST /api/campaigns/{id}/start', { params: { id: draft.id } });
  const { error } = refused.body as unknown as { error: { data: { field: string }[] } };
  expect(error.data.map(({ field }) => field)).toEqual(['variables.button.0']);
  const named = await draftTo(world, freshPhones(1), {
    template_id: template,
    variables: { ...variables, 'button.0': { field: 'PHONE_NUMBER' } },
  });
  await startAndSnapshot(world, named);
  expect(await listRecipients(world, named)).toMatchObject([{ state: 'SKIPPED', reason: 'missing_value' }]);
});

test('every figure equals a recount at any moment of a running broadcast', async () => {
  await sql('update channels set pace = 60, version = version + 1 where id = $1', [world.channelId]);
  const campaign = await draftTo(world, freshPhones(240), { template_id: template, variables });
  await startAndSnapshot(world, campaign);
  const codes = (await valuesOf(campaign)).map((values) => values['button.0'] ?? '');
  let moments = 0;
  for (let at = 0; ; at += 1) {
    await Promise.all(codes.slice(at * 3, at * 3 + 3).map((code) => open(code)));
    // Both in one statement, which sees one moment.
    const [same] = await sql<{ figures: object; recount: object }>(
      `select (select coalesce(jsonb_object_agg(state, n), '{}') from campaign_counters where campaign_id = $1 and n > 0) as figures,
         (select coalesce(jsonb_object_agg(s, n), '{}') from (
           select s, count(*) as n from campaign_recipients r cross join lateral (values (r.state),
             (case when r.replied_at is not null then 'REPLIED' end),
             (case when r.tapped is not null or r.opened_at is not null then 'TAPPED' end),
             (case when r.opted_out_at is not null then 'OPTED_OUT' end)) v(s)
           where r.campaign_id = $1 and s is not null group by s) x) as recount`,
      [campaign.id],
    );
    expect(same?.figures).toEqual(same?.recount);
    moments += 1;
    if (isSettled(await getCampaign(world, campaign)) && at * 3 > codes.length) break;
  }
  expect(moments).toBeGreaterThan(10);
  const last = await untilCampaign(world, campaign, ({ after }) => after.tapped === 240);
  expect(last.counters.delivered + last.counters.read).toBe(240);
});
