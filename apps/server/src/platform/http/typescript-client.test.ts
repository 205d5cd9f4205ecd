import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scopes } from '@parley/contract/scopes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, type World } from '../../testing/world.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const folder = join(root, '.cache', 'typescript-client');
const file = join(folder, 'parley.ts');

type Call = (input?: object) => Promise<unknown>;
type Client = Record<string, Record<string, Call>>;

let world: World;
let client: Client;
let ParleyError: new () => Error & { status: number; code: string };

beforeAll(async () => {
  world = await testWorld();
  const key = await world.api('POST /api/api-keys', { body: { name: 'Client', scopes: [...scopes] } });
  await mkdir(folder, { recursive: true });
  await writeFile(file, await (await fetch(`${world.server.url}/api/client.ts`)).text());
  const module = (await import(file)) as { createParley: (o: object) => Client; ParleyError: typeof ParleyError };
  client = module.createParley({ base: world.server.url, key: (key.body as { key: string }).key });
  ParleyError = module.ParleyError;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

test('a call of every group reaches its route with what it needs', async () => {
  for (const [group, calls] of Object.entries(client)) {
    const [name, call] =
      Object.entries(calls).find(([id]) => /^get[A-Z]/.test(id) && !id.includes('By')) ??
      Object.entries(calls)[0] ??
      [];
    const result = await call?.({ params: { id: 'x' }, ...(!name?.startsWith('get') && { body: {} }) }).catch(
      (error: unknown) => error,
    );
    if (result instanceof Error) expect([group, name, result]).toEqual([group, name, expect.any(ParleyError)]);
    const { status, code } = (result ?? {}) as { status?: number; code?: string };
    expect([group, name, status === 401 || code === 'bad_request' || code === 'internal']).toEqual([
      group,
      name,
      false,
    ]);
  }
});

test('creates, reads, refuses in the words of the API, and repeats under a key', async () => {
  const body = { phone_number: `+${freshPhone()}`, name: 'Clara' };
  const made = (await client['contacts']?.['postContacts']?.({ body, idempotencyKey: 'order-1' })) as { id: string };
  expect(await client['contacts']?.['postContacts']?.({ body, idempotencyKey: 'order-1' })).toEqual(made);
  expect(await client['contacts']?.['getContactsById']?.({ params: { id: made.id } })).toMatchObject({ name: 'Clara' });
  await expect(client['contacts']?.['postContacts']?.({ body })).rejects.toMatchObject({
    status: 409,
    code: 'contact_exists',
  });
});

test('the types are valid TypeScript', async () => {
  await writeFile(
    join(folder, 'use.ts'),
    [
      "import { createParley } from './parley.ts';",
      "const parley = createParley({ base: 'https://parley.example', key: 'k' });",
      "const { id } = await parley.contacts.postContacts({ body: { phone_number: '+447700900123' } });",
      'const contact = await parley.contacts.getContactsById({ params: { id } });',
      'const name: string = contact.name;',
      `// @ts-${'expect-error'}: a message needs its channel`,
      "await parley.messages.postMessages({ body: { source: 'API', type: 'text', text: { body: name } } });",
      'export {};',
    ].join('\n'),
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const more = ['--ignoreConfig', '--allowImportingTsExtensions', '--erasableSyntaxOnly', '--types', 'node'];
  const run = promisify(execFile)(process.execPath, [tsc, ...options, ...more, join(folder, 'use.ts')], { cwd: root });
  await expect(run.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({ stdout: '' });
});
