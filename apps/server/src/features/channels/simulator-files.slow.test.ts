import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { loadSecrets } from '../../platform/secrets.ts';
import { backUp, restoreInto, testFolder } from '../../testing/backup.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type EmptyDatabase, emptyDatabase } from '../../testing/empty-database.ts';
import { checkSimulatorFile, simulatorFile } from './sandbox/simulator-file.ts';
import { createSimulatorProcess } from './simulator.ts';

const [old, next] = ['the key before, of many letters', 'the key after it, of many letters'];
const account = {
  channelId: 'c1',
  phoneNumberId: '15550001',
  wabaId: '1',
  displayPhoneNumber: '15550001',
  verifiedName: 'Kestrel shop',
  accessToken: 'sandbox-readable-token',
  appSecret: 'sandbox-readable-secret',
  verifyToken: 'sandbox-readable-verify',
};
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ secrets: await loadSecrets('/none', old) });
});
afterAll(() => database.close());

const platformOf = async (...keys: [string, string?]): Promise<Platform> => ({
  ...database.platform,
  secrets: await loadSecrets('/none', ...keys),
});

/** Starts the simulator, by a call of the account or as a server's start does. @returns its answer to the account */
async function use(platform: Platform, how: 'call' | 'resume') {
  const simulator = createSimulatorProcess(platform);
  try {
    if (how === 'resume') return await simulator.resume();
    return await simulator.control(account, 'GET', '/account');
  } finally {
    await simulator.close();
  }
}

async function readableSecrets(dataDir = database.platform.config.dataDir): Promise<string[]> {
  const folder = join(dataDir, 'simulator');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
  const secrets = [account.accessToken, account.appSecret, account.verifyToken];
  return secrets.filter((secret) => files.some((bytes) => bytes.includes(secret)));
}

describe('a backup with sealed files of the simulator', () => {
  let folder: Awaited<ReturnType<typeof testFolder>>;
  let target: EmptyDatabase;
  beforeAll(async () => {
    folder = await testFolder();
    target = await emptyDatabase();
    await use(database.platform, 'call');
    await backUp(database, folder.path('sealed.parley'));
  });
  afterAll(async () => {
    await target.close();
    await folder.close();
  });
  const restoreWith = (secretKey: string) =>
    restoreInto(folder.path('sealed.parley'), { dataDir: folder.path('data'), databaseUrl: target.url, secretKey });

  it('is not restored with another key, and says which one is needed', async () => {
    await expect(restoreWith(next)).rejects.toThrow(/SECRET_KEY/);
    expect(existsSync(folder.path('data'))).toBe(false);
  });

  it('restored with its key, the simulator opens them and knows the account; another key does not', async () => {
    const before = await use(database.platform, 'call');
    await restoreWith(old);
    expect(await readableSecrets(folder.path('data'))).toEqual([]);
    const restored = { ...database.platform, config: { ...database.platform.config, dataDir: folder.path('data') } };
    expect(await use(restored, 'call')).toEqual(before);
    const withAnother = { ...restored, secrets: await loadSecrets('/none', next) };
    await expect(use(withAnother, 'call')).rejects.toMatchObject({ code: 'simulator_unavailable' });
  });
});

it('the simulator’s files hold no readable secret, and a start with a new SECRET_KEY seals them with it', async () => {
  await use(await platformOf(old), 'call');
  expect(await readableSecrets()).toEqual([]);
  await use(await platformOf(next, old), 'resume');
  await use(await platformOf(next), 'call');
  await expect(use(await platformOf(old), 'call')).rejects.toMatchObject({ code: 'simulator_unavailable' });
  expect(await readableSecrets()).toEqual([]);
});

describe('a damaged database of the simulator', () => {
  it('is told by its users and by doctor, and gives way to a new one only when asked to', async () => {
    const platform = await platformOf(next);
    await use(platform, 'call');
    const file = simulatorFile(platform.config);
    expect(checkSimulatorFile(platform.config)).toMatchObject([{ state: 'ok' }]);
    await writeFile(file, randomBytes(65_536));
    expect(checkSimulatorFile(platform.config)).toMatchObject([{ state: 'problem' }]);
    await expect(use(platform, 'call')).rejects.toMatchObject({ code: 'simulator_damaged' });
    const simulator = createSimulatorProcess(platform);
    try {
      await simulator.replaceDamaged();
      expect(await simulator.control(account, 'GET', '/account')).toMatchObject({ counts: { phones: 0 } });
      await simulator.replaceDamaged();
    } finally {
      await simulator.close();
    }
    expect(existsSync(`${file}.damaged`)).toBe(true);
    expect(checkSimulatorFile(platform.config)).toMatchObject([{ state: 'ok' }]);
  });
});
