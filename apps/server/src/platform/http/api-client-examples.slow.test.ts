import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWrites } from '../../testing/inbox.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, type World } from '../../testing/world.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const run = promisify(execFile);
const scopes = ['threads:read' as const, 'messages:write' as const, 'events:read' as const];
let world: World;
let folder: string;

beforeAll(async () => {
  world = await testWorld();
  folder = await mkdtemp(join(tmpdir(), 'parley-examples-'));
  await cp(join(root, 'examples', 'api-client'), folder, { recursive: true });
  await run(process.execPath, [join(root, 'scripts', 'pack-client.ts'), '--folder', folder]);
  const packages = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  expect(packages).toEqual(['parley-api-client-0.1.0.tgz']);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packages[0]}`], { cwd: folder });
}, 90_000);
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

test.each([
  { file: 'talk.mjs', command: process.execPath },
  { file: 'talk.py', command: 'python3' },
])(
  'the example $file lists conversations, sends once however often it runs, and reads what happened',
  async ({ file, command }) => {
    const key = await world.api('POST /api/api-keys', { body: { name: file, scopes } });
    const env = { PATH: process.env['PATH'], PARLEY_URL: world.server.url, ORDER: file };
    const runWith = async (PARLEY_KEY: string) => run(command, [join(folder, file)], { env: { ...env, PARLEY_KEY } });
    const thread = await customerWrites(world, freshPhone());
    const { stdout } = await runWith((key.body as { key: string }).key);
    expect(stdout).toContain(`Conversation ${thread.id} Amara Okafor: 1 unread`);
    expect(stdout).toMatch(/Event message\.(sent|status)/);
    expect((await runWith((key.body as { key: string }).key)).stdout).toContain(/Sent .*/.exec(stdout)?.[0]);
    const { body } = await world.api('GET /api/threads/{id}/messages', { params: { id: thread.id } });
    const sent = body.data.filter(({ direction }) => direction === 'OUTGOING');
    expect(sent).toMatchObject([{ source: 'API', text: { body: `Your order ${file} is ready.` } }]);
    await expect(runWith('no key')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('unauthorized: '),
    });
  },
  90_000,
);
