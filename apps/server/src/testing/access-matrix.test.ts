// @module-tag data
import { randomUUID } from 'node:crypto';
import { type RouteKey, routes } from '@parley/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessMatrix, actors, expectedStatus, matrixMembers, type NamedRow } from './access-matrix.ts';
import { type AccessWorld, createAccessWorld, fingerprintOf, requestOf } from './access-world.ts';
import { foreignIdRequests } from './foreign-id-requests.ts';
import { type TestServer, testServer } from './server.ts';

const keys = Object.keys(routes).sort() as RouteKey[];
const strangers = ['foreign', 'foreignKey'] as const;
let server: TestServer;
let world: AccessWorld;

beforeAll(async () => {
  server = await testServer();
  world = await createAccessWorld(server);
});
afterAll(() => server.close());

describe('the access matrix', () => {
  it('has one row for every route of the contract and no other', () => {
    expect(Object.keys(accessMatrix).sort()).toEqual(keys);
    expect(Object.values(accessMatrix).every((row) => row.expect.length === matrixMembers.length)).toBe(true);
  });

  it('names a row of account A in every URL with a parameter', () => {
    for (const key of keys) expect([key, accessMatrix[key].row !== undefined]).toEqual([key, key.includes('{')]);
  });

  it.each(actors.filter((actor) => !strangers.some((stranger) => stranger === actor)))(
    '%s gets the listed statuses',
    async (actor) => {
      expect(await answersTo(actor)).toEqual(expectedFor(actor));
    },
  );

  it.each(strangers)('%s gets the listed statuses and changes nothing of account A', async (stranger) => {
    const before = await fingerprintOf(server.owner, world.clientId);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['client_users', 'clients', 'messages', 'threads']));
    expect(await answersTo(stranger)).toEqual(expectedFor(stranger));
    expect(await fingerprintOf(server.owner, world.clientId)).toEqual(before);
  });

  it("another account's row and a missing row are the same 404", async () => {
    for (const key of keys.filter((name) => accessMatrix[name].row !== undefined)) {
      const named = await shown(await requestOf(key, 'foreign', world));
      expect([key, named.status]).toEqual([key, 404]);
      for (const rowId of [randomUUID(), 'no-uuid']) {
        expect([key, await shown(await requestOf(key, 'foreign', world, rowId))]).toEqual([key, named]);
      }
    }
  });

  it("another account's ids in a request are treated like unknown ones", async () => {
    const before = await fingerprintOf(server.owner, world.clientId);
    const headers = await world.headersOf('foreign');
    const message = { source: 'INBOX', type: 'text', text: { body: 'Hello' } };
    const requests: ((id: (row: NamedRow) => string) => InjectOptions)[] = [
      ...foreignIdRequests,
      (id) => ({ url: `/api/threads?channel_id=${id('channel')}` }),
      (id) => ({ url: `/api/threads?assignee=${id('user')}` }),
      (id) => ({ url: `/api/threads?assignee_group=${id('group')}` }),
      (id) => ({
        method: 'POST',
        url: '/api/messages',
        payload: { ...message, channel_id: id('channel'), to: '15550100002' },
      }),
      (id) => ({
        method: 'POST',
        url: '/api/messages',
        payload: { ...message, channel_id: id('channel'), thread_id: id('thread') },
      }),
    ];
    for (const request of requests) {
      const real = await shown({ ...request((row) => world.rows[row]), headers });
      const invented = await shown({ ...request(() => randomUUID()), headers });
      expect(real).toEqual(invented);
    }
    expect(await fingerprintOf(server.owner, world.clientId)).toEqual(before);
  });
});

/** A response without values that differ from call to call. */
async function shown(request: InjectOptions): Promise<{ status: number; body: unknown }> {
  const response = await server.app.http.inject(request);
  const body = response.json();
  if (body.error !== undefined) delete body.error.request_id;
  return { status: response.statusCode, body };
}

async function answersTo(actor: (typeof actors)[number]): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const key of keys) {
    const response = await server.app.http.inject(await requestOf(key, actor, world));
    answers[key] = response.statusCode;
  }
  return answers;
}

function expectedFor(actor: (typeof actors)[number]): Record<string, number> {
  return Object.fromEntries(keys.map((key) => [key, expectedStatus(key, actor)]));
}
