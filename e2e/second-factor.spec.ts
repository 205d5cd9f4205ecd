import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible } from './support/accessibility.ts';
import { addMember } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { forgetRecentSignIns, newVisitor, uniqueUser } from './support/users.ts';

/** The code of the app a number of steps from now: each step's code works once. */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

const logIn = async (page: Page, url: string, { email, password }: { email: string; password: string }) => {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

test('two-step verification is set up, asked for, replaced by a recovery code, and turned off', async ({
  page,
  home,
  watch,
}) => {
  const { server, user } = home;
  watch.expect(/console: .*(403|422)/);
  await signIn(page, server, user, '/settings/personal');
  const section = page.getByRole('region', { name: 'Two-step verification' });
  await section.getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up two-step verification' });
  const secret = await setUp.getByLabel('Key').inputValue();
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, 'setting up two-step verification');
  // Whoever takes longer than a sign-in counts as recent is asked again, and goes on where they were.
  await forgetRecentSignIns(server);
  await setUp.getByLabel('Authentication code').fill(codeOf(secret, 0));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.getByLabel('Password').fill(user.password);
  await question.getByRole('button', { name: 'Continue' }).click();

  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saved.getByRole('listitem')).toHaveCount(10);
  const [recoveryCode = '', lastCode = ''] = await saved.getByRole('listitem').allInnerTexts();
  await expectAccessible(page, 'the recovery codes');
  await saved.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(section.getByText('On')).toBeVisible();
  await expect(section.getByText('10 left')).toBeVisible();

  const step = page.getByRole('dialog', { name: 'Two-step verification' });
  await test.step('signing in asks for a code, and a wrong one is refused', async () => {
    await page.goto(`${server.url}/logout`);
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await logIn(page, server.url, user);
    await expect(step).toBeVisible();
    await expectAccessible(page, 'the second step of signing in');
    await step.getByLabel('Authentication code').fill('000000');
    await page.keyboard.press('Enter');
    await expect(step.getByText('This code is wrong or was used before', { exact: false })).toBeVisible();
    await step.getByLabel('Authentication code').fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/inbox$/);
  });

  await test.step('a recovery code signs in without the app', async () => {
    await page.goto(`${server.url}/logout`);
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await logIn(page, server.url, user);
    await step.getByRole('button', { name: 'Use a recovery code' }).click();
    await step.getByLabel('Recovery code').fill(recoveryCode);
    await step.getByRole('button', { name: 'Verify' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
    await page.goto(`${server.url}/settings/personal`);
    await expect(section.getByText('9 left')).toBeVisible();
  });

  await section.getByRole('button', { name: 'Turn off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off two-step verification?' });
  await off.getByLabel('Authentication code or recovery code').fill(lastCode);
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByText('Off')).toBeVisible();
  await page.reload();
  await expect(section.getByText('Off')).toBeVisible();
});

test('an Owner requires two-step verification, and a member sets it up before anything else', async ({
  page,
  home,
  browser,
  watch,
}) => {
  const { server, user } = home;
  watch.expect(/console: .*(401|403|422)/);
  const token = await home.token();
  const member = uniqueUser(user);
  await addMember(server, token, member);
  const visitor = await newVisitor(browser);
  await signIn(visitor, server, member);

  const { secret } = await apiCall<{ secret: string }>(server.url, 'POST', '/api/auth/factors/totp', undefined, token);
  await apiCall(server.url, 'POST', '/api/auth/factors/totp/confirm', { code: codeOf(secret, 0) }, token);
  await logIn(page, server.url, user);
  await page.getByLabel('Authentication code').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/inbox$/);
  await page.goto(`${server.url}/settings/business/edit`);
  await page.getByRole('switch', { name: 'Require two-step verification' }).click();
  await expect(page.getByText('Turned on: Require two-step verification').first()).toBeVisible();
  await page.goto(`${server.url}/settings/business`);
  const security = page.getByRole('region', { name: 'Security' });
  await expect(security.getByText('On')).toBeVisible();

  // The open page goes there by itself, which another navigation at the same moment would interrupt.
  const heading = visitor.getByRole('heading', { name: 'Set up two-step verification' });
  await expect(heading).toBeVisible();
  await visitor.goto(`${server.url}/contacts`);
  await expect(heading).toBeVisible();
  await expectAccessible(visitor, 'two-step verification required');
  await visitor.getByRole('button', { name: 'Set up' }).click();
  const setUp = visitor.getByRole('dialog', { name: 'Set up two-step verification' });
  await setUp.getByLabel('Authentication code').fill(codeOf(await setUp.getByLabel('Key').inputValue(), 0));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  await visitor.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(visitor).toHaveURL(/\/contacts$/);
  await expect(visitor.getByRole('heading', { name: 'Contacts' }).first()).toBeVisible();
  await visitor.context().close();

  await page.goto(`${server.url}/settings/personal`);
  await page.getByRole('button', { name: 'Turn off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off two-step verification?' });
  await off.getByLabel('Authentication code or recovery code').fill(codeOf(secret, 1));
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(off.getByText('requires two-step verification.', { exact: false })).toBeVisible();
});
