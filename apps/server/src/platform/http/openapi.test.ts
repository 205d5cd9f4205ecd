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

type Document = { paths: Record<string, Record<string, { operationId: string; 'x-scopes'?: string[] }>> };

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
