import { execFile } from 'node:child_process';
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page, Route } from '@playwright/test';
import { type IdentityProvider, startIdentityProvider } from '../apps/server/src/testing/identity-provider.ts';
import { apiCall } from '../scripts/api-call.ts';
import { claimSetup, createAccount, owner, signInOverApi, type TestUser } from './support/api.ts';
import { codeIn, linkIn, type Mailbox, startMailbox } from './support/mailbox.ts';
import { type ParleyServer, startServer } from './support/server.ts';
import { test as base, expect, signIn } from './support/test.ts';
import { forgetRecentSignIns } from './support/users.ts';

type Place = { server: ParleyServer; mailbox: Mailbox; provider: IdentityProvider };

/** A server with email, open sign-up and a provider; one user owns an account. */
const test = base.extend<object, { place: Place }>({
  place: [
    // Playwright reads what a fixture needs from its pattern, which therefore must not be empty.
    async ({ browserName: _browser }, use) => {
      const mailbox = await startMailbox();
      const provider = await startIdentityProvider();
      const { issuer, client } = provider;
      const server = await startServer({
        SMTP_URL: mailbox.url,
        SIGN_UP: 'open',
        LOGIN_TEST: '1',
        OIDC_PROVIDERS: JSON.stringify([
          { id: 'corp', name: 'Kestrel single sign-on', issuer, ...client, trusted: true },
        ]),
      });
      provider.allow(`${server.url}/api/auth/oidc/callback`);
      await createAccount(server, owner, await claimSetup(server, owner));
      await use({ server, mailbox, provider });
      await server.close();
      await provider.close();
      await mailbox.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Another browser on another device. */
async function anotherDevice(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  return { context, page: await context.newPage() };
}

test('a link signs in once, by a click and not by being opened', async ({ page, place, watch }) => {
  const { server, mailbox } = place;
  await page.goto(`${server.url}/login?next=%2Fsettings%2Fpersonal`);
  await button(page, 'Email me a link').click();
  await expect(page.getByText('Enter your email address first.')).toBeVisible();
  await email(page).fill(owner.email);
  await button(page, 'Email me a link').click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  const link = linkIn(await mailbox.take(owner.email));

  // Simulates a mail filter twice: requesting the page, and opening it in a browser.
  expect((await fetch(link)).status).toBe(200);
  await page.goto(link);
  await expect(heading(page, 'Sign in to Parley')).toBeVisible();
  await page.goto(link);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/inbox$/);

  // Opened again, now signed in: says so, and then that it was used.
  watch.expect(/console: .*422/);
  await page.goto(link);
  await expect(heading(page, 'You are signed in already')).toBeVisible();
  await expect(page.getByText(owner.email, { exact: false })).toBeVisible();
  await button(page, 'Use the link').click();
  await expect(
    page.getByText('This link was already used or is older than ten minutes. Request a new one.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Stay signed in as this user' }).click();
  await expect(page).toHaveURL(/\/settings\/personal$/);
});

test('a code signs in, a wrong one is reported, and the method is marked as last used', async ({
  page,
  place,
  watch,
}) => {
  const { server, mailbox } = place;
  await page.goto(`${server.url}/contacts?page=2`);
  await email(page).fill(owner.email);
  await button(page, 'Email me a code').click();
  const code = codeIn(await mailbox.take(owner.email));
  await page.getByLabel('Code').fill('12');
  await button(page, 'Sign in').click();
  await expect(page.getByText('The code has six digits.')).toBeVisible();
  watch.expect(/console: .*422/);
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await button(page, 'Sign in').click();
  await expect(
    page.getByText('This code is wrong or expired. After five wrong tries you need a new one.'),
  ).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/contacts?page=2`);

  await page.goto(`${server.url}/logout`);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(button(page, /Email me a code Last used/)).toBeVisible();
});

test('too many wrong passwords show the time to wait', async ({ page, place, watch }) => {
  watch.expect(/console: .*4(22|29)/);
  await page.goto(`${place.server.url}/login`);
  await email(page).fill('nobody@kestrel.example');
  await password(page).fill('not the password');
  const tooMany = page.getByText(/Too many attempts\. Wait \d+ (seconds|minutes)/);
  const blocked = button(page, /Sign in again in/).and(page.locator('[aria-disabled=true]'));
  // The message and the blocked button appear together. The first wait is short and may be over on a slow machine;
  // each further one is twice as long.
  let waits = false;
  for (let attempt = 0; attempt < 10 && !waits; attempt++) {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/auth/sign-in')),
      button(page, 'Sign in').click(),
    ]);
    await expect(page.getByText(/Wrong email address or password|Too many attempts/)).toBeVisible();
    if (answer.status() !== 429) continue;
    waits = await blocked.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  }
  expect(waits).toBe(true);
  await expect(tooMany).toBeVisible();
});

test('a provider signs its user in, and a cancelled sign-in shows a message', async ({ page, place }) => {
  const { server, provider } = place;
  provider.signedIn.account = null;
  await page.goto(`${server.url}/login?next=%2Fsettings`);
  await page.getByRole('link', { name: 'Continue with Kestrel single sign-on' }).click();
  await expect(heading(page, 'You are not signed in')).toBeVisible();
  await expect(page.getByText('You cancelled at the provider. Nothing has changed.')).toBeVisible();

  provider.signedIn.account = { sub: 'dana-at-corp', email: owner.email, email_verified: true, name: 'Dana' };
  await button(page, 'Try again').click();
  await expect(page).toHaveURL(`${server.url}/settings`);
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('provider-flow');

  await page.goto(`${server.url}/settings/personal`);
  await expect(page.getByText('Connected')).toBeVisible();
  await page.goto(`${server.url}/logout`);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page.getByRole('link', { name: /Kestrel single sign-on Last used/ })).toBeVisible();
});

test('an account that requires the provider keeps other sign-ins out until they used it', async ({
  page,
  place,
  browser,
  watch,
}) => {
  watch.expect(/console: .*(403|422)/);
  const { server, mailbox, provider } = place;
  const founder = { name: 'Ruth Vane', email: 'ruth@vane.example', password: owner.password };
  const { handle } = await apiCall<{ handle: string }>(server.url, 'POST', '/api/auth/sign-up', founder);
  const code = codeIn(await mailbox.take(founder.email));
  await apiCall(server.url, 'POST', '/api/auth/sign-in-code', { handle, code });
  await createAccount(server, founder, await signInOverApi(server, founder));
  const choice = page.getByRole('combobox', { name: 'Sign-in method' });
  const choose = async (name: string) => {
    await choice.click();
    await page.getByRole('option', { name }).click();
  };

  await test.step('who signed in another way cannot require it', async () => {
    await signIn(page, server, founder);
    await page.goto(`${server.url}/settings/business/edit`);
    await choose('Only Kestrel single sign-on');
    await expect(page.getByText('First sign in with Kestrel single sign-on yourself', { exact: false })).toBeVisible();
  });

  provider.signedIn.account = { sub: 'ruth-at-corp', email: founder.email, email_verified: true, name: 'Ruth' };
  await test.step('connecting it is enough', async () => {
    await page.goto(`${server.url}/settings/personal`);
    await button(page, 'Connect').click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await page.goto(`${server.url}/settings/business/edit`);
    await choose('Only Kestrel single sign-on');
    await expect(page.getByText('Sign-in method saved').first()).toBeVisible();
    await page.goto(`${server.url}/settings/business#security`);
    await expect(page.getByRole('region', { name: 'Security' })).toContainText('Kestrel single sign-on');
  });

  await test.step('a password alone leads to the provider, and back', async () => {
    const other = await anotherDevice(browser);
    await other.page.goto(`${server.url}/login?next=%2Fcontacts`);
    await email(other.page).fill(founder.email);
    await password(other.page).fill(founder.password);
    await password(other.page).press('Enter');
    await expect(heading(other.page, 'Sign in with Kestrel single sign-on')).toBeVisible();
    await expect(other.page.getByText(`Kestrel Cycles requires it. Sign in there as ${founder.email}.`)).toBeVisible();
    await button(other.page, 'Continue with Kestrel single sign-on').click();
    await expect(other.page).toHaveURL(`${server.url}/contacts`);
    await other.context.close();
  });
});

test('an invalid handoff and an invalid custom token show what happened', async ({ page, place, watch }) => {
  watch.expect(/console: .*422/);
  await page.goto(`${place.server.url}/loggedin?handoff=made-up`);
  await expect(
    page.getByText('This sign-in was already used, took too long, or was started in another tab. Start again.'),
  ).toBeVisible();
  await expect(page).toHaveURL(`${place.server.url}/loggedin`);
  await page.goto(`${place.server.url}/loggedin#custom_token=made.up.token`);
  await expect(
    page.getByText('This link was already used or has expired. Go back and open Parley again.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
});

test('a token of a registered key signs in from the fragment, once, and is removed from the URL', async ({
  page,
  place,
  watch,
}) => {
  const { server } = place;
  const sign = await registerKey(server);
  await page.goto(`${server.url}/login-test`);
  await expect(heading(page, 'Test sign-in')).toBeVisible();
  await page.getByLabel('Custom token').fill('made.up.token');
  watch.expect(/console: .*422/);
  await button(page, 'Sign in by token').click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).or(page.locator('[aria-invalid]'))).toBeVisible();

  const token = await sign({ sub: 'till-7', email: 'till@kestrel.example', name: 'Till seven' });
  await page.goto(`${server.url}/loggedin?next=%2Fsettings#custom_token=${token}`);
  // A user without an account: the wizard, not the requested page.
  await expect(heading(page, 'About your business')).toBeVisible();
  expect(page.url()).not.toContain('custom_token');

  // When signed in already, it asks before it switches this tab to another user.
  await page.goto(`${server.url}/loggedin#custom_token=${token}`);
  await expect(heading(page, 'You are signed in already')).toBeVisible();
  await button(page, 'Use the link').click();
  await expect(
    page.getByText('This link was already used or has expired. Go back and open Parley again.'),
  ).toBeVisible();
});

test('without a mail server the operator reads the code, and without the flag there is no test sign-in', async ({
  page,
  home,
  watch,
}) => {
  watch.expect(/console: .*404/);
  const { server, user } = home;
  await page.goto(`${server.url}/login-test`);
  await expect(heading(page, 'Page not found')).toBeVisible();

  await page.goto(`${server.url}/login`);
  await email(page).fill(user.email);
  await expect(button(page, /Email me/)).toHaveCount(0);
  await page.getByText('Forgot your password?').click();
  await button(page, 'Create a code').click();
  // The email is written when the page requests its code.
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByLabel('Code').fill(codeIn(await operatorCommand(server, 'mail.ts', '1')));
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/inbox$/);
});

