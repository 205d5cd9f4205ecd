// @module-tag data
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { importsOf } from './imports.ts';
import { queryAsOwner } from './inbox.ts';
import { type TestServer, testServer } from './server.ts';
import { createTeam, type Member, type Team } from './team.ts';

/** Calls by number would reveal to members with masked numbers which contact has one. */
let server: TestServer;
let team: Team;
let masked: Member;
let channelId: string;
let known: { id: string; digits: string };

const mask = (who: Member) =>
  queryAsOwner(
    server.owner,
    `update client_users set restrictions = '{"channel_ids": null, "only_assigned": false, "mask_phone_numbers": true,
       "no_export": false, "no_deletion": false}' where client_id = $1 and user_id = $2`,
    [team.clientId, who.uid],
  );

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  const channels = await queryAsOwner<{ id: string }>(server.owner, 'select id from channels where client_id = $1', [
    team.clientId,
  ]);
  channelId = channels[0]?.id ?? '';
  const digits = '447700200300';
  const made = await team.call<{ id: string }>(team.owner, 'POST', '/contacts', { phone_number: digits, name: 'Ann' });
  known = { id: made.body.id, digits };
  masked = await team.add('User');
  await mask(masked);
});
afterAll(() => server.close());

const text = { type: 'text', text: { body: 'Hello' } };
const byNumber: [string, (to: string) => { method: string; path: string; body: object }][] = [
  ['an import', () => ({ method: 'POST', path: '/imports', body: { name: 'Numbers' } })],
  [
    'a message',
    (to) => ({ method: 'POST', path: '/messages', body: { channel_id: channelId, source: 'COMPOSE', to, ...text } }),
  ],
  [
    'a composed message',
    (to) => ({
      method: 'POST',
      path: '/compose',
      body: { channel_id: channelId, messages: [{ id: newId(), to, ...text }] },
    }),
  ],
  [
    'a broadcast',
    (to) => ({
      method: 'POST',
      path: '/campaigns',
      body: { name: 'Sale', channel_id: channelId, audience: { phone_numbers: [to] } },
    }),
  ],
  [
    'an audience check',
    (to) => ({
      method: 'POST',
      path: '/campaigns/audience',
      body: { channel_id: channelId, audience: { phone_numbers: [to] } },
    }),
  ],
  [
    'an audience list',
    (to) => ({
      method: 'POST',
      path: '/campaigns/audience/people',
      body: { channel_id: channelId, audience: { phone_numbers: [to] }, show: { receiving: true } },
    }),
  ],
];

it.each(byNumber)(
  '%s by number answers members with masked numbers the same for every number',
  async (_name, callOf) => {
    const answers = [];
    for (const to of [`+${known.digits}`, '+447700200999', `+${known.digits}•`]) {
      const { method, path, body } = callOf(to);
      const { status, body: answer } = await team.call(masked, method, path, body);
      answers.push([status, answer['code'] ?? answer['error']]);
    }
    expect(answers[0]?.[0]).toBe(403);
    expect(new Set(answers.map((answer) => answer.join(' '))).size).toBe(1);
  },
);

it('members with masked numbers read no row of an import they made before', async () => {
  const maker = await team.add('User');
  const imports = await importsOf(server, team, maker);
  const { id } = await imports.upload(`Phone,Name\n+${known.digits},Ann\n+447700200301,Ben\n77,Bad\n`);
  const mapping = [{ target: 'phone' }, { target: 'name' }];
  await team.call(maker, 'PUT', `/imports/${id}/mapping`, { mapping, rules: {} });
  await imports.settled(id);
  await mask(maker);
  const calls = [
    ['GET', `/imports/${id}/rows`],
    ['GET', `/imports/${id}/problems`],
    ['GET', `/imports/${id}/fixes`],
    ['GET', `/imports/${id}/rejected`],
    ['PUT', `/imports/${id}/mapping`, { mapping, rules: {} }],
    ['PUT', `/imports/${id}/rows/1`, { values: [`+${known.digits}`, 'Ann'] }],
    ['POST', `/imports/${id}/start`],
  ] as const;
  const answers = [];
  for (const [method, path, body] of calls) answers.push([path, (await team.call(maker, method, path, body)).status]);
  expect(answers).toEqual(calls.map(([, path]) => [path, 403]));
});

it('a typed number added to a stored broadcast is refused, the masked ones stay', async () => {
  const audience = { phone_numbers: [`+${known.digits}`] };
  const body = { name: 'Sale', channel_id: channelId, audience };
  const { id } = (await team.call<{ id: string }>(team.owner, 'POST', '/campaigns', body)).body;
  const read = (await team.call<{ audience: { phone_numbers: string[] } }>(masked, 'GET', `/campaigns/${id}`)).body;
  const shown = read.audience.phone_numbers;
  const change = (numbers: string[]) =>
    team.call(masked, 'PUT', `/campaigns/${id}`, { audience: { phone_numbers: numbers } });
  expect((await change([...shown, '+447700200999'])).status).toBe(403);
  expect((await change(shown)).status).toBe(200);
  const checked = await team.call(masked, 'POST', '/campaigns/audience', {
    channel_id: channelId,
    audience: { phone_numbers: shown },
  });
  expect(checked.status).toBe(200);
  const stored = await team.call<{ audience: object }>(team.owner, 'GET', `/campaigns/${id}`);
  expect(stored.body.audience).toEqual(audience);
});

it('a contact in view is written to by id', async () => {
  const sent = await team.call(masked, 'POST', '/compose', {
    channel_id: channelId,
    messages: [{ id: newId(), contact_id: known.id, ...text }],
  });
  expect(sent.status).toBe(422);
  expect(JSON.stringify(sent.body)).toContain('window');
});
