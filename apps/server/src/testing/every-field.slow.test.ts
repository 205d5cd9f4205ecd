import { type RouteKey, routes } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type AccessWorld, createAccessWorld, requestOf } from './access-world.ts';
import { type Shape, sampleOf, withOddValues } from './sample-input.ts';
import { type TestServer, testServer } from './server.ts';

/*
 * Every field of every route with values that no one types. Whatever they are, the answer is an answer: a status under
 * 500, within the time of a call.
 */
let server: TestServer;
let world: AccessWorld;

beforeAll(async () => {
  server = await testServer({ env: { CALLS_PER_SECOND: '0', ACCOUNT_CALLS_PER_SECOND: '0' } });
  world = await createAccessWorld(server);
});
afterAll(() => server.close());

/** Stands for a value that JSON.stringify cannot write. */
const deep = 'nested five thousand times';
const written = (value: unknown) =>
  JSON.stringify(value).replace(JSON.stringify(deep), `${'{"all":['.repeat(2_500)}${']}'.repeat(2_500)}`);

const odd: unknown[] = [
  'a\u0000b',
  'a\ud83d',
  { 'a\u0000b': 'x' },
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  -1,
  0.5,
  '9'.repeat(400),
  'x'.repeat(70_000),
  '../../etc/passwd',
  '__proto__',
  'constructor',
  deep,
  null,
  true,
  [],
  {},
  [[]],
  ['', ''],
];
const oddTexts = odd.filter((value): value is string => typeof value === 'string');

const keys = Object.keys(routes) as RouteKey[];

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', cycles: 'ref' }) as Shape;
}

test.each(keys)('%s answers any value in any field', { timeout: 120_000 }, async (key) => {
  const { body, query } = routes[key] as { body?: z.ZodType; query?: z.ZodType; rawBody?: unknown };
  const failed: string[] = [];
  const usual = await requestOf(key, 'Owner', world);
  const call = async (path: string, change: object) => {
    const { statusCode } = await server.app.http.inject({ ...usual, ...change });
    if (statusCode >= 500) failed.push(`${statusCode} ${path}`);
  };
  if (body !== undefined && !('rawBody' in routes[key])) {
    const shape = shapeOf(body);
    for (const { path, value } of withOddValues(sampleOf(shape, shape), odd)) {
      const payload = written(value);
      await call(`body.${path} = ${payload.slice(0, 40)}`, {
        payload,
        headers: { ...usual.headers, 'content-type': 'application/json' },
      });
    }
  }
  if (query !== undefined) {
    for (const name of Object.keys(shapeOf(query).properties ?? {})) {
      for (const text of [...oddTexts, String(2 ** 31), String(2 ** 53), '-1', '1e308']) {
        await call(`query.${name} = ${text.slice(0, 40)}`, { query: { [name]: text } });
      }
    }
  }
  if (key.includes('{')) {
    const { url = '' } = (await requestOf(key, 'Owner', world, 'odd-value')) as { url?: string };
    for (const text of ['a%00b', '%ed%a0%bd', '..%2f..', 'x'.repeat(3_000), '2147483648', '9'.repeat(300)]) {
      await call(`path ${text.slice(0, 40)}`, { url: url.replace('odd-value', text) });
    }
  }
  expect(failed).toEqual([]);
});

test('and its caller is still the Owner of the account', async () => {
  const request = await requestOf('GET /api/threads', 'Owner', world);
  expect((await server.app.http.inject(request)).statusCode).toBe(200);
});
