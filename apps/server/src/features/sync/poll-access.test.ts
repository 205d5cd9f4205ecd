// @module-tag data
import { afterAll, beforeAll, expect, it } from 'vitest';
import { neverDue } from '../../testing/never-due.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { createTeam, type Team } from '../../testing/team.ts';
import type { TestUser } from '../../testing/users.ts';
import { until } from '../../testing/world.ts';

let server: TestServer;
let team: Team;

beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
});
afterAll(() => server.close());

type Poll = { cursor: string; changes?: { collection: string }[]; reset?: string };
const poll = (user: TestUser, cursor: string) => team.call<Poll>(user, 'GET', `/sync/poll?cursor=${cursor}&timeout=30`);
const cursorOf = async (user: TestUser) => (await team.call<Poll>(user, 'GET', '/sync/poll')).body.cursor;

/** Everything that polls return from a cursor on, until a response has something other than changes. */
async function pollUntilOther(user: TestUser, from: string) {
  for (let cursor = from; ; ) {
    const answer = await poll(user, cursor);
    if (answer.body.changes === undefined) return answer;
    cursor = answer.body.cursor;
  }
}

it('a waiting poll resets a member whose role changed, and returns nothing read before', async () => {
  const user = await team.add('Admin');
  const pendingPoll = pollUntilOther(user, await cursorOf(user));
  await team.call(team.owner, 'PUT', `/team/${user.uid}`, { role: 'User' });
  const answer = await pendingPoll;
  expect([answer.status, typeof answer.body.reset]).toEqual([200, 'string']);
});

it('a waiting poll of a member restricted meanwhile returns no row read before', async () => {
  const user = await team.add('User');
  const pendingPoll = pollUntilOther(user, await cursorOf(user));
  await team.call(team.owner, 'PUT', `/team/${user.uid}`, { restrictions: { only_assigned: true } });
  expect(typeof (await pendingPoll).body.reset).toBe('string');
});

it.each([
  ['suspended', (uid: string) => team.call(team.owner, 'PUT', `/team/${uid}`, { suspended: true })],
  ['removed', (uid: string) => team.call(team.owner, 'DELETE', `/team/${uid}`)],
])('an open poll of a member who is %s returns nothing more', async (_how, end) => {
  const user = await team.add('User');
  const pendingPoll = pollUntilOther(user, await cursorOf(user));
  await end(user.uid);
  expect((await pendingPoll).status).toBe(401);
});

it.each([
  ['signs out', (token: string, _sid: string) => inject('POST', '/auth/sign-out', token)],
  [
    'ends the session elsewhere',
    async (_token: string, sid: string, other: string) => inject('DELETE', `/auth/sessions/${sid}`, other),
  ],
])('an open poll of a member who %s ends immediately', async (_how, end) => {
  const polls = neverDue('setTimeout', 30_000);
  const user = await team.add('User');
  const [{ sid, token }, other] = [await team.sessionOf(user), await team.sessionOf(user)];
  const pendingPoll = inject('GET', `/sync/poll?cursor=${await cursorOf(team.owner)}&timeout=30`, token);
  await until(async () => polls() === 1);
  expect((await end(token, sid, other.token)).statusCode).toBeLessThan(300);
  expect((await pendingPoll).statusCode).toBe(401);
});

async function inject(method: 'DELETE' | 'GET' | 'POST', path: string, token: string) {
  return server.app.http.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
}
