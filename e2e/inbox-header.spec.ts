import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';

test('a customer is blocked and unblocked, a conversation muted, a contact merged', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Hello from Ana', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Hello from Ana');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  const more = page.getByRole('button', { name: 'More' });
  const events = page.getByRole('region', { name: 'Messages' }).locator('[data-event]');
  const threadOf = () => apiCall<{ mutes?: object }>(server.url, 'GET', `/api/threads/${threadId}`, undefined, token);
  const uid = async () =>
    (await apiCall<{ data: { user_id: string }[] }>(server.url, 'GET', '/api/team', undefined, token)).data[0]?.user_id;
  const banner = page.getByText('You blocked this customer. Their messages don’t arrive.');

  await test.step('beside the open contact panel, number and assignee are whole', async () => {
    await expect(page.getByRole('complementary', { name: 'Contact' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Snooze' })).toBeHidden();
    const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Ana Silva' }) });
    await expect(header).toBeVisible();
    const cut = () =>
      header.locator('h2, p *, [aria-haspopup=menu] bdi').evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollWidth > part.clientWidth)
          .filter((part) => part.ownerDocument.defaultView?.getComputedStyle(part).textOverflow === 'ellipsis')
          .map((part) => part.textContent),
      );
    for (const [assignee, name] of [
      [null, 'Unassigned'],
      [await uid(), 'Dana'],
    ] as const) {
      await apiCall(server.url, 'PUT', `/api/threads/${threadId}`, { assignee_id: assignee }, token);
      await expect(header.locator('[aria-haspopup=menu] bdi')).toHaveText(name);
      await expect(header.locator('[aria-haspopup=menu] bdi')).toBeVisible();
      // Fonts and the panel come after the header.
      await expect.poll(cut).toEqual([]);
      const [number, picker] = [header.getByText('+1 201 555 0100'), header.locator('[aria-haspopup=menu]').first()];
      const [left, right] = [await number.boundingBox(), await picker.boundingBox()];
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
    }
  });

  await test.step('blocked from the menu: banner, activity, no field, notes still open', async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Block customer…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Block Ana Silva?' });
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(banner).toBeVisible();
    await expect(page.getByText('This customer is blocked.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeHidden();
    await expect(events.last()).toContainText('You blocked this customer');
    await page.reload();
    await expect(banner).toBeVisible();
    await waitForInboxKeyboard(page);
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: 'Note' });
    await expect(note).toBeFocused();
    await page.keyboard.type('A note about it');
    await expect(note).toHaveValue('A note about it');
  });

  await test.step('unblocked from the banner', async () => {
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expect(banner).toBeHidden();
    await expect(events.last()).toContainText('You unblocked this customer');
    await page.getByRole('button', { name: 'Reply' }).first().click();
    const field = page.getByRole('textbox', { name: 'Reply' });
    await field.fill('Welcome back');
    await field.press('Enter');
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('Welcome back')).toBeVisible();
  });

  await test.step('muted for a week, in the row too, also after a reload; unmuted from the menu', async () => {
    const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link').first();
    await more.click();
    await page.getByRole('menuitem', { name: 'Mute…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mute conversation' });
    await dialog.getByRole('radio', { name: '1 week' }).check();
    await dialog.getByRole('button', { name: 'Mute' }).click();
    await expect(row.getByRole('img', { name: 'Muted' })).toBeVisible();
    await expect.poll(async () => Object.keys((await threadOf()).mutes ?? {})).toHaveLength(1);
    await page.reload();
    await expect(row.getByRole('img', { name: 'Muted' })).toBeVisible();
    await more.click();
    await page.getByRole('menuitem', { name: 'Unmute' }).click();
    await expect(row.getByRole('img', { name: 'Muted' })).toBeHidden();
  });

  await test.step('the contact is merged with another one, found by name; the conversation stays open', async () => {
    await writeAsCustomer(server, token, 'It is me again', 'Ana S.');
    await waitForThread(server, token, 'It is me again');
    await more.click();
    await page.getByRole('menuitem', { name: 'Merge contact…' }).click();
    const search = page.getByRole('dialog', { name: 'Merge Ana Silva with another contact' });
    await search.getByRole('searchbox').fill('Ana S.');
    await search.getByRole('button', { name: /^Ana S\./ }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 2 contacts' });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByText('Merged into one contact')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('It is me again')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('Welcome back')).toBeVisible();
  });
});

test('what is half typed in the contact panel stays when the window gets narrow and wide, and when it is closed', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  for (const [text, name] of [
    ['Hello from Ana', 'Ana Silva'],
    ['Hello from Bo', 'Bo Berg'],
  ] as const)
    await writeAsCustomer(server, token, text, name);
  const threadId = await waitForThread(server, token, 'Hello from Ana');
  await waitForThread(server, token, 'Hello from Bo');
  await signIn(page, server, home.user, `/inbox/${threadId}?view=active`);
  await waitForInboxKeyboard(page);
  const panel = page.getByRole('complementary', { name: 'Contact' });
  const note = panel.getByRole('textbox', { name: 'New note' });
  const name = panel.getByRole('textbox', { name: 'Name', exact: true });
  await note.fill('Rides a Heron 5');
  await panel.getByRole('button', { name: 'Edit Name' }).click();
  await name.fill('Ana S');
  for (const width of [1100, 1440, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(name).toHaveValue('Ana S');
    await expect(name).toBeFocused();
    await expect(note).toHaveValue('Rides a Heron 5');
  }
  await name.press('Escape');
  await page.getByRole('textbox', { name: 'Reply' }).focus();
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(panel, 'it does not lie over what someone reads').toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press(']');
  await expect(note).toHaveValue('Rides a Heron 5');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: /Bo Berg/ }).click();
  await expect(note).toHaveValue('');
  await page.getByRole('link', { name: /Ana Silva/ }).click();
  await expect(note).toHaveValue('Rides a Heron 5');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Rides a Heron 5' })).toBeVisible();
  await expect(note).toHaveValue('');
  await page.reload();
  await expect(note).toHaveValue('');

  await test.step('leaving a field for another conversation saves it', async () => {
    await panel.getByRole('button', { name: 'Edit Name' }).click();
    await name.fill('Ana Sousa');
    await page.getByRole('link', { name: /Bo Berg/ }).click();
    await expect(page.getByText('Name is saved.')).toBeVisible();
    await page.getByRole('link', { name: /Ana Sousa/ }).click();
    await expect(panel.getByRole('heading', { name: 'Ana Sousa' })).toBeVisible();
    await expect(name).toBeHidden();
  });
});
