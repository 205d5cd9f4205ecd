import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, type World } from '../../testing/world.ts';

/** Beside the project's other temporary files, where its modules are loaded from. */
const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', '.cache', 'generated-client');

/** What the generator makes of the document, as far as this test uses it. */
type Client = {
  OpenAPI: { BASE: string; TOKEN?: string };
  ApiError: new () => Error & { status: number };
  ContactsService: {
    postContacts(given: { requestBody: object }): Promise<{ id: string }>;
    getContactsById(given: { id: string }): Promise<{ name: string }>;
    getContacts(given: {
      search?: string;
      limit?: number;
    }): Promise<{ data: { id: string }[]; next_cursor: string | null }>;
  };
  MessagesService: { postMessages(given: { requestBody: object }): Promise<{ id: string; created_by: string }> };
  ThreadsService: { getThreadsByIdMessages(given: { id: string }): Promise<{ data: { id: string }[] }> };
};

type Operation = { operationId: string; tags: string[]; parameters: { $ref?: string }[]; 'x-scopes'?: string[] };
type Document = { paths: Record<string, Record<string, Operation>>; components: Record<string, object> };

let world: World;
let document: Document;
let client: Client;

beforeAll(async () => {
  world = await testWorld();
  document = (await (await fetch(`${world.server.url}/api/openapi.json`)).json()) as Document;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await generate({ input: document as never, output: folder, useOptions: true, useUnionTypes: true });
  client = (await import(join(folder, 'index.ts'))) as Client;
  client.OpenAPI.BASE = world.server.url;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

it('every call has a name of its own', () => {
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/);
  expect(document.paths['/api/threads/{id}/messages']?.['get']).toMatchObject({
    operationId: 'getThreadsByIdMessages',
    'x-scopes': ['messages:read'],
  });
});

it('what the contract names is named once, and every reference leads to it', () => {
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path = '']) => path));
  expect(references).toContain('schemas/Message');
  expect(references).toContain('schemas/Thread');
  expect([...text.matchAll(/"\$ref":"(?!#\/components\/)/g)]).toEqual([]);
  for (const path of references) {
    const [kind = '', name = ''] = path.split('/');
    expect(document.components[kind], path).toHaveProperty(name);
  }
});

it('says of each call whether an Idempotency-Key names what it creates, as its handler does', () => {
  const used = new Set(
    sources().flatMap((source) => [
      ...[...source.matchAll(/[cC]allId\([^)]*?'(POST [^']+)'/g)].map(([, key = '']) => key),
    ]),
  );
  const said = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters }]) =>
      parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  expect(said.length).toBeGreaterThan(30);
  expect(said.sort()).toEqual([...used].sort());
});

function sources(): string[] {
  const features = join(import.meta.dirname, '..', '..', 'features');
  return readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(features, name), 'utf8'));
}

it('a client that another generator makes of the document works with an API key', async () => {
  const scopes = ['contacts:read', 'contacts:write', 'messages:read', 'messages:write'] as const;
  const { key, id } = (await world.api('POST /api/api-keys', { body: { name: 'Generated', scopes: [...scopes] } }))
    .body;
  client.OpenAPI.TOKEN = key;
  const made = await client.ContactsService.postContacts({
    requestBody: { phone_number: `+${freshPhone()}`, name: 'Generated Gina' },
  });
  expect(await client.ContactsService.getContactsById({ id: made.id })).toMatchObject({ name: 'Generated Gina' });
  const found = await client.ContactsService.getContacts({ search: 'Generated G', limit: 5 });
  expect(found).toMatchObject({ data: [{ id: made.id }], next_cursor: null });
  const thread = await customerWrites(world);
  const sent = await client.MessagesService.postMessages({
    requestBody: {
      channel_id: thread.channel_id,
      thread_id: thread.id,
      source: 'API',
      type: 'text',
      text: { body: 'From a generated client' },
    },
  });
  expect(sent.created_by).toBe(`api:${id}`);
  const { data } = await client.ThreadsService.getThreadsByIdMessages({ id: thread.id });
  expect(data.map((message) => message.id)).toContain(sent.id);
  await expect(client.ContactsService.getContactsById({ id: thread.id })).rejects.toMatchObject({ status: 404 });
});
