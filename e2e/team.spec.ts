import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { visit } from './support/addresses.ts';
import { addMember, business, signInOverApi, waitForThread, writeAsCustomer } from './support/api.ts';
import { delayRequests } from './support/delay-requests.ts';
import { expect, signIn, test } from './support/test.ts';
import { omar as colleague, newVisitor, soon, uniqueUser } from './support/users.ts';

test('a member: invited by link, joined, given and denied permissions, suspended with their conversations reassigned', {
  tag: '@smoke',
}, async ({ page: dana, browser, home }) => {
  // Two users and everything that can happen between them.
  test.setTimeout(360_000);
  const { server, user } = home;
  const omar = uniqueUser(colleague);
  const token = await home.token();
  await signIn(dana, server, user);
  const guest = await newVisitor(browser);
  let link = '';

  await test.step('pasted addresses are checked, and a link is created', async () => {
    await dana.goto(`${server.url}/team`);
    await expect(dana.getByRole('heading', { name: 'You’re the only member so far' })).toBeVisible();
    await dana.getByRole('main').getByRole('link', { name: 'Add members' }).click();
    await dana.getByLabel('Email addresses').fill(`Omar <${omar.email}>; ${user.email}, nonsense`);
    const found = dana.getByRole('region', { name: 'Addresses found' });
    await expect(found).toContainText('3 addresses found, 1 will be invited');
    await expect(found).toContainText('in the team already');
    await expect(found).toContainText('no address');
    await dana.getByRole('switch').click();
    await dana.getByRole('button', { name: 'Invite 1 member' }).click();
    link = await dana.getByLabel(`Link for ${omar.email}`).inputValue();
  });

  await test.step('a user with the link signs up and joins', async () => {
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: `${user.name} invites you to ${business.name}` })).toBeVisible();
    await expectAccessible(guest, 'an invitation');
    await expectNoHorizontalScroll(guest, 'an invitation');
    await guest.getByRole('link', { name: 'I’m new here' }).click();
    await guest.getByLabel('Your name').fill(omar.name);
    await guest.getByLabel('Email').fill(omar.email);
    await guest.getByLabel('Password').fill(omar.password);
    await guest.getByRole('button', { name: 'Continue' }).click();
    await guest.getByRole('button', { name: 'Accept and join' }).click();
    await expect(guest).toHaveURL(/\/inbox/);
    await guest
      .getByRole('dialog', { name: `Welcome to ${business.name}` })
      .getByRole('link', { name: 'The team' })
      .click();
    await expect(guest).toHaveURL(/\/team$/);
  });

  await test.step('the used link says so', async () => {
    const other = await newVisitor(browser);
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'This invitation was used' })).toBeVisible();
    await other.context().close();
  });

  await test.step('a User sees who can do what instead of disabled buttons', async () => {
    await expect(
      guest.getByText('Only Admins and Owners can invite, change and remove team members.', { exact: false }),
    ).toContainText(`Ask ${user.name}.`);
    await expect(guest.getByRole('link', { name: 'Add members' })).toHaveCount(0);
    await expect(guest.getByRole('tab', { name: 'Pending invitations' })).toHaveCount(0);
  });

  await test.step('a new role takes effect on the open screen', async () => {
    await dana.goto(`${server.url}/team`);
    await dana
      .getByRole('row')
      .filter({ hasText: omar.email })
      .getByRole('button', { name: omar.name, exact: false })
      .first()
      .click();
    await dana.getByRole('radio', { name: 'Admin' }).check();
    await dana.getByRole('button', { name: 'Save' }).click();
    await expect(guest.getByRole('link', { name: 'Add members' })).toBeVisible(soon);
    await expect(dana.getByText('Nothing to save')).toBeVisible();
  });

  await test.step('a withdrawn role shows the 401 page, on the open screen', async () => {
    await guest.goto(`${server.url}/settings/api-keys`);
    await expect(guest.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
    await dana.getByRole('radio', { name: 'User' }).check();
    await dana.getByRole('button', { name: 'Save' }).click();
    await dana.getByRole('button', { name: 'Make a User' }).click();
    await expect(guest.getByRole('heading', { name: 'Not authorized' })).toBeVisible(soon);
  });

  await test.step('given again, it opens the page that was refused, also when only the server knew', async () => {
    // The device still holds the rights of before, and hears of nothing: the page asks, and is refused.
    await guest.goto('about:blank');
    await dana.getByRole('radio', { name: 'Admin' }).check();
    await dana.getByRole('button', { name: 'Save' }).click();
    await expect(dana.getByText('Nothing to save')).toBeVisible();
    await guest.goto(`${server.url}/settings/api-keys`);
    await expect(guest.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
    await guest.goto('about:blank');
    await dana.getByRole('radio', { name: 'User' }).check();
    await dana.getByRole('button', { name: 'Save' }).click();
    await dana.getByRole('button', { name: 'Make a User' }).click();
    await expect(dana.getByText('Nothing to save')).toBeVisible();
    const letGo = await delayRequests(guest, '**/api/bootstrap');
    const letRenew = await delayRequests(guest, '**/api/auth/token');
    const refused = guest.waitForResponse(
      (answer) => answer.url().includes('/api/api-keys') && answer.status() === 403,
    );
    await guest.goto(`${server.url}/settings/api-keys`);
    await refused;
    letGo();
    await expect(guest.getByRole('heading', { name: 'Not authorized' })).toBeVisible();
    // The token that the page asks for comes late: with the same role as the one it has.
    await dana.getByRole('radio', { name: 'Admin' }).check();
    await dana.getByRole('button', { name: 'Save' }).click();
    await expect(dana.getByText('Nothing to save')).toBeVisible();
    letRenew();
    await expect(guest.getByRole('heading', { name: 'No API keys yet' })).toBeVisible(soon);
    await dana.getByRole('radio', { name: 'User' }).check();
    await dana.getByRole('button', { name: 'Save' }).click();
    await dana.getByRole('button', { name: 'Make a User' }).click();
    await expect(guest.getByRole('heading', { name: 'Not authorized' })).toBeVisible(soon);
  });

  await test.step('a conversation assigned to a group appears for its members', async () => {
    await dana.goto(`${server.url}/team?tab=groups`);
    await dana.getByRole('button', { name: 'New group' }).click();
    const dialog = dana.getByRole('dialog', { name: 'New group' });
    await dialog.getByLabel('Name').fill('Workshop');
    await dialog.getByRole('checkbox', { name: omar.name }).press('Space');
    await expectAccessible(dana, 'a new group');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(dana.getByRole('listitem').filter({ hasText: 'Workshop' })).toContainText(omar.name);

    await writeAsCustomer(server, token, 'My brake squeals');
    const threadId = await waitForThread(server, token, 'My brake squeals');
    await guest.goto(`${server.url}/inbox`);
    await dana.goto(`${server.url}/inbox/${threadId}`);
    await dana.getByRole('button', { name: 'Unassigned' }).click();
    await dana.getByRole('menuitemradio', { name: /^Workshop/ }).click();
    await guest
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^Workshop/ })
      .click();
    await expect(guest.getByRole('main').getByRole('link').filter({ hasText: 'My brake squeals' })).toBeVisible();
    await dana.getByRole('button', { name: 'Assigned to Workshop' }).click();
    await dana.getByRole('menuitemradio', { name: new RegExp(`^${omar.name}`) }).click();
    await expect(dana.getByRole('button', { name: 'Assigned to Omar, Workshop' })).toBeVisible();
    // The screen shows it before the server has it; the next page asks the server.
    const assigned = () =>
      apiCall<{ assignee_id: string | null }>(server.url, 'GET', `/api/threads/${threadId}`, undefined, token);
    await expect.poll(async () => (await assigned()).assignee_id).not.toBeNull();
  });

  await test.step('suspending closes the open screen and reassigns the conversation', async () => {
    await dana.goto(`${server.url}/team`);
    const row = dana.getByRole('row').filter({ hasText: omar.email });
    await row.getByRole('button', { name: `Actions for ${omar.name}` }).click();
    await dana.getByRole('menuitem', { name: 'Suspend' }).click();
    const dialog = dana.getByRole('alertdialog', { name: `Suspend ${omar.name}?` });
    await dialog.getByRole('combobox', { name: 'Give 1 open conversation to' }).click();
    await dana.getByRole('option', { name: user.name }).click();
    await dialog.getByRole('button', { name: `Suspend ${omar.name}` }).click();
    await expect(row).toContainText('Suspended');
    await expect(guest.getByText(`You can no longer open ${business.name}:`, { exact: false })).toBeVisible(soon);
    await expect(guest).toHaveURL(/\/invitations$/);
    const own = await signInOverApi(server, user);
    const path = '/api/threads?assignee=me';
    // Suspended first, so that nothing new is given to them; then their conversations change hands.
    await expect
      .poll(async () => (await apiCall<{ data: unknown[] }>(server.url, 'GET', path, undefined, own)).data)
      .toHaveLength(1);
    await expect(dialog).toBeHidden();
  });

  await test.step('the only Owner sees why they cannot leave', async () => {
    const row = dana.getByRole('row').filter({ hasText: user.email });
    await row.getByRole('button', { name: `Actions for ${user.name}` }).click();
    const remove = dana.getByRole('menuitem', { name: /^Remove from the team/ });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toContainText('not for yourself');
    await dana.keyboard.press('Escape');
    await expectAccessible(dana, 'the team');
    await expectNoHorizontalScroll(dana, 'the team');
  });
  await guest.context().close();
});

