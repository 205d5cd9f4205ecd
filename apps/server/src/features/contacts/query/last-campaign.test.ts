import type { ContactCampaign, ContactRow } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';

let server: TestServer;
let team: Team;
let other: Team;
const ids = new Map<string, string>();
/** Ids of campaigns by name. */
const campaigns = new Map<string, string>();
let channel: string;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  other = await createTeam(server);
  for (const [n, name] of ['Ada', 'Ben', 'Cora', 'Dora'].entries()) {
    const body = { phone_number: `+44770090022${n}`, name };
    ids.set(name, (await call<{ id: string }>('POST', '/contacts', body)).body.id);
  }
  channel = newId();
  await server.owner.query(
    `insert into channels
       (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
     values ($1, $2, 'WHATSAPP', 'Shop', '', $3, '', '', '{}')`,
    [team.clientId, channel, channel],
  );
  await written('Spring', ['Ada', 'Ben', 'Cora']);
  await written('Summer', ['Ben', 'Dora']);
});
afterAll(() => server.close());

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object, who = team) =>
  who.call<B>(who.owner, method, path, payload);

/** A campaign with a snapshot of recipients, and no message sent. */
async function written(name: string, contacts: readonly string[]): Promise<void> {
  const id = newId();
  campaigns.set(name, id);
  await server.owner.query(
    `insert into campaigns (client_id, id, name, area, channel_id, template_id, audience, state, created_by)
     values ($1, $2, $3, 'BROADCAST', $4, $5, '{}', 'RUNNING', 'bot')`,
    [team.clientId, id, name, channel, newId()],
  );
  await server.owner.query(
    `insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, state)
     select $1, $2, x.n, 'c:' || x.id, x.id, 'QUEUED' from unnest($3::uuid[]) with ordinality as x(id, n)`,
    [team.clientId, id, contacts.map((one) => ids.get(one))],
  );
}

async function moved(campaign: string, name: string, state: string): Promise<void> {
  await server.owner.query(
    `update campaign_recipients set state = $4, message_id = coalesce(message_id, $5)
     where client_id = $1 and campaign_id = $2 and contact_id = $3`,
    [team.clientId, campaigns.get(campaign), ids.get(name), state, newId()],
  );
}

const table = async (query = '', who = team) =>
  (await call<{ data: ContactRow[] }>('GET', `/contacts?limit=200${query}`, undefined, who)).body.data;
const names = async (query: string) => (await table(query)).map(({ name }) => name);
const filter = (value: object) => `&filter=${encodeURIComponent(JSON.stringify(value))}`;
const lastOf = async (name: string) => {
  const found = (await table()).find((row) => row.name === name)?.last_campaign;
  return found == null ? null : `${found.name} ${found.state}`;
};
const allOf = async (name: string, who = team) =>
  call<{ data: ContactCampaign[]; next_cursor: string | null }>(
    'GET',
    `/contacts/${ids.get(name)}/campaigns?limit=1`,
    undefined,
    who,
  );

describe('the last broadcast of a contact', () => {
  test('is the latest one sent, with its result', async () => {
    expect(await Promise.all(['Ada', 'Ben', 'Dora'].map(lastOf))).toEqual([null, null, null]);
    await moved('Spring', 'Ada', 'SENT');
    await moved('Spring', 'Ben', 'SENT');
    await moved('Summer', 'Ben', 'SENT');
    await moved('Summer', 'Dora', 'FAILED');
    await moved('Spring', 'Ben', 'READ');
    expect(await lastOf('Ada')).toBe('Spring SENT');
    expect(await lastOf('Ben')).toBe('Summer SENT');
    expect(await lastOf('Dora')).toBe('Summer FAILED');
    await moved('Summer', 'Ben', 'DELIVERED');
    expect(await lastOf('Ben')).toBe('Summer DELIVERED');
  });

  test('is a column to sort and filter by', async () => {
    expect((await names('&sort=-last_campaign')).slice(0, 3)).toEqual(['Dora', 'Ben', 'Ada']);
    expect((await names('&sort=last_campaign')).slice(0, 3)).toEqual(['Ada', 'Ben', 'Dora']);
    expect(await names(filter({ field: 'last_campaign', op: 'is', value: 'FAILED' }))).toEqual(['Dora']);
    const notFailed = await names(filter({ field: 'last_campaign', op: 'is_not', value: 'FAILED' }));
    expect(notFailed.sort()).toEqual(['Ada', 'Ben', 'Cora']);
    expect(await names(filter({ field: 'last_campaign_at', op: 'after', value: '-1d' }))).toHaveLength(3);
    expect(await names(filter({ field: 'last_campaign', op: 'is_not_empty' }))).toHaveLength(3);
  });

  test('all broadcasts of the contact are listed, in pages, not for another account', async () => {
    const first = await allOf('Ben');
    expect(first.body.data.map(({ name, state }) => `${name} ${state}`)).toEqual(['Summer DELIVERED']);
    const path = `/contacts/${ids.get('Ben')}/campaigns?cursor=${encodeURIComponent(first.body.next_cursor ?? '')}`;
    const second = await call<{ data: ContactCampaign[]; next_cursor: string | null }>('GET', path);
    expect(second.body.data.map(({ name, state }) => `${name} ${state}`)).toEqual(['Spring READ']);
    expect(second.body.next_cursor).toBeNull();
    expect((await allOf('Ben', other)).status).toBe(404);
  });

  test('follows merges and their undo, and is deleted with the contact', async () => {
    const hand = (from: string, to: string | null, campaign: string) =>
      server.owner.query(
        'update campaign_recipients set contact_id = $4 where client_id = $1 and campaign_id = $2 and contact_id = $3',
        [team.clientId, campaigns.get(campaign), ids.get(from), to],
      );
    await hand('Dora', ids.get('Ada') ?? '', 'Summer');
    expect([await lastOf('Ada'), await lastOf('Dora')]).toEqual(['Summer FAILED', null]);
    await hand('Ada', null, 'Summer');
    expect([await lastOf('Ada'), await lastOf('Dora')]).toEqual(['Spring SENT', null]);
    await hand('Ada', null, 'Spring');
    expect(await lastOf('Ada')).toBeNull();
  });
});
