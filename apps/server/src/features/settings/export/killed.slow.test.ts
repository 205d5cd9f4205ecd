// @module-tag data
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from '../../../platform/secrets.ts';
import { entriesOf, rowsOf } from '../../../testing/account-export.ts';
import { testFolder } from '../../../testing/backup.ts';
import { untilBlocked } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

const entry = join(import.meta.dirname, '..', '..', '..', 'entrypoints', 'main.ts');
const secretKey = randomBytes(24).toString('hex');
const children: ChildProcess[] = [];
let folder: Awaited<ReturnType<typeof testFolder>>;
let world: World;
beforeAll(async () => {
  folder = await testFolder();
  const secrets = await loadSecrets(folder.path(''), secretKey);
  // The file is written by processes that this test starts and kills.
  world = await testWorld({ secrets, env: { ROLE: 'api', DATA_DIR: folder.path('data') } });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
  await folder.close();
});

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: {
      ...{ PATH: process.env['PATH'], DATABASE_URL: world.server.ownerUrl, SECRET_KEY: secretKey, PORT: '0' },
      ...{ DATA_DIR: folder.path('data'), ROLE: 'worker', LOG_LEVEL: 'warn', SANDBOX: 'off' },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

/** The files of the account in the storage. */
async function stored(): Promise<string[]> {
  const files = await readdir(folder.path(`data/media/${world.clientId}`), { recursive: true }).catch(() => []);
  return files.filter((name) => name.includes('/'));
}

test('kill -9 in the middle of an export: there is no file, and the next process writes a whole one', async () => {
  const { owner, url } = world.server;
  const { status } = await world.api('POST /api/client/export');
  expect(status).toBe(202);
  await owner.query('begin');
  // Of a worker only an export reads it.
  await owner.query('lock table sandbox_scenarios in access exclusive mode');
  const first = await start();
  await untilBlocked(owner, 'sandbox_scenarios');
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  await owner.query('commit');
  expect(await stored()).toEqual([]);
  expect((await world.api('GET /api/client/export')).body.file?.state).toBe('running');
  expect((await world.api('POST /api/client/export/link')).status).toBe(404);

  await start();
  await until(async () => (await world.api('GET /api/client/export')).body.file?.state === 'done', 60_000);
  expect(await stored()).toHaveLength(1);
  const link = await world.api('POST /api/client/export/link');
  const file = folder.path('account.tar.gz');
  await writeFile(file, Buffer.from(await (await fetch(`${url}${link.body.url}`)).arrayBuffer()));
  expect(rowsOf(await entriesOf(file), 'clients')).toMatchObject([{ id: world.clientId, name: 'Kestrel shop' }]);
});
