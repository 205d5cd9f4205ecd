import { apiCall } from '../scripts/api-call.ts';
import { createImage as pictureOf } from '../scripts/seed/image.ts';
import { connectInstallation } from '../scripts/seed/installation.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import {
  addMember,
  business,
  claimSetup,
  createAccount,
  owner,
  signInOverApi,
  type TestUser,
  waitForThread,
  writeAsCustomer,
} from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import { codeIn, linkIn, type Mailbox, startMailbox } from './support/mailbox.ts';
import { type ParleyServer, startServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor, omar, soon } from './support/users.ts';

const carla: TestUser = { name: 'Carla Colleague', email: 'carla@kestrel.example', password: 'wind from the canal' };
/** The waiting page polls every fifteen seconds. */
const nextLook = { timeout: 40_000 };

/** Confirms an address by the code of an email. */
async function confirm(server: ParleyServer, mailbox: Mailbox, handle: string, email: string): Promise<void> {
  const code = codeIn(await mailbox.take(email));
  await apiCall(server.url, 'POST', '/api/auth/sign-in-code', { handle, code });
}

async function rows(server: ParleyServer, text: string, values: unknown[]): Promise<void> {
  const installation = await connectInstallation(server.dataDir, server.url, async () => undefined);
  await installation.owner.query(text, values);
  await installation.close();
}

test.describe('with emails', () => {
  let mailbox: Mailbox;
  let server: ParleyServer;
  test.beforeAll(async () => {
    mailbox = await startMailbox();
    server = await startServer({ SMTP_URL: mailbox.url, SIGN_UP: 'open' });
    await createAccount(server, owner, await claimSetup(server, owner));
  });
  test.afterAll(async () => {
    await server.close();
    await mailbox.close();
  });

  test('a user finds the account of their company, asks to join, and is accepted', async ({ page: dana, browser }) => {
    // Two users, several emails and a wait for the next poll of a page.
    test.slow();
    const asked = await apiCall<{ handle: string }>(server.url, 'POST', '/api/auth/send-code', { email: owner.email });
    await confirm(server, mailbox, asked.handle, owner.email);
    const joining = await apiCall<{ handle: string }>(server.url, 'POST', '/api/auth/sign-up', carla);
    await confirm(server, mailbox, joining.handle, carla.email);
    const guest = await newVisitor(browser);

    await test.step('nothing is offered while it is disabled', async () => {
      await signIn(guest, server, carla);
      await expect(guest.getByRole('heading', { name: 'About your business' })).toBeVisible();
      await expect(guest.getByRole('heading', { name: 'Your company already uses Parley' })).toHaveCount(0);
    });

    await test.step('the Owner enables it, and sees for which domains', async () => {
      await signIn(dana, server, owner, '/settings/business/edit');
      await expect(
        dana.getByText(
          'Users with a confirmed address at kestrel.example can request to join. An Owner or Admin approves each request.',
        ),
      ).toBeVisible();
      await dana.getByRole('switch', { name: 'Teammates can request to join' }).click();
      await expect(dana.getByText('Turned on: Teammates can request to join').first()).toBeVisible();
      await dana.goto(`${server.url}/settings/business`);
      await expect(dana.getByRole('region', { name: 'Joining' })).toContainText('On');
    });

    await test.step('the user asks to join', async () => {
      await guest.reload();
      await guest.getByRole('button', { name: 'Request to join' }).click();
      await expect(guest.getByRole('region', { name: business.name })).toContainText('Requested');
      await expectAccessible(guest, 'asking to join');
      await expectNoHorizontalScroll(guest, 'asking to join');
      await guest.reload();
      await expect(guest.getByRole('region', { name: business.name })).toContainText('Requested');
      expect(await mailbox.take(owner.email)).toContain(carla.email);
    });

    await test.step('the Owner accepts them, and they enter', async () => {
      await dana.goto(`${server.url}/team?tab=requests`);
      await expect(dana.getByRole('row').filter({ hasText: carla.email })).toBeVisible();
      await expectAccessible(dana, 'requests to join');
      await dana.getByRole('button', { name: 'Approve as User' }).click();
      await expect(dana.getByText('No join requests')).toBeVisible();
      await dana.getByRole('tab', { name: /Members/ }).click();
      await expect(dana.getByRole('row').filter({ hasText: carla.email })).toBeVisible();
      await guest.getByRole('button', { name: 'Open' }).click(nextLook);
      await expect(guest).toHaveURL(/\/inbox/);
    });
    await guest.context().close();
  });

  test('an expired email and an expired invitation say so, and what to do', async ({ page, watch }) => {
    await page.goto(`${server.url}/login`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    const link = linkIn(await mailbox.take(owner.email));
    await rows(server, `update one_time_tokens set expires_at = now() - interval '1 minute' where email = $1`, [
      owner.email,
    ]);
    watch.expect(/console: .*422/);
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(
      page.getByText('This link was already used or is older than ten minutes. Request a new one.'),
    ).toBeVisible();

    const token = await signInOverApi(server, owner);
    const offer = { email: 'late@example.com', role: 'User', send: false };
    const { id, url } = await apiCall<{ id: string; url: string }>(
      server.url,
      'POST',
      '/api/invitations',
      offer,
      token,
    );
    await rows(server, `update invitations set expires_at = now() - interval '1 minute' where id = $1`, [id]);
    await page.goto(`${server.url}${url}`);
    await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
    await expect(page.getByText(`Ask ${owner.name} for a new one to ${business.name}.`)).toBeVisible();
    await expectAccessible(page, 'an expired invitation');
  });

  test('a sign-in in a popup passes the result and closes; without an opener it continues itself', async ({
    page,
    watch,
  }) => {
    watch.expect(/console: .*422/);
    await page.goto(`${server.url}/login`);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate("void window.open('/loggedin-redirect?handoff=made-up', 'sign-in', 'width=400,height=400')"),
    ]);
    if (!popup.isClosed()) await popup.waitForEvent('close');
    await expect(page).toHaveURL(/\/loggedin/);
    await expect(
      page.getByText('This sign-in was already used, took too long, or was started in another tab. Start again.'),
    ).toBeVisible();

    const alone = await page.context().newPage();
    await alone.goto(`${server.url}/loggedin-redirect?handoff=made-up`);
    await expect(alone).toHaveURL(/\/loggedin(\?|$)/);
    await expect(
      alone.getByText('This sign-in was already used, took too long, or was started in another tab. Start again.'),
    ).toBeVisible();
  });
});

