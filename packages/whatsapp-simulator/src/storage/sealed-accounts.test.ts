import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSimulator } from '../simulator.ts';

const [old, next] = ['a1'.repeat(32), 'b2'.repeat(32)];
const id = '15550001';
const account = {
  token: 'EAA-readable-token',
  app_secret: 'readable-app-secret',
  verify_token: 'readable-verify-token',
  waba_id: '1',
  display_phone_number: '15550001',
  verified_name: 'Kestrel shop',
};
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-simulator-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (keys: readonly string[]) => startSimulator({ data: join(folder, 'simulator.sqlite'), keys });

/** The account's secrets that can be read in the files. */
const readable = () =>
  [account.token, account.app_secret, account.verify_token].filter((secret) =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(secret)),
  );

/** Whether the account is known by its token. */
async function answers(keys: readonly string[]): Promise<boolean> {
  const simulator = await start(keys);
  const response = await fetch(`${simulator.url}/v26.0/${id}`, {
    headers: { authorization: `Bearer ${account.token}` },
  });
  await simulator.close();
  return response.status === 200;
}

async function register(keys: readonly string[]): Promise<void> {
  const simulator = await start(keys);
  simulator.registerAccount(id, account);
  await simulator.close();
}

it('with a key no secret of an account is readable in its files', async () => {
  const simulator = await start([old]);
  simulator.registerAccount(id, account);
  simulator.registerAccount(id, { ...account, verified_name: 'Kestrel & Son' });
  await new Promise(setImmediate);
  expect(readable()).toEqual([]);
  await simulator.close();
  expect(readable()).toEqual([]);
  expect(await answers([old])).toBe(true);
});

it('a file without a key is sealed by the first start with one', async () => {
  await register([]);
  expect(readable()).toHaveLength(3);
  expect(await answers([old])).toBe(true);
  expect(readable()).toEqual([]);
});

it('a new key replaces the one before, which opens nothing then', async () => {
  await register([old]);
  expect(await answers([next, old])).toBe(true);
  expect(await answers([next])).toBe(true);
  await expect(start([old])).rejects.toThrow('another key');
  await expect(start([])).rejects.toThrow('another key');
});

it('a sealed value opens for its own account only', async () => {
  const { createSealing } = await import('./sealing.ts');
  const sealing = createSealing([old]);
  const sealed = sealing.seal('secret', 'accounts.token 1');
  expect(sealing.open(sealed, 'accounts.token 1')).toBe('secret');
  expect(() => sealing.open(sealed, 'accounts.token 2')).toThrow();
  expect(() => createSealing(['short'])).toThrow('64 hex digits');
});
