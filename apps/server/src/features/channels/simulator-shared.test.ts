import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { createSimulatorProcess, type SimulatorProcess } from './simulator.ts';

const account = {
  channelId: 'c1',
  phoneNumberId: '15550001',
  wabaId: '1',
  displayPhoneNumber: '15550001',
  verifiedName: 'Kestrel shop',
  accessToken: 'sandbox-token-of-the-test',
  appSecret: 'sandbox-secret-of-the-test',
  verifyToken: 'sandbox-verify-of-the-test',
};
let database: TestDatabase;
const open: SimulatorProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  for (const simulator of open) await simulator.close();
  await database.close();
});

const sql = (text: string, values: unknown[] = []) => queryAsOwner(database.owner, text, values);

/** The simulator as one of several server processes has it. */
async function inProcess(id: number): Promise<SimulatorProcess> {
  await sql(`insert into server_processes (id, role, host, pid) values ($1, 'all', 'here', 1)`, [id]);
  const platform: Platform = { ...database.platform, serverProcess: { id, sessions: () => 1 } };
  const simulator = createSimulatorProcess(platform);
  open.push(simulator);
  return simulator;
}

it('is one for all processes, and starts in another when its process stops or dies', async () => {
  const [one, two] = [await inProcess(1), await inProcess(2)];
  const urls = await Promise.all([one.baseUrl(account), two.baseUrl(account)]);
  expect(new Set(urls).size).toBe(1);
  expect(await two.control(account, 'GET', '/account')).toEqual(await one.control(account, 'GET', '/account'));

  const [owner] = (await sql('select process_id from simulator_address')) as Array<{ process_id: number }>;
  const [stays, ends] = owner?.process_id === 1 ? [two, one] : [one, two];
  await ends.close();
  const next = await stays.baseUrl(account);
  expect(next).not.toBe(urls[0]);
  expect(await stays.control(account, 'GET', '/account')).toBeDefined();

  // A process that died is known to the others as soon as its session in the database has ended.
  await sql(`update simulator_address set process_id = 99, url = 'http://127.0.0.1:9/simulator'`);
  const three = await inProcess(3);
  await stays.close();
  expect(await three.baseUrl(account)).toMatch(/^http:/);
});

it('answers on its own machine only, and says so elsewhere', async () => {
  await sql(`insert into server_processes (id, role, host, pid) values (50, 'all', 'elsewhere', 1)`);
  await sql(`insert into simulator_address (process_id, host, url) values (50, 'elsewhere', 'http://127.0.0.1:9')
    on conflict (only_one) do update set process_id = 50, host = 'elsewhere'`);
  const four = await inProcess(4);
  await expect(four.baseUrl(account)).rejects.toThrow(/runs on the machine elsewhere .* SANDBOX=off/);
});
