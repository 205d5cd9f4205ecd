import type { ReplyCost } from '@parley/contract/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Member, type Team } from '../../testing/team.ts';

let server: TestServer;
let team: Team;
let agent: Member;
let channel: string;
let sandbox: string;

beforeAll(async () => {
  server = await testServer({ env: { ROLE: 'api' } });
  team = await createTeam(server);
  agent = await team.add('User', 'Pia');
  const { rows } = await server.owner.query('select id from channels where client_id = $1', [team.clientId]);
  sandbox = rows[0].id;
  channel = newId();
  await server.owner.query(
    `insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
     values ($1, $2, 'WHATSAPP', 'Shop', '4477', '7', '1', '\\x00', '{}')`,
    [team.clientId, channel],
  );
  const rates = [
    { from: '2026-10-01', category: 'utility', market: 'GB', price: 0.02 },
    { from: '2026-10-01', category: 'utility', market: '', price: 0.01 },
  ];
  await team.call(team.owner, 'PUT', '/reports/rates', { currency: 'GBP', version: 0, free_replies: 3, rates });
});
afterAll(() => server.close());

async function conversation(phone: string, of = channel): Promise<string> {
  const [contact, thread] = [newId(), newId()];
  await server.owner.query(`insert into contacts (client_id, id, name) values ($1, $2, 'Otto')`, [
    ...[team.clientId, contact],
  ]);
  await server.owner.query(
    'insert into threads (client_id, id, channel_id, contact_id, to_phone, last_message_at) values ($1, $2, $3, $4, $5, now())',
    [team.clientId, thread, of, contact, phone],
  );
  return thread;
}

async function write(thread: string, hoursAgo: number, by: 'customer' | 'ad' | 'team'): Promise<void> {
  await server.owner.query(
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
       extras, created_by, created_at, "timestamp", sort_at)
     select $1, $3, id, channel_id, contact_id, $4, 'INBOX', 'WEB_APP', 'text', 2, '{"body": "x"}', $5, 'x', at, at, at
     from threads, date_trunc('second', now() - $6 * interval '1 hour') as at where client_id = $1 and id = $2`,
    [
      ...[team.clientId, thread, newId(), by === 'team' ? 'OUTGOING' : 'INCOMING'],
      ...[by === 'ad' ? { referral: { source_type: 'ad' } } : null, hoursAgo],
    ],
  );
}

const costOf = async (thread: string) =>
  (await team.call<ReplyCost>(team.owner, 'GET', `/threads/${thread}/reply-cost`)).body;

async function useAllowance(replies: number): Promise<void> {
  await server.owner.query('delete from report_charges where client_id = $1', [team.clientId]);
  await server.owner.query(
    `insert into report_charges (client_id, quarter, channel_id, category, digits, billable, n)
     values ($1, report_quarter(now()), $2, 'service', '4477', false, $3),
       ($1, report_quarter(now()), $2, 'free_entry_point', '4477', false, 50),
       ($1, report_quarter(now()) - 4 * 24 * 40, $2, 'service', '4477', false, 50)`,
    [team.clientId, channel, replies],
  );
}

it('a reply is free while the number has free replies left in the month, and then costs the rate of the country', async () => {
  const thread = await conversation('447700900100');
  await useAllowance(2);
  expect(await costOf(thread)).toEqual({
    ...{ currency: 'GBP', price: 0.02, free: { reason: 'allowance', used: 2, of: 3 } },
  });
  await useAllowance(3);
  expect(await costOf(thread)).toEqual({ currency: 'GBP', price: 0.02, free: null });
});

it('everything is free for 72 hours after an ad that was answered within a day', async () => {
  await useAllowance(3);
  const fromAd = async (adHoursAgo: number, answeredHoursAgo: number | null) => {
    const thread = await conversation('447700900100');
    await write(thread, adHoursAgo, 'ad');
    if (answeredHoursAgo !== null) await write(thread, answeredHoursAgo, 'team');
    await write(thread, 0, 'customer');
    return (await costOf(thread)).free?.reason ?? null;
  };
  expect(await fromAd(2, null)).toBe('ad');
  expect(await fromAd(71, 60)).toBe('ad');
  expect(await fromAd(30, null)).toBeNull();
  expect(await fromAd(60, 10)).toBeNull();
  expect(await fromAd(73, 72)).toBeNull();
  const thread = await conversation('447700900100');
  await write(thread, 5, 'customer');
  expect((await costOf(thread)).free).toBeNull();
});

it('the sandbox costs nothing, and only Admins and Owners see prices', async () => {
  const thread = await conversation('447700900100', sandbox);
  expect((await costOf(thread)).free).toEqual({ reason: 'sandbox' });
  expect((await team.call(agent, 'GET', `/threads/${thread}/reply-cost`)).status).toBe(403);
  expect((await team.call(team.owner, 'GET', `/threads/${newId()}/reply-cost`)).status).toBe(404);
});
