// @module-tag data
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endServerProcess, startServerProcess } from '../../../../../../scripts/server-process.ts';
import { loadSecrets } from '../../../platform/secrets.ts';
import { customerWrites, queryAsOwner } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { compareTraffic, sendSteadily, sendsOf } from '../../../testing/steady-sends.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

const secretKey = randomBytes(24).toString('hex');

let world: World;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  const secrets = await loadSecrets('', secretKey);
  world = await testWorld({ secrets, withOtherAccounts: true, env: { ROLE: 'api' } });
});
afterAll(async () => {
  for (const worker of workers) {
    worker.kill('SIGCONT');
    await endServerProcess(worker, 'SIGKILL');
  }
  await world.close();
});

async function startWorker(): Promise<ChildProcess> {
  const { config } = world.server.platform;
  const { child: worker } = await startServerProcess({
    dataDir: config.dataDir,
    port: '0',
    env: {
      LOG_LEVEL: 'warn',
      DATABASE_URL: world.server.ownerUrl,
      SECRET_KEY: secretKey,
      GRAPH_BASE_URL: config.GRAPH_BASE_URL,
      ROLE: 'worker',
    },
  });
  workers.push(worker);
  return worker;
}

const isUnsettled = async () =>
  (await queryAsOwner(world.server.owner, "select from triggers where state <> 'done' limit 1")).length > 0;

test('another worker sends 25 s after the one that did hangs; when that one wakes it sends nothing a second time', async () => {
  const hangs = await startWorker();
  const threads = await Promise.all(Array.from({ length: 10 }, () => customerWrites(world, freshPhone())));
  const steady = sendSteadily(world, threads);
  try {
    await until(async () => (await sendsOf(world)).length >= 40);
    await startWorker();
    hangs.kill('SIGSTOP');
    const before = (await sendsOf(world)).length;
    await until(async () => (await sendsOf(world)).length > before + 20, 32_000);
    hangs.kill('SIGCONT');
    const awake = (await sendsOf(world)).length;
    await until(async () => (await sendsOf(world)).length > awake + 100);
  } finally {
    await steady.stop();
  }
  await until(async () => !(await isUnsettled()));
  const sent = await steady.stop();
  await compareTraffic(world, sent);
  // What was under way when it stopped: at most one of each customer.
  const unknown = await queryAsOwner(world.server.owner, "select from messages where send_state = 'unknown'");
  expect(unknown.length).toBeLessThanOrEqual(threads.length);
});
