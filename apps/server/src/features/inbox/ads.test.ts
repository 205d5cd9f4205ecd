import type { Report } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuth } from '../../testing/auth.ts';
import { customerSends, customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { addMember, createUser } from '../../testing/users.ts';
import { nowS, testWorld, type World } from '../../testing/world.ts';

/*
 * What WhatsApp says of the ad that a customer tapped: `referral` of the message.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages (ads that click to WhatsApp)
 */
let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const spring = {
  source_type: 'ad',
  source_id: '120220000000000017',
  source_url: 'https://fb.me/1',
  headline: 'Spring',
};
const post = { source_type: 'post', source_id: '990', source_url: 'javascript:alert(1)', body: 'Our new shop' };
const fromAd = (referral: Record<string, unknown>, from = freshPhone(), agoS = 0) =>
  customerSends(world, from, { type: 'text', text: { body: 'I saw your ad' }, referral }, nowS() - agoS);
const idsOf = async (ad: string) =>
  (await world.api('GET /api/threads', { query: { ad, limit: 50 } as never })).body.data.map(({ id }) => id).sort();
const byAd = async (api: World['api'] = world.api) =>
  ((await api('GET /api/reports', { query: {} as never })).body as Report).ads.by_ad;

test('conversations that came from an ad are found, listed by ad, and reported with what became of them', async () => {
  const phone = freshPhone();
  const first = await fromAd(spring, phone, 60);
  const second = await fromAd({ ...spring, headline: 'Spring service' }, freshPhone(), 40);
  const third = await fromAd(post, freshPhone(), 20);
  await customerWrites(world, freshPhone(), 'Nobody sent me');
  // The same customer comes again from another one: the conversation counts for both.
  await fromAd(post, phone);

  expect(await idsOf('any')).toEqual([first.id, second.id, third.id].sort());
  expect(await idsOf(spring.source_id)).toEqual([first.id, second.id].sort());
  expect(await idsOf(post.source_id)).toEqual([first.id, third.id].sort());
  expect(await idsOf('1')).toEqual([]);

  const { data } = (await world.api('GET /api/ads')).body;
  expect(data).toMatchObject([
    { id: '990', title: 'Our new shop', kind: 'post', url: null, threads: 2 },
    { id: spring.source_id, title: 'Spring service', kind: 'ad', url: 'https://fb.me/1', threads: 2 },
  ]);
  const origins = await world.api('GET /api/threads/{id}/origins', { params: { id: first.id } });
  expect(origins.body.ads.map(({ title }) => title)).toEqual(['Our new shop', 'Spring']);

  await world.api('PUT /api/threads/{id}', { params: { id: first.id }, body: { state: 'DONE', value: 125_000 } });
  await world.api('PUT /api/threads/{id}', { params: { id: second.id }, body: { value: 5_000 } });
  expect(await byAd()).toEqual([
    { id: spring.source_id, title: 'Spring service', threads: 2, done: 1, value: 130_000 },
    { id: '990', title: 'Our new shop', threads: 2, done: 1, value: 125_000 },
  ]);
  const file = await world.server.app.http.inject({
    url: '/api/reports/export?format=csv',
    headers: { authorization: `Bearer ${world.token}` },
  });
  expect(file.body).toContain('Spring service,2,1,1300');

  const view = await world.api('POST /api/views', {
    body: { name: 'Spring', shared: false, conditions: { ad: spring.source_id } } as never,
  });
  expect((await world.api('GET /api/threads/counts')).body.saved[view.body.id]).toBe(2);
});

test('members who see assigned conversations only see ads and their figures of these', async () => {
  const { owner, platform } = world.server;
  const limited = await createUser(owner, 'Lea Limited');
  await addMember(owner, world.clientId, limited, 'User');
  const account = { clientId: world.clientId, role: 'User' as const };
  const as = world.apiAs(await (await createAuth(platform)).idTokens.sign({ ...limited, account }));
  await owner.query(`update client_users set restrictions = '{"only_assigned": true}' where user_id = $1`, [
    limited.uid,
  ]);
  expect((await as('GET /api/ads')).body.data).toEqual([]);
  expect(await byAd(as)).toEqual([]);
  const theirs = await fromAd({ ...spring, source_id: '55', headline: 'Theirs' });
  await world.api('PUT /api/threads/{id}', { params: { id: theirs.id }, body: { assignee_id: limited.uid } });
  expect((await as('GET /api/ads')).body.data.map(({ id }) => id)).toEqual(['55']);
  expect((await byAd(as)).map(({ id }) => id)).toEqual(['55']);
});