/** Runs an operator's command on the server's own machine. @returns its output */
async function operatorCommand(server: ParleyServer, script: string, ...args: string[]): Promise<string> {
  const file = join(import.meta.dirname, '..', 'scripts', script);
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: server.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env });
  return stdout;
}

type CustomClaims = { sub: string; email: string; name: string };

/** Registers a key like an operator. @returns a function that signs tokens with it */
async function registerKey(server: ParleyServer): Promise<(claims: CustomClaims) => Promise<string>> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const file = join(server.dataDir, 'till-key.pem');
  await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
  const kid = /"kid": "([^"]+)"/.exec(await operatorCommand(server, 'sign-in-keys.ts', 'add', 'till', file))?.[1];
  if (kid === undefined) throw new Error('the key was not registered');
  return async (claims) => {
    const now = Math.floor(Date.now() / 1000);
    const head = base64Url({ alg: 'ES256', kid });
    const body = base64Url({ ...claims, aud: server.url, iat: now, exp: now + 60, jti: randomUUID() });
    const signature = createSign('sha256')
      .update(`${head}.${body}`)
      .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${head}.${body}.${signature.toString('base64url')}`;
  };
}

function base64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

test('a session that was ended on another device goes to the sign-in page', async ({ page, browser, place, watch }) => {
  watch.expect(/console: .*401/, /WebSocket/);
  const { server } = place;
  await signIn(page, server, owner);
  const other = await anotherDevice(browser);
  await signIn(other.page, server, owner);
  await other.page.goto(`${server.url}/settings/personal`);
  const rows = other.page.getByRole('listitem').filter({ has: other.page.getByRole('button', { name: 'End' }) });
  await expect(rows.first()).toContainText('Chrome on Linux');
  await button(other.page, 'Sign out everywhere else').click();
  await other.page.getByRole('alertdialog').getByRole('button', { name: /^End / }).click();
  await expect(other.page.getByText('You are signed out everywhere else').first()).toBeVisible();
  await expect(rows).toHaveCount(0);

  await expect(page).toHaveURL(/\/login\?next=/);
  await other.context.close();
});

test('two tabs hold two accounts, through reloads', async ({ context, page, place }) => {
  const { server } = place;
  const token = await signInOverApi(server, owner);
  const second = { name: 'Harrier Tours', country: 'GB', time_zone: 'Europe/London' };
  await signIn(page, server, owner);
  await apiCall(server.url, 'POST', '/api/clients', second, token);
  const other = await context.newPage();
  await other.goto(`${server.url}/switch-account`);
  await other.getByText('Harrier Tours').click();
  await expect(other).toHaveURL(/\/inbox$/);

  for (const reload of [false, true]) {
    if (reload) await Promise.all([page.reload(), other.reload()]);
    for (const [tab, name] of [
      [page, 'Kestrel Cycles'],
      [other, 'Harrier Tours'],
    ] as const) {
      await tab.getByRole('button', { name: 'Account' }).click();
      await expect(tab.getByRole('dialog', { name: 'Account' }).getByText(name)).toBeVisible();
      await tab.keyboard.press('Escape');
    }
  }
});

test('signing out works while the server is down', async ({ page, place, watch }) => {
  watch.expect(/failed: .*\/api\//, /console: Failed to load/, /WebSocket/);
  await signIn(page, place.server, owner);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${place.server.url}/logout`);
  await expect(heading(page, 'You are signed out')).toBeVisible();
  expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('refresh_token');
});

