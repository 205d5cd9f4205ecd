// @module-tag data
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportSourceRun } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from '../../../platform/secrets.ts';
import { type FileServer, startFileServer } from '../../../testing/file-server.ts';
import { queryAsOwner, untilBlocked } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

const entry = join(import.meta.dirname, '..', '..', '..', 'entrypoints', 'main.ts');
const secretKey = randomBytes(24).toString('hex');
let folder: string;
let world: World;
let files: FileServer;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-killed-source-'));
  files = await startFileServer();
  const secrets = await loadSecrets(folder, secretKey);
  // The work is done by processes that this test starts and kills.
  world = await testWorld({ secrets, env: { ROLE: 'api', ALLOWED_PRIVATE_HOSTS: files.host } });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: world.server.ownerUrl, SECRET_KEY: secretKey, PORT: '0' },
      ...{ DATA_DIR: join(folder, 'data'), ROLE: 'worker', LOG_LEVEL: 'warn', SANDBOX: 'off' },
      ALLOWED_PRIVATE_HOSTS: files.host,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('kill -9 while a file is fetched, and while its import begins: it is imported once', async () => {
  const { owner } = world.server;
  const count = async (table: string) =>
    (await queryAsOwner<{ n: number }>(owner, `select count(*)::int as n from ${table}`))[0]?.n;
  const made = await world.api('POST /api/import-sources', {
    body: {
      ...{ name: 'Shop', url: files.url('/people.csv'), schedule: { every: 'hours', hours: 1 }, rules: {} },
      mapping: [{ column: 'Phone', target: 'phone' }],
    },
  } as never);
  const { id } = made.body;
  // Due a minute ago.
  await queryAsOwner(owner, "update import_sources set next_at = now() - interval '1 minute'");
  files.files.set('/people.csv', { body: 'Phone\n+4477009', stops: 'body' });

  const first = await start();
  await until(async () => files.asked('/people.csv').length === 1);
  await kill(first);
  expect(await count('imports')).toBe(0);

  files.files.set('/people.csv', { body: 'Phone\n+447700900111\n+447700900112\n' });
  await owner.query('begin');
  await owner.query('lock table import_uploads in access exclusive mode');
  const second = await start();
  await untilBlocked(owner, 'import_uploads');
  await kill(second);
  await owner.query('commit');
  await until(async () => {
    const open = await queryAsOwner(
      owner,
      `select from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
         and query like '%import_uploads%'`,
    );
    return open.length === 0;
  });
  expect(await count('imports')).toBe(0);

  await start();
  const run = await until(async () => {
    const { body } = await world.api('GET /api/import-sources/{id}/runs', { params: { id } } as never);
    const [row] = body.data as ImportSourceRun[];
    return row?.state === 'done' ? row : null;
  }, 90_000);
  expect(run.import).toMatchObject({ added: 2 });
  expect(await count('imports')).toBe(1);
  expect(await count('import_source_runs')).toBe(1);
  expect(await count('contacts')).toBe(2);
}, 240_000);
