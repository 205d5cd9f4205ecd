import { expect, it } from 'vitest';
import type { Config } from '../../platform/config.ts';
import { secretsFrom } from '../../platform/secrets.ts';
import { pushUserId } from './push-user.ts';

const secrets = secretsFrom(Buffer.alloc(32, 7));
const withApp = { ONESIGNAL_APP_ID: '5f3b2c1e-0000-4000-8000-000000000001' } as Config;
const uid = '01890000-0000-7000-8000-000000000001';

it('is stable, differs by user and installation, and does not reveal the uid', () => {
  const name = pushUserId({ config: withApp, secrets }, uid);
  expect(name).toMatch(/^[0-9a-f]{64}$/);
  expect(pushUserId({ config: withApp, secrets }, uid)).toBe(name);
  expect(pushUserId({ config: withApp, secrets }, uid.replace(/1$/, '2'))).not.toBe(name);
  expect(pushUserId({ config: withApp, secrets: secretsFrom(Buffer.alloc(32, 8)) }, uid)).not.toBe(name);
});

it('is absent without a provider', () => {
  expect(pushUserId({ config: {} as Config, secrets }, uid)).toBeNull();
});