test('the account is transferred, restricted for all Users at once, and closed', async ({
  page: dana,
  browser,
  home,
  watch,
}) => {
  const { server, user } = home;
  const omar = uniqueUser(colleague);
  const token = await home.token();
  await addMember(server, token, omar, 'Admin');
  await signIn(dana, server, user);
  const heir = await newVisitor(browser);
  await signIn(heir, server, omar);

  await test.step('an Admin sees that this is for Owners; the rules of the business are saved', async () => {
    await heir.goto(`${server.url}/settings/business`);
    await expect(heir.getByRole('region', { name: 'Close the account' })).toContainText(
      'Only Owners can close the account.',
    );
    await heir.getByRole('link', { name: 'Edit' }).click();
    await heir.getByLabel('Business name').fill('');
    await heir.getByLabel('Business name').blur();
    await expect(heir.getByText('Enter the name your customers know.')).toBeVisible();
    await heir.getByLabel('Business name').fill('Kestrel Works');
    await heir.keyboard.press('Control+s');
    await expect(heir.getByText('Business name saved').first()).toBeVisible();
    await heir.getByRole('switch', { name: 'Phone numbers of customers are hidden from Users' }).click();
    await expect(heir.getByText(/^Turned on: Phone numbers of customers/).first()).toBeVisible();
    await heir.goto(`${server.url}/settings/business`);
    await expect(heir.getByRole('term').filter({ hasText: 'Phone numbers of customers' })).toBeVisible();
    await expect(heir.getByText('Kestrel Works').first()).toBeVisible();
    await expectAccessible(heir, 'business settings');
    await expectNoHorizontalScroll(heir, 'business settings');
  });

  await test.step('the offer changes nothing until it is accepted; then both roles change on open screens', async () => {
    await dana.goto(`${server.url}/settings/business`);
    await expect(dana.getByText('Kestrel Works').first()).toBeVisible();
    await dana.getByRole('combobox', { name: 'New owner' }).click();
    await dana.getByRole('option', { name: omar.name }).click();
    await dana.getByRole('button', { name: 'Transfer account' }).click();
    await dana.getByRole('button', { name: 'Offer it' }).click();
    await expect(
      dana.getByText(`${user.name} offered the account to ${omar.name}, who hasn’t responded yet.`),
    ).toBeVisible();
    await heir.goto(`${server.url}/team`);
    await heir.getByRole('button', { name: 'Accept' }).click();
    await expect(dana.getByRole('region', { name: 'Close the account' })).toContainText('Only Owners', soon);
  });

  await test.step('closing needs the name, and signs everyone out immediately', async () => {
    watch.expect(/ 401 /, / 403 /);
    await heir.goto(`${server.url}/settings/business`);
    await heir.getByRole('button', { name: 'Close the account' }).click();
    const dialog = heir.getByRole('alertdialog', { name: 'Close Kestrel Works for everyone?' });
    await dialog.getByLabel(/^Type the name of the account/).fill('Kestrel');
    await expect(dialog.getByRole('button', { name: 'Close permanently' })).toBeDisabled();
    await dialog.getByLabel(/^Type the name of the account/).fill('Kestrel Works');
    await dialog.getByRole('button', { name: 'Close permanently' }).click();
    for (const page of [heir, dana]) {
      await expect(page.getByText(/^You can no longer open Kestrel Works:/)).toBeVisible(soon);
      await expect(page.getByRole('link', { name: 'Create an account of your own' })).toBeVisible();
    }
  });
  await heir.context().close();
});

