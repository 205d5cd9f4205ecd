import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible } from './support/accessibility.ts';
import { addMember } from './support/api.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor, uniqueUser } from './support/users.ts';

/** The server by its name: browsers allow no passkeys on an IP address. */
const named = (server: ParleyServer): ParleyServer => ({
  ...server,
  url: server.url.replace('127.0.0.1', 'localhost'),
});

/** Gives the page a device that keeps passkeys. @returns whether its user passes the check of finger or face */
async function addAuthenticator(page: Page): Promise<{ setVerified: (isVerified: boolean) => Promise<void> }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

async function signOut(page: Page, server: ParleyServer): Promise<void> {
  await page.goto(`${server.url}/logout`);
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
}

async function logIn(page: Page, server: ParleyServer, user: { email: string; password: string }, next = '/inbox') {
  await page.goto(`${server.url}/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Email').fill(user.email);
  // The label says so when it was used last.
  await page.getByLabel(/^Password/).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** The code of the app a number of steps from now: each works once, and for at least 30 seconds. */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

test('a passkey is added, signs in alone and as the second factor, is renamed and removed', async ({
  page,
  home,
  watch,
}) => {
  const [server, user] = [named(home.server), home.user];
  watch.expect(/console: .*(403|422)/);
  const device = await addAuthenticator(page);
  await logIn(page, server, user, '/settings/personal');
  const section = page.getByRole('region', { name: 'Two-step verification' });
  const keys = section.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  await test.step('adding needs the check of the device, and comes with recovery codes', async () => {
    await section.getByRole('button', { name: 'Add passkey' }).click();
    await expectAccessible(page, 'adding a passkey');
    await device.setVerified(false);
    await addPasskey(page, 'Work laptop');
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await expect(dialog.getByText('No passkey was used. Try again, or choose another way.')).toBeVisible();
    await device.setVerified(true);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(saved.getByRole('listitem')).toHaveCount(10);
    await saved.getByRole('button', { name: 'I saved the codes' }).click();
    await expect(keys).toHaveCount(1);
    await expect(keys.first()).toContainText('Work laptop');
    await expect(keys.first()).toContainText('Never used');
    await expect(section.getByText('10 left')).toBeVisible();
    await expectAccessible(page, 'the list of passkeys');
  });

  await test.step('the same device is not added twice', async () => {
    await section.getByRole('button', { name: 'Add passkey' }).click();
    await addPasskey(page, 'Work laptop again');
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await expect(
      dialog.getByText('This device or password manager already has a passkey for you. Use another one.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(keys).toHaveCount(1);
  });

  const step = page.getByRole('dialog', { name: 'Two-step verification' });
  await test.step('it is the second factor after a password', async () => {
    await signOut(page, server);
    await logIn(page, server, user);
    await expect(step.getByRole('button', { name: 'Continue with a passkey' })).toBeVisible();
    await expectAccessible(page, 'a passkey as the second step');
    await device.setVerified(false);
    await step.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expect(step.getByText('No passkey was used. Try again, or choose another way.')).toBeVisible();
    await device.setVerified(true);
    await step.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
  });

  const alone = page.getByRole('button', { name: /^Sign in with a passkey/ });
  await test.step('it signs in alone', async () => {
    await signOut(page, server);
    await page.goto(`${server.url}/login?next=%2Fsettings%2Fpersonal`);
    await expect(alone).toBeVisible();
    await expectAccessible(page, 'signing in with a passkey');
    await alone.click();
    await expect(page).toHaveURL(/\/settings\/personal$/);
    await expect(keys.first()).toContainText('Last used');
  });

  await test.step('it is renamed', async () => {
    await keys.first().getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
    await dialog.getByLabel('Name').fill('Old laptop');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(keys.first()).toContainText('Old laptop');
    await page.reload();
    await expect(keys.first()).toContainText('Old laptop');
  });

  await test.step('it is removed, and signs in no more', async () => {
    await keys.first().getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove passkey Old laptop?' });
    await expectAccessible(page, 'removing a passkey');
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(dialog).toBeHidden();
    await expect(keys).toHaveCount(0);
    await expect(section.getByText('None')).toBeVisible();
    await signOut(page, server);
    await page.goto(`${server.url}/login`);
    await alone.click();
    await expect(
      page.getByText('This passkey was removed. Sign in another way and add it again in your personal settings.'),
    ).toBeVisible();
    await logIn(page, server, user);
    await expect(page).toHaveURL(/\/inbox$/);
  });
});

test('app and passkey are a choice; where two-step verification is required the last of them stays', async ({
  page,
  home,
  browser,
  watch,
}) => {
  const [server, user] = [named(home.server), home.user];
  watch.expect(/console: .*(401|403|422)/);
  const token = await home.token();
  const member = uniqueUser(user);
  await addMember(server, token, member);
  const { secret } = await apiCall<{ secret: string }>(server.url, 'POST', '/api/auth/factors/totp', undefined, token);
  const code = codeOf(secret, 0);
  const on = '/api/auth/factors/totp/confirm';
  const { recovery_codes: codes } = await apiCall<{ recovery_codes: string[] }>(
    server.url,
    'POST',
    on,
    { code },
    token,
  );
  await apiCall(server.url, 'PUT', '/api/client', { require_two_step_verification: true }, token);

  await test.step('a member without it adds a passkey before anything else', async () => {
    const visitor = await newVisitor(browser);
    await addAuthenticator(visitor);
    await logIn(visitor, server, member);
    await expect(visitor.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
    await visitor.getByRole('button', { name: 'Add a passkey' }).click();
    await addPasskey(visitor, 'Phone');
    await visitor.getByRole('button', { name: 'I saved the codes' }).click();
    await expect(visitor).toHaveURL(/\/inbox$/);
    await visitor.context().close();
  });

  await addAuthenticator(page);
  const step = page.getByRole('dialog', { name: 'Two-step verification' });
  await logIn(page, server, user);
  await step.getByRole('button', { name: 'Use a recovery code' }).click();
  await step.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/inbox$/);
  await page.goto(`${server.url}/settings/personal`);
  const section = page.getByRole('region', { name: 'Two-step verification' });
  await section.getByRole('button', { name: 'Add passkey' }).click();
  await addPasskey(page, 'Laptop');
  // The recovery codes of the app stay.
  await expect(section.getByRole('listitem')).toHaveCount(1);

  await test.step('signing in offers both', async () => {
    await signOut(page, server);
    await logIn(page, server, user);
    await step.getByRole('button', { name: 'Use your authenticator app' }).click();
    await step.getByLabel('Authentication code').fill(codeOf(secret, 1));
    await step.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
  });

  await test.step('one of both can go, the last one cannot', async () => {
    await page.goto(`${server.url}/settings/personal`);
    await section.getByRole('button', { name: 'Remove' }).first().click();
    const app = page.getByRole('dialog', { name: 'Remove authenticator app?' });
    await app.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(app).toBeHidden();
    await expect(section.getByText('Off')).toBeVisible();
    await section.getByRole('listitem').getByRole('button', { name: 'Remove' }).click();
    const last = page.getByRole('dialog', { name: 'Remove passkey Laptop?' });
    await last.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(last.getByText('requires two-step verification.', { exact: false })).toBeVisible();
    await last.getByRole('button', { name: 'Cancel' }).click();
    await expect(section.getByRole('listitem')).toHaveCount(1);
  });
});

test('on an IP address the settings say where passkeys work', async ({ page, home }) => {
  await signIn(page, home.server, home.user, '/settings/personal');
  const section = page.getByRole('region', { name: 'Two-step verification' });
  await expect(section.getByText(`Passkeys only work at ${named(home.server).url}.`, { exact: false })).toBeVisible();
  await expect(section.getByRole('button', { name: 'Add passkey' })).toBeHidden();
});
