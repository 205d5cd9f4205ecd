import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../testing/people.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';

let server: TestServer;
let team: Team;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
});
afterAll(() => server.close());

type Poll = { cursor: string; changes?: { collection: string }[]; reset?: string };
const poll = (person: Person, cursor: string) =>
  team.call<Poll>(person, 'GET', `/sync/poll?cursor=${cursor}&timeout=30`);
const cursorOf = async (person: Person) => (await team.call<Poll>(person, 'GET', '/sync/poll')).body.cursor;

/** Everything a poll answers from a cursor on until it says something else than changes. */
async function pollUntilOther(person: Person, from: string) {
  for (let cursor = from; ; ) {
    const answer = await poll(person, cursor);
    if (answer.body.changes === undefined) return answer;
    cursor = answer.body.cursor;
  }
}

it('a held poll tells whose role changed to start afresh, and gives nothing that was read before', async () => {
  const person = await team.add('Admin');
  const held = pollUntilOther(person, await cursorOf(person));
  await team.call(team.owner, 'PUT', `/team/${person.uid}`, { role: 'User' });
  const answer = await held;
  expect([answer.status, typeof answer.body.reset]).toEqual([200, 'string']);
});

it('a held poll of somebody who is limited meanwhile gives no row of before', async () => {
  const person = await team.add('User');
  const held = pollUntilOther(person, await cursorOf(person));
  await team.call(team.owner, 'PUT', `/team/${person.uid}`, { restrictions: { only_assigned: true } });
  expect(typeof (await held).body.reset).toBe('string');
});

it.each([
  ['suspended', (uid: string) => team.call(team.owner, 'PUT', `/team/${uid}`, { suspended: true })],
  ['removed', (uid: string) => team.call(team.owner, 'DELETE', `/team/${uid}`)],
])('a held poll of somebody who is %s gives nothing any more', async (_how, end) => {
  const person = await team.add('User');
  const held = pollUntilOther(person, await cursorOf(person));
  await end(person.uid);
  expect((await held).status).toBe(401);
});