test('personal settings save by field, and ask for the password before sensitive changes', async ({
  page,
  place,
  watch,
}) => {
  const { server, mailbox } = place;
  const newcomer: TestUser = { name: 'Ines Prado', email: 'ines@kestrel.example', password: 'seven gulls at noon' };
  await becomeMember(place, newcomer);
  await signIn(page, server, newcomer);

  await test.step('a field is saved on blur, and can be undone', async () => {
    await page.goto(`${server.url}/settings/personal/edit`);
    await page.getByLabel('Name').fill('Ines Prado Lima');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Name saved')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Ines Prado');
    await page.getByLabel('Name').fill('');
    await page.getByLabel('Name').blur();
    await expect(page.getByText('Enter your name.')).toBeVisible();
  });

  await test.step('a new password needs a recent sign-in', async () => {
    await forgetRecentSignIns(server);
    watch.expect(/console: .*4(03|22)/);
    await page.goto(`${server.url}/settings`);
    await page.getByLabel('Find a setting').fill('password');
    await page.getByRole('link', { name: /Password and providers/ }).click();
    await button(page, 'Change password').click();
    await page.getByLabel('New password').fill('eight gulls at noon');
    await button(page, 'Set password').click();
    const who = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await who.getByLabel('Password').fill('not it');
    await who.getByRole('button', { name: 'Continue' }).click();
    await expect(who.getByText('Wrong password', { exact: false })).toBeVisible();
    await who.getByLabel('Password').fill(newcomer.password);
    await who.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Your password is set. You are signed out everywhere else.').first()).toBeVisible();
    await signInOverApi(server, { ...newcomer, password: 'eight gulls at noon' });
  });

  await test.step('a new address needs its code', async () => {
    await button(page, /^Change/)
      .first()
      .click();
    await page.getByLabel('New email').fill('ines.prado@kestrel.example');
    await button(page, 'Send a code').click();
    await page.getByLabel('Code').fill(codeIn(await mailbox.take('ines.prado@kestrel.example')));
    await button(page, 'Use this address').click();
    await expect(page.getByText('ines.prado@kestrel.example').first()).toBeVisible();
  });

  await test.step('a User sees locked settings, and who can change them', async () => {
    await page.goto(`${server.url}/settings`);
    const locked = page.getByRole('listitem').filter({ hasText: 'Only Owners and Admins can open this' });
    await expect(locked).toHaveText([
      /^Business/,
      /^Working hours/,
      /^Assignment of new conversations/,
      /^Stages/,
      /^Reply window warning/,
      /^Reply targets/,
      /^Automatic closing/,
      /^Link previews/,
      /^Satisfaction rating/,
      /^Opt-out words/,
      /^Opt-out confirmations/,
      /^Broadcasts/,
      /^Rates/,
      /^Invitations/,
      /^Rules for all Users/,
      /^Joining/,
      /^How members sign in/,
      /^User provisioning/,
      /^Data retention/,
      /^Move to Parley/,
      /^Audit log/,
      /^Integrations/,
      /^AI provider/,
      /^API keys/,
    ]);
    await expect(page.getByRole('main').getByRole('link', { name: /API keys/ })).toHaveCount(0);
  });

  await test.step('deleting one’s own user needs typing, and ends the session', async () => {
    // The session to sign out has ended already.
    watch.expect(/console: .*40[13]/);
    await page.goto(`${server.url}/settings/personal`);
    await button(page, 'Delete my account').click();
    await page.getByLabel(/^Type .* to continue$/).fill('ines.prado@kestrel.example');
    await button(page, 'Delete permanently').click();
    await expect(heading(page, 'Your account was deleted')).toBeVisible();
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('refresh_token');
  });
});

