import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSecrets } from '../../platform/secrets.ts';
import { createAuth } from '../../testing/auth.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createAccount, createUser } from '../../testing/users.ts';
import { openCredentials, secretHash } from './credentials.ts';
import { resealChannels } from './reseal.ts';
import { createSandboxChannel } from './service.ts';

const [old, next] = ['the key before, of many letters', 'the key after it, of many letters'];
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ secrets: await loadSecrets('/none', old) });
});
afterAll(() => database.close());

it('after a new SECRET_KEY everything stored opens with it alone, and the previous one can be removed', async () => {
  const { platform } = database;
  await createAuth(platform);
  const clientId = await createAccount(database.owner, await createUser(database.owner));
  await platform.db.withTenant(clientId, (tx) => createSandboxChannel(platform, tx, clientId));
  const read = async () =>
    (
      await database.owner.query(
        `select c.id, c.credentials_enc, r.secret_hash, c.version from channels c join channel_routes r on r.channel_id = c.id`,
      )
    ).rows[0];
  const before = await read();
  const credentials = openCredentials(platform.secrets, clientId, before.id, before.credentials_enc);

  const rotated = { ...platform, secrets: await loadSecrets('/none', next, old) };
  expect(await resealChannels(rotated)).toBe(1);
  expect(await resealChannels(rotated)).toBe(0);
  await createAuth(rotated);

  const alone = await loadSecrets('/none', next);
  const after = await read();
  expect(openCredentials(alone, clientId, after.id, after.credentials_enc)).toEqual(credentials);
  expect(after.secret_hash).toEqual(secretHash(alone, credentials.app_secret));
  expect(after.version).toBe(before.version);
  await createAuth({ ...platform, secrets: alone });
  await expect(
    createAuth({ ...platform, secrets: await loadSecrets('/none', 'a key that nobody knows of here') }),
  ).rejects.toThrow('another key');
});
