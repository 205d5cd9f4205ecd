import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';
import { enqueueExportCleanup } from './export-job.ts';
import { forgetAccountExports } from './export-repo.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const state = async () => (await world.api('GET /api/client/export')).body.file?.state;

async function stored(): Promise<string[]> {
  const folder = join(world.server.platform.config.dataDir, 'media', world.clientId);
  return (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.includes('/'));
}

async function exportOnce(): Promise<void> {
  expect((await world.api('POST /api/client/export')).status).toBe(202);
  await until(async () => (await state()) === 'done');
}

async function cleanUp(): Promise<void> {
  const { platform } = world.server;
  await platform.db.system.transaction('maintenance', enqueueExportCleanup);
  notifyJobs(platform);
  await until(async () => (await stored()).length === 0);
}

test('a file is deleted with its row after a week', async () => {
  await exportOnce();
  expect(await stored()).toHaveLength(1);
  await queryAsOwner(world.server.owner, `update account_exports set expires_at = now() - interval '1 second'`);
  expect(await state()).toBeUndefined();
  expect((await world.api('POST /api/client/export/link')).status).toBe(404);
  await cleanUp();
  await until(async () => (await queryAsOwner(world.server.owner, 'select from account_exports')).length === 0);
});

test('an erasure of a contact ends the files that may name it', async () => {
  await exportOnce();
  await world.server.platform.db.withTenant(world.clientId, forgetAccountExports);
  expect(await state()).toBeUndefined();
  await cleanUp();
});

test('needs a recent sign-in, and is in the audit log', async () => {
  const { owner } = world.server;
  const actions = await queryAsOwner<{ action: string }>(
    owner,
    `select distinct action from audit_events where action like 'settings.account_export%'`,
  );
  expect(actions).toEqual([{ action: 'settings.account_export_started' }]);
  await queryAsOwner(owner, `update sessions set auth_time = now() - interval '1 day'`);
  expect((await world.api('POST /api/client/export')).status).toBe(403);
  expect((await world.api('POST /api/client/export/link')).status).toBe(403);
});