/** Adds a new user to the Owner's account, with an accepted invitation. */
async function becomeMember({ server, mailbox }: Place, user: TestUser): Promise<void> {
  const admin = await signInOverApi(server, owner);
  const body = { email: user.email, role: 'User', send: true };
  await apiCall(server.url, 'POST', '/api/invitations', body, admin);
  const token = new URL(linkIn(await mailbox.take(user.email))).searchParams.get('token');
  const path = '/api/auth/sign-up';
  const { id_token } = await apiCall<{ id_token: string }>(server.url, 'POST', path, { ...user, invitation: token });
  await apiCall(server.url, 'POST', '/api/invitations/accept', { token }, id_token);
}

const newcomer: TestUser = { name: 'Noor Aziz', email: 'noor@harbour.example', password: 'lanterns over the quay' };

test('a new user signs up, the wizard resumes on another device, and the first steps are checked', async ({
  page,
  browser,
  place,
}) => {
  const { server, mailbox } = place;
  await test.step('signing up', async () => {
    await page.goto(`${server.url}/login`);
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Your name').fill(newcomer.name);
    await email(page).fill(newcomer.email);
    await password(page).fill(newcomer.password);
    await button(page, 'Continue').click();
    await page.getByLabel('Code').fill(codeIn(await mailbox.take(newcomer.email)));
    await button(page, 'Finish').click();
    await expect(heading(page, 'About your business')).toBeVisible();
  });

  await test.step('the first two steps, and back without loss', async () => {
    await page.getByLabel('Business name').fill('Harbour Lanterns');
    await button(page, 'Continue').click();
    // A user who clicks does not wait for the response.
    const waiting = Promise.withResolvers<void>();
    const holdBack = async (route: Route) => {
      if ((route.request().postData() ?? '').includes('referral_source')) await waiting.promise;
      await route.fallback();
    };
    await page.route('**/api/client', holdBack);
    await page.getByRole('radio', { name: 'Friend or colleague' }).check();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByLabel('Business name')).toHaveValue('Harbour Lanterns');
    await page.getByLabel(/^Website/).fill('https://harbour.example');
    await button(page, 'Continue').click();
    await expect(page.getByRole('radio', { name: 'Friend or colleague' })).toBeVisible();
    waiting.resolve();
    await expect(page.getByRole('radio', { name: 'Friend or colleague' })).toBeChecked();
    await page.unroute('**/api/client', holdBack);
  });

  const other = await anotherDevice(browser);
  await test.step('on another device it resumes where it stopped', async () => {
    await signIn(other.page, server, newcomer);
    await other.page.goto(`${server.url}/initial-setup`);
    await expect(heading(other.page, 'Connect a number, or try first?')).toBeVisible();
    await other.page.getByRole('link', { name: 'Start in the sandbox' }).click();
  });

  const card = page.getByRole('complementary', { name: 'First steps' });
  await test.step('no step is checked before it is done', async () => {
    await page.goto(`${server.url}/inbox`);
    await expect(card.getByText('0 of 4 done')).toBeVisible();
  });

  await test.step('the first message', async () => {
    await button(other.page, /Let .+ write to you/).click();
    await button(other.page, 'Send').click();
    await expect(other.page.getByText(/Delivered to .+ phone/)).toBeVisible();
    await other.page.getByRole('link', { name: 'Open the inbox' }).click();
    await expect(other.page).toHaveURL(/\/inbox\/.+/);
  });

  await test.step('the card checks its steps automatically, and stays hidden when dismissed', async () => {
    await expect(card.getByRole('listitem').filter({ hasText: 'Send a test message' })).toContainText('Done:');
    // A list requested before this arrives after it.
    const read = Promise.withResolvers<void>();
    const old = Promise.withResolvers<void>();
    const delayed = async (route: Route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      read.resolve();
      await old.promise;
      await route.fulfill({ response }).catch(() => undefined);
    };
    await page.route('**/api/setup-checklist', delayed);
    const asked = page.waitForRequest('**/api/setup-checklist');
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
    const request = await asked;
    await read.promise;
    await button(page, 'Hide checklist').click();
    await expect(card).toBeHidden();
    old.resolve();
    await (await request.response())?.finished();
    await page.unroute('**/api/setup-checklist', delayed);
    await expect(card).toBeHidden();
    await page.reload();
    await expect(page.getByRole('main')).toContainText('Choose a conversation');
    await other.page.goto(`${server.url}/inbox`);
    await expect(other.page.getByRole('main')).toContainText('Choose a conversation');
    await expect(card).toBeHidden();
  });
  await other.context.close();
});
