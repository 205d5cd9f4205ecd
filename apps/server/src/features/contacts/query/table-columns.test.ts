import type { BulkJob, ContactRow, Thread } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { until } from '../../../testing/world.ts';

let server: TestServer;
let team: Team;
let other: Team;
/** Ids by name. */
const ids = new Map<string, string>();
/** Hours since the newest message of each contact, by channel; Dora has none. */
const wrote: Record<string, number[]> = { Ada: [50, 2], Ben: [24], Cora: [2_000], Dora: [] };

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  other = await createTeam(server);
  for (const [n, name] of Object.keys(wrote).entries()) {
    const body = { phone_number: `+44770090012${n}`, name };
    ids.set(name, (await call<{ id: string }>('POST', '/contacts', body)).body.id);
  }
  const channels = [newId(), newId()];
  for (const id of channels) {
    await server.owner.query(
      `insert into channels
         (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
       values ($1, $2, 'WHATSAPP', $3, '', $3, '', '', '{}')`,
      [team.clientId, id, `Channel ${id}`],
    );
  }
  for (const [name, hours] of Object.entries(wrote)) {
    for (const [n, ago] of hours.entries()) {
      await server.owner.query(
        `insert into threads (client_id, id, channel_id, contact_id, to_phone, last_message_at)
         values ($1, $2, $3, $4, '', now() - make_interval(hours => $5))`,
        [team.clientId, newId(), channels[n], ids.get(name), ago],
      );
    }
  }
});
afterAll(() => server.close());

const call = <B = Record<string, unknown>>(method: string, path: string, payload?: object, who = team) =>
  who.call<B>(who.owner, method, path, payload);
type Page = { data: ContactRow[]; next_cursor: string | null };

async function names(query: string, limit = 200): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await call<Page>('GET', `/contacts?limit=${limit}${query}${cursor}`);
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    found.push(...page.body.data.map(({ name }) => name));
    if (page.body.next_cursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(page.body.next_cursor)}`;
  }
}
const filter = (value: object) => `&filter=${encodeURIComponent(JSON.stringify(value))}`;

describe('the last message', () => {
  test.each([1, 2, 200])(
    'sorts the table in pages of %i without repetition; contacts without messages come last',
    async (limit) => {
      expect(await names('&sort=-last_message_at', limit)).toEqual(['Ada', 'Ben', 'Cora', 'Dora']);
      expect(await names('&sort=last_message_at', limit)).toEqual(['Cora', 'Ben', 'Ada', 'Dora']);
    },
  );

  test('is part of the row, and can be filtered by, also as a number of days ago', async () => {
    const { body } = await call<Page>('GET', '/contacts?sort=-last_message_at');
    expect(body.data.map((row) => row.last_message_at !== null)).toEqual([true, true, true, false]);
    const asked = (op: string, value?: string) =>
      names(filter({ field: 'last_message_at', op, ...(value && { value }) })).then((found) => found.sort());
    expect(await asked('after', '-30d')).toEqual(['Ada', 'Ben']);
    expect(await asked('before', '-30d')).toEqual(['Cora']);
    expect(await asked('is_empty')).toEqual(['Dora']);
    expect(await names(filter({ field: 'created_at', op: 'after', value: '-7d' }))).toHaveLength(4);
    expect((await call('GET', `/contacts?${filter({ field: 'created_at', op: 'after', value: '-d' })}`)).status).toBe(
      422,
    );
  });
});

test('the origin sorts the table', async () => {
  await call('PUT', `/contacts/${ids.get('Ada')}`, {});
  await server.owner.query(`update contacts set origin = 'IMPORT' where client_id = $1 and name = 'Ben'`, [
    team.clientId,
  ]);
  expect((await names('&sort=origin', 1))[0]).toBe('Ben');
});

describe('all except some', () => {
  test('are the selection of a bulk operation, which is listed for a day', async () => {
    const body = {
      selection: { except: [ids.get('Ada'), ids.get('Dora')] },
      act: { kind: 'set_field', name: 'Tier', value: 'gold' },
    };
    const { body: job } = await call<BulkJob>('POST', '/contacts/bulk', body);
    expect(job.total).toBe(2);
    await until(async () => (await call<BulkJob>('GET', `/contacts/bulk/${job.id}`)).body.state === 'done');
    expect((await names(filter({ field: 'custom:Tier', op: 'is', value: 'gold' }))).sort()).toEqual(['Ben', 'Cora']);
    const { body: day } = await call<{ data: BulkJob[] }>('GET', '/contacts/bulk');
    expect(day.data.map(({ id }) => id)).toContain(job.id);
    expect((await call<{ data: BulkJob[] }>('GET', '/contacts/bulk', undefined, other)).body.data).toEqual([]);
  });

  test('only the given ids of the own account are exported', async () => {
    const lines = async (who: Team, selection: object) => {
      const { body, statusCode } = await server.app.http.inject({
        method: 'POST',
        url: '/api/contacts/export',
        headers: { authorization: `Bearer ${await who.tokenOf(who.owner)}` },
        payload: { selection },
      });
      expect(statusCode).toBe(200);
      return body.trim().split('\n');
    };
    const some = { ids: [ids.get('Ada'), ids.get('Cora')] };
    expect((await lines(team, some)).length).toBe(3);
    expect((await lines(team, { except: [ids.get('Ada')] })).length).toBe(4);
    expect((await lines(other, some)).length).toBe(1);
  });
});

test('the conversations of a contact, latest first, not those of another account', async () => {
  const of = (who: Team) => call<{ data: Thread[] }>('GET', `/contacts/${ids.get('Ada')}/threads`, undefined, who);
  const mine = (await of(team)).body.data;
  expect(mine).toHaveLength(2);
  expect(Date.parse(mine[0]?.last_message_at ?? '')).toBeGreaterThan(Date.parse(mine[1]?.last_message_at ?? ''));
  expect((await of(other)).status).toBe(404);
});
