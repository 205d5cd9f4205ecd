import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld, type World } from '../../testing/world.ts';

type Request = {
  method: string;
  url: { raw: string; path: string[]; query: { key: string; disabled: boolean }[]; variable: { key: string }[] };
  header: { key: string; value: string; disabled?: boolean }[];
  body?: { mode: string; raw?: string };
};
type Collection = { info: { schema: string }; item: { name: string; item: { name: string; request: Request }[] }[] };

let world: World;
let collection: Collection;

beforeAll(async () => {
  world = await testWorld();
  collection = (await (await fetch(`${world.server.url}/api/postman.json`)).json()) as Collection;
});
afterAll(() => world.close());

/** The call as Postman makes it, with what is not disabled. */
async function send({ method, url, header, body }: Request, values: Record<string, string>): Promise<Response> {
  const path = url.path.map((part) => (part.startsWith(':') ? (values[part.slice(1)] ?? '') : part)).join('/');
  const headers = header.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, value] as const);
  return fetch(`${world.server.url}/${path}`, {
    method,
    headers: { ...Object.fromEntries(headers), authorization: `Bearer ${world.token}` },
    ...(body?.raw !== undefined && { body: body.raw }),
  });
}

test('the Postman collection has every call for keys, in the groups of the reference', async () => {
  const openapi = (await (await fetch(`${world.server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { 'x-scopes'?: string[] }>>;
  };
  const forKeys = Object.values(openapi.paths).flatMap((methods) =>
    Object.values(methods).filter((operation) => operation['x-scopes'] !== undefined),
  );
  const calls = collection.item.flatMap(({ item }) => item);
  expect(calls).toHaveLength(forKeys.length);
  expect(collection.item.map(({ name }) => name)).toContain('contacts');
  expect(collection.info.schema).toContain('v2.1.0');
});

test('a call of every group is understood as it stands in the collection', async () => {
  for (const { name, item } of collection.item) {
    const simple = item.find(({ request: { method, url } }) => method === 'GET' && url.variable.length === 0);
    const call = simple ?? item[0];
    if (call === undefined) throw new Error(`${name} has no call`);
    const answer = await send(call.request, {});
    expect([name, answer.status < 500 && answer.status !== 400]).toEqual([name, true]);
  }
});

test('the example of a body is one: adding a contact takes it once the values are real', async () => {
  const contacts = collection.item.find(({ name }) => name === 'contacts')?.item ?? [];
  const add = contacts.find(({ request: { method, url } }) => method === 'POST' && url.raw.endsWith('/contacts'));
  const body = JSON.parse(add?.request.body?.raw ?? '{}') as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['phone_number']);
});
