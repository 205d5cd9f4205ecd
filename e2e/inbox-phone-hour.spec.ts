import { apiCall } from '../scripts/api-call.ts';
import { createImage } from '../scripts/seed/image.ts';
import { addMember, owner, signInOverApi, waitForThread, writeAsCustomer } from './support/api.ts';
import { finger } from './support/finger.ts';
import { expect, signIn, type TestAccount, test } from './support/test.ts';
import { uniqueUser } from './support/users.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Two customers who wrote, a label and a saved reply. @returns the conversation of the second */
async function prepare({ server, token }: TestAccount): Promise<string> {
  const key = await token();
  await apiCall(server.url, 'POST', '/api/labels', { name: 'Service', color: 'green' }, key);
  const reply = { name: 'Opening hours', shortcut: 'hours', body: 'We open at nine.' };
  await apiCall(server.url, 'POST', '/api/session-templates', reply, key);
  await writeAsCustomer(server, key, 'Is the bell in stock?', 'Ana Silva');
  await waitForThread(server, key, 'Is the bell in stock?');
  await writeAsCustomer(server, key, 'Thank you', 'Ben Okafor');
  return waitForThread(server, key, 'Thank you');
}

test('an agent reads, replies and is done with a conversation on a phone', { tag: '@smoke' }, async ({
  page,
  home,
}) => {
  await prepare(home);
  await signIn(page, home.server, home.user, '/inbox');
  const row = page.getByRole('link', { name: /Ana Silva/ });
  await row.tap();
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, two of them.');
  await page.getByRole('button', { name: /^Send( ↵)?$/ }).tap();
  await expect(page.locator('[data-message]').filter({ hasText: 'Yes, two of them.' })).toBeVisible();
  await page.getByRole('button', { name: 'Done', exact: true }).tap();
  await expect(page.getByRole('link', { name: /Ben Okafor/ })).toBeVisible();
  await expect(row).toBeHidden();
});

test("an agent's hour on a phone", async ({ page, home }) => {
  const { server, user } = home;
  const other = await prepare(home);
  const token = await home.token();
  await signIn(page, server, user, '/inbox');
  const touch = await finger(page);
  const row = page.getByRole('link', { name: /Ana Silva/ });
  const field = page.getByRole('textbox', { name: 'Reply' });
  const send = page.getByRole('button', { name: /^Send( ↵)?$/ });
  const message = (words: string) => page.locator('[data-message]').filter({ hasText: words });
  const more = async (entry: string) => {
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: entry }).tap();
  };
  await row.tap();

  await test.step('a reply, a saved reply and a photo', async () => {
    await field.fill('Yes, two of them.');
    await send.tap();
    await expect(message('Yes, two of them.')).toBeVisible();
    await field.pressSequentially('/hours');
    await page.getByRole('option', { name: /\/hours/ }).tap();
    await expect(field).toHaveValue('We open at nine.');
    await send.tap();
    await expect(message('We open at nine.')).toBeVisible();
    const photo = createImage([41, 98, 107], [226, 214, 188], 640, 480);
    await page.locator('input[type=file]').setInputFiles({ name: 'bell.png', mimeType: 'image/png', buffer: photo });
    await field.fill('In blue');
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    await send.tap();
    await expect(page.getByRole('button', { name: 'Show the picture: In blue' })).toBeVisible();
  });

  await test.step('a reaction by a long press', async () => {
    const question = message('Is the bell in stock?');
    await touch.down(question.getByText('Is the bell in stock?'));
    await expect(question).toHaveAttribute('data-held');
    await touch.up();
    await page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name: 'React' }).tap();
    await page.getByRole('button', { name: 'React with 👍' }).tap();
    await expect(question.getByRole('img', { name: 'We reacted with 👍' })).toBeVisible();
  });

  await test.step('assigned, labelled, with a note', async () => {
    await page.getByRole('button', { name: 'Unassigned' }).tap();
    await page.getByRole('menuitemradio', { name: /\bme\b/ }).tap();
    await expect(page.getByText('You assigned this to yourself')).toBeVisible();
    await more('Labels');
    await page.getByRole('option', { name: 'Service' }).tap();
    await page.keyboard.press('Escape');
    await expect(page.getByText('You added Service')).toBeVisible();
    await page.getByRole('button', { name: 'Note', exact: true }).tap();
    await page.getByRole('textbox', { name: 'Note' }).fill('She comes on Friday.');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-note]').filter({ hasText: 'She comes on Friday.' })).toBeVisible();
  });

  await test.step('the contact, and Back', async () => {
    await page.getByRole('button', { name: 'Contact', exact: true }).tap();
    await expect(page.getByRole('complementary', { name: 'Contact' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('complementary', { name: 'Contact' })).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible();
  });

  await test.step('snoozed until the customer writes', async () => {
    await more('Snooze');
    await page.getByRole('menuitem', { name: 'Until they reply' }).tap();
    await expect(page.getByRole('link', { name: /Ben Okafor/ })).toBeVisible();
    await expect(row).toBeHidden();
    await writeAsCustomer(server, token, 'I am on my way', 'Ana Silva');
    await expect(row).toBeVisible();
  });

  await test.step('swiped to be done, and brought back', async () => {
    await touch.down(row);
    await touch.move(120);
    await touch.up();
    await expect(row).toBeHidden();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).tap();
    await expect(row).toBeVisible();
  });

  await test.step('a message is found and opened', async () => {
    await page.getByRole('button', { name: 'Search conversations' }).tap();
    await page.getByRole('searchbox', { name: /^Search conversations/ }).fill('on my way');
    await page
      .getByRole('link', { name: /I am on my way/ })
      .last()
      .tap();
    await expect(message('I am on my way')).toBeVisible();
    await page.goBack();
    await expect(row.first()).toBeVisible();
  });

  await test.step('a notification leads to its conversation', async () => {
    const omar = uniqueUser({ ...owner, name: 'Omar Haddad' });
    await addMember(server, token, omar, 'Admin');
    const { data } = await apiCall<{ data: { user_id: string; email: string }[] }>(
      server.url,
      'GET',
      '/api/team',
      undefined,
      token,
    );
    const assignee_id = data.find(({ email }) => email === user.email)?.user_id;
    await apiCall(server.url, 'PUT', `/api/threads/${other}`, { assignee_id }, await signInOverApi(server, omar));
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).tap();
    const centre = page.getByRole('dialog', { name: 'Notifications' });
    await centre.getByText(/Omar Haddad assigned you a conversation/).tap();
    await expect(page).toHaveURL(new RegExp(other));
    await expect(message('Thank you')).toBeVisible();
  });
});
