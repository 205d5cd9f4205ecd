import type { Contact, Filter } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';

let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  const moments = {
    // Auckland is 13 hours ahead of UTC in summer and 12 in winter.
    'before the day': '2026-11-15T10:59:59.999Z',
    'at its first moment': '2026-11-15T11:00:00.000Z',
    'in its evening': '2026-11-16T10:59:59.999Z',
    'on the next day': '2026-11-16T11:00:00.000Z',
    'on a winter day': '2026-07-01T12:00:00.000Z',
  };
  let phone = 447700900100;
  for (const [name, at] of Object.entries(moments)) {
    phone += 1;
    const made = await team.call(team.owner, 'POST', '/contacts', { name, phone_number: `+${phone}` });
    expect(made.status).toBe(201);
    await queryAsOwner(server.owner, 'update contacts set created_at = $1, opted_in_at = $1 where name = $2', [
      at,
      name,
    ]);
  }
  await queryAsOwner(server.owner, `update clients set time_zone = 'Pacific/Auckland'`);
});
afterAll(() => server.close());

async function found(filter: Filter): Promise<string[]> {
  const { body } = await team.call<{ data: Contact[] }>(
    team.owner,
    'GET',
    `/contacts?sort=created_at&filter=${encodeURIComponent(JSON.stringify(filter))}`,
  );
  return body.data.map(({ name }) => name).sort();
}

test.each(['created_at', 'opted_in_at'])('a day of %s begins at midnight of the account', async (field) => {
  const day = {
    all: [
      { field, op: 'after' as const, value: '2026-11-16' },
      { field, op: 'before' as const, value: '2026-11-17' },
    ],
  };
  expect(await found(day)).toEqual(['at its first moment', 'in its evening']);
  expect(await found({ field, op: 'before', value: '2026-07-02' })).toEqual([]);
  expect(await found({ field, op: 'before', value: '2026-07-03' })).toEqual(['on a winter day']);
});

test('a moment is taken as it is', async () => {
  expect(await found({ field: 'created_at', op: 'after', value: '2026-11-16T11:00:00.000Z' })).toEqual([
    'on the next day',
  ]);
});