test('a photo and a logo are chosen, seen by others, and removed; the team is exported as a table', async ({
  page: dana,
  freshServer: server,
  watch,
}) => {
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  await addMember(server, token, omar);
  await signIn(dana, server, owner);
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: pictureOf([20, 90, 90], [230, 210, 170], 300, 200) };

  await test.step('a photo', async () => {
    await dana.goto(`${server.url}/settings/personal/edit`);
    watch.expect(/console: .*422/);
    await dana
      .locator('input[type=file][aria-label=Photo]')
      .setInputFiles({ ...picture, buffer: Buffer.from('no picture') });
    await expect(dana.getByText('This is no JPEG, PNG or WebP picture.')).toBeVisible();
    await dana.locator('input[type=file][aria-label=Photo]').setInputFiles(picture);
    await expect(dana.getByText('Photo saved').first()).toBeVisible();
    await expect(dana.locator('nav img[src^="/pictures/"]').first()).toBeVisible();
    await expectAccessible(dana, 'a photo');
    await expectNoHorizontalScroll(dana, 'a photo');
    await dana.goto(`${server.url}/team`);
    await expect(dana.getByRole('row').filter({ hasText: owner.email }).locator('img')).toBeVisible();
  });

  await test.step('the table of the team', async () => {
    await dana.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      dana.waitForEvent('download'),
      dana.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('team.csv');
    await dana.goto(`${server.url}/settings/personal/edit`);
    // The next page starts with the device's data: for a moment with the URL of a deleted picture.
    watch.expect(/console: .*404.*\/pictures\//);
    await dana.getByRole('button', { name: 'Remove' }).click();
    await expect(dana.getByText('Photo removed').first()).toBeVisible();
    await expect(dana.locator('img[src^="/pictures/"]')).toHaveCount(0);
  });

  await test.step('a logo', async () => {
    await dana.goto(`${server.url}/settings/business/edit`);
    await dana.locator('input[type=file][aria-label=Logo]').setInputFiles(picture);
    await expect(dana.getByRole('main').locator('img[src^="/pictures/"]')).toBeVisible();
    await dana.goto(`${server.url}/switch-account`);
    await expect(dana.locator('img[src^="/pictures/"]')).toBeVisible();
  });

  await test.step('keys work in the settings at once, and / leads to the search', async () => {
    await dana.goto(`${server.url}/settings`);
    await expect(dana.getByLabel('Find a setting')).toBeVisible();
    await expect(dana.getByLabel('Find a setting')).not.toBeFocused();
    await waitForKeyboard(dana);
    await dana.keyboard.press('/');
    await expect(dana.getByLabel('Find a setting')).toBeFocused();
    await dana.keyboard.press('Escape');
    await dana.getByRole('heading', { name: 'Settings' }).first().click();
    await dana.keyboard.press('g');
    await dana.keyboard.press('i');
    await expect(dana).toHaveURL(/\/inbox/);
  });
});

test('signing out asks before messages are lost, from the menu and by URL', async ({
  page,
  freshServer: server,
  watch,
}) => {
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  await writeAsCustomer(server, token, 'Are you there?');
  const threadId = await waitForThread(server, token, 'Are you there?');
  await signIn(page, server, owner, `/inbox/${threadId}`);
  watch.expect(/failed: .*\/api\/messages/, /console: Failed to load/);
  await page.route('**/api/messages', (route) => route.abort());
  const field = page.getByRole('textbox', { name: 'Reply' });
  const bubble = (words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words);
  for (const words of ['Yes, we are', 'Until six']) {
    await field.fill(words);
    await field.press('Enter');
    await expect(bubble(words)).toBeVisible();
  }
  const asked = page.getByRole('heading', { name: '2 messages have not left this device' });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(asked).toBeVisible();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL(new RegExp(threadId));
  await expect(bubble('Until six')).toBeVisible();

  await page.goto(`${server.url}/logout`);
  await expect(asked).toBeVisible();
  await page.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
});

test('without a socket, a withdrawn role takes effect on the open screen by the long poll', async ({
  page,
  freshServer: server,
  watch,
}) => {
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const userId = await addMember(server, token, omar, 'Admin');
  watch.expect(/WebSocket/, / 401 /, / 403 /);
  await page.routeWebSocket('**/api/sync', (socket) => socket.close({ code: 1011 }));
  await signIn(page, server, omar);
  // The previous page has polled, too.
  await page.goto(`${server.url}/settings/api-keys`, { waitUntil: 'commit' });
  const polled = page.waitForRequest(/\/api\/sync\/poll\?.*timeout/);
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  // The poll is open: the change must arrive through it.
  await polled;
  await apiCall(server.url, 'PUT', `/api/team/${userId}`, { role: 'User' }, token);
  await expect(page.getByRole('heading', { name: 'Not authorized' })).toBeVisible(soon);
});