test('every page of the team, with several members', async ({ page, home }) => {
  const { server, user } = home;
  const omar = uniqueUser(colleague);
  const token = await home.token();
  await addMember(server, token, omar, 'User');
  const offer = { emails: ['mei@kestrel.example'], role: 'Admin', send: false };
  await apiCall(server.url, 'POST', '/api/invitations/batch', offer, token);
  const { data } = await apiCall<{ data: { user_id: string; self: boolean }[] }>(
    server.url,
    'GET',
    '/api/team',
    undefined,
    token,
  );
  const [self, other] = [true, false].map((own) => data.find((member) => member.self === own)?.user_id);
  await signIn(page, server, user);
  const paths = [
    '/team?tab=invitations',
    '/team/add',
    `/team/edit/${self}`,
    `/team/edit/${other}`,
    '/team/edit/01890000-0000-7000-8000-000000000000',
    '/invitations',
    '/settings/business/edit',
  ];
  for (const path of paths) {
    await visit(page, `${server.url}${path}`);
    await expectAccessible(page, path);
    await expectNoHorizontalScroll(page, path);
  }
});

test('a key is shown once, works, is rotated and revoked', { tag: '@smoke' }, async ({ page, home, watch }) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/api-keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Enter a name for the key.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Web shop');
  await dialog.getByRole('checkbox', { name: 'threads:read' }).press('Space');
  await dialog.getByLabel(/^Allowed IP addresses/).fill('not an address');
  watch.expect(/ 422 /);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('This is no address or network.')).toBeVisible();
  await expectAccessible(page, 'a new key');
  await dialog.getByLabel(/^Allowed IP addresses/).fill('127.0.0.0/8');
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const reveal = page.getByRole('dialog', { name: 'Your new key Web shop' });
  const key = await reveal.getByLabel('API key').inputValue();
  await reveal.getByRole('button', { name: 'Done' }).click();
  await expect(
    reveal.getByText('You haven’t copied the key. Without it, you’ll have to create another one.'),
  ).toBeVisible();
  await reveal.getByRole('checkbox', { name: 'I have saved it' }).press('Space');
  await reveal.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(key, { exact: false })).toHaveCount(0);
  const works = (text: string) =>
    fetch(`${server.url}/api/threads`, { headers: { authorization: `Bearer ${text}` } }).then(({ status }) => status);
  expect(await works(key)).toBe(200);

  await test.step('the requests of a key are listed beside it', async () => {
    await page.getByRole('button', { name: 'Using the API' }).click();
    const panel = page.getByRole('complementary', { name: 'Using the API' });
    await expect(panel.getByText(`curl '${server.url}/api/threads`, { exact: false })).toBeVisible();
    await expectAccessible(page, 'quick start');
    await page.getByRole('button', { name: 'Actions for Web shop' }).click();
    await page.getByRole('menuitem', { name: 'Show requests' }).click();
    const requests = panel.getByRole('listitem').filter({ hasText: 'GET /api/threads' });
    // Written a few seconds after the answer, and looked for every few.
    await expect(requests).toHaveCount(1, { timeout: 30_000 });
    await expect(requests).toContainText('200');
    await expect(requests).toContainText('127.0.0.1');
    await expect(page.getByRole('img', { name: '1 request in 24 hours, 0 of them refused' })).toBeVisible({
      timeout: 60_000,
    });
    await panel.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Refused (4xx)' }).click();
    await expect(panel.getByRole('heading', { name: 'No requests' })).toBeVisible();
    await expectAccessible(page, 'requests of a key');
    await panel.getByRole('button', { name: 'Close' }).click();
  });

  const row = page.getByRole('row').filter({ hasText: 'Web shop' }).last();
  await row.getByRole('button', { name: 'Actions for Web shop' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('combobox', { name: 'Revoke the old key' }).click();
  await page.getByRole('option', { name: 'Now' }).click();
  await page.getByRole('button', { name: 'Create new key' }).click();
  const next = await reveal.getByLabel('API key').inputValue();
  await reveal.getByRole('checkbox', { name: 'I have saved it' }).press('Space');
  await reveal.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => works(key)).toBe(401);
  expect(await works(next)).toBe(200);

  await page
    .getByRole('row')
    .filter({ hasText: next.slice(-4) })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect.poll(() => works(next)).toBe(401);
  await expectNoHorizontalScroll(page, 'API keys');
});

test('a key whose creator is no longer an Admin is paused until an Admin takes it over; a session ended elsewhere says so', async ({
  page,
  browser,
  home,
  watch,
}) => {
  const { server, user } = home;
  const token = await home.token();
  const omar = uniqueUser(colleague);
  const uid = await addMember(server, token, omar, 'Admin');
  const made = await apiCall<{ key: string }>(
    server.url,
    'POST',
    '/api/api-keys',
    { name: 'Till', scopes: ['threads:read'] },
    await signInOverApi(server, omar),
  );
  await apiCall(server.url, 'PUT', `/api/team/${uid}`, { role: 'User' }, token);
  await signIn(page, server, user, '/settings/api-keys');
  const row = page.getByRole('row').filter({ hasText: 'Till' });
  await expect(row.getByText('Paused')).toBeVisible();
  await expect(row.getByText('No longer an Admin')).toBeVisible();
  await expectAccessible(page, 'a paused key');
  await row.getByRole('button', { name: 'Actions for Till' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(
        'This creates a key with the same scopes, channels and addresses, owned by you. The old key is paused and will be revoked.',
      ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Create new key' }).click();
  const reveal = page.getByRole('dialog');
  const key = await reveal.getByLabel('API key').inputValue();
  await reveal.getByRole('checkbox', { name: 'I have saved it' }).press('Space');
  await reveal.getByRole('button', { name: 'Done' }).click();
  await expect(row.getByText('Paused')).toHaveCount(0);
  const status = async (text: string) =>
    (await fetch(`${server.url}/api/threads`, { headers: { authorization: `Bearer ${text}` } })).status;
  expect([await status(made.key), await status(key)]).toEqual([401, 200]);

  const other = await newVisitor(browser);
  await signIn(other, server, user);
  watch.expect(/ 401 /);
  await apiCall(server.url, 'DELETE', '/api/auth/sessions', undefined, await signInOverApi(server, user));
  await other.goto(`${server.url}/settings`);
  await expect(other.getByLabel('Email')).toBeVisible();
  await expect(other.getByRole('alert')).toHaveText('You ended this session on another device.');
  await expectAccessible(other, 'after the session ended elsewhere');
  await other.context().close();
});

test('two accounts: each tab in its own, back to the last page, left by typing the name', async ({
  page,
  browser,
  home,
}) => {
  const { server, user } = home;
  const another = uniqueUser({ ...colleague, email: 'jonas@heron.example' });
  // The second account belongs to another user, who invites.
  const token = await signInOverApi(server, user);
  await addMember(server, token, another, 'Admin');
  const theirs = await signInOverApi(server, another);
  await apiCall(server.url, 'POST', '/api/clients', { ...business, name: 'Heron Bike Hire' }, theirs);
  const heron = await signInOverApi(server, another);
  const { accounts } = await apiCall<{ accounts: { client_id: string; name: string }[] }>(
    server.url,
    'GET',
    '/api/auth/profile',
    undefined,
    heron,
  );
  const heronId = accounts.find(({ name }) => name === 'Heron Bike Hire')?.client_id ?? '';
  const inHeron = await apiCall<{ id_token: string }>(
    server.url,
    'POST',
    '/api/auth/switch',
    { client_id: heronId },
    heron,
  );
  const offer = { email: user.email, role: 'User', send: false };
  const { url: path } = await apiCall<{ url: string }>(server.url, 'POST', '/api/invitations', offer, inHeron.id_token);

  await signIn(page, server, user, '/team');
  await expect(page.getByRole('link', { name: 'Add members' })).toBeVisible();
  await page.goto(`${server.url}${path}`);
  await page.getByRole('button', { name: 'Accept and join' }).click();
  await expect(page).toHaveURL(/\/inbox/);
  await page.getByRole('button', { name: 'Open the inbox' }).click();
  await expect(page.getByRole('button', { name: 'Open the inbox' })).toBeHidden();

  await page.goto(`${server.url}/switch-account`);
  await expect(page.getByRole('button', { name: /Heron Bike Hire.*you are here/ })).toBeVisible();
  await expectAccessible(page, 'two accounts');
  await expectNoHorizontalScroll(page, 'two accounts');
  const second = await page.context().newPage();
  await second.goto(`${server.url}/team`);
  await page.keyboard.press('2');
  // Where Dana was in it before the invitation came.
  await expect(page).toHaveURL(/\/team$/);
  await expect(page.getByRole('link', { name: 'Add members' })).toBeVisible();
  await second.reload();
  await expect(second.getByText('Only Admins and Owners can invite', { exact: false })).toBeVisible();

  await second.goto(`${server.url}/switch-account`);
  await second.getByRole('button', { name: 'Actions for Kestrel Cycles' }).click();
  await expect(second.getByRole('menuitem', { name: /^Leave the account/ })).toContainText('you are its only Owner');
  await second.keyboard.press('Escape');
  await second.getByRole('button', { name: 'Actions for Heron Bike Hire' }).click();
  await second.getByRole('menuitem', { name: /^Leave the account/ }).click();
  const dialog = second.getByRole('alertdialog', { name: 'Leave Heron Bike Hire?' });
  await dialog.getByLabel(/^Type the name of the account/).fill('Heron Bike Hire');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(second.getByText(/^You can no longer open Heron Bike Hire:/)).toBeVisible();
  await expect(second.getByRole('button', { name: /^Heron Bike Hire/ })).toHaveCount(0);

  // Opened under another sign-in a link joins nothing.
  const other = await newVisitor(browser);
  await signIn(other, server, another);
  await other.goto(`${server.url}${path}`);
  await expect(other.getByRole('heading', { name: 'This invitation was used' })).toBeVisible();
  await other.context().close();
});
