import type { Page } from '@playwright/test';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard, waitForListKeyboard } from './support/keys.ts';
import { expect, test } from './support/test.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });

test('a working day by keyboard alone: sign-in, taking a conversation, reply, note, done, the next one, search', async ({
  page,
  home,
}) => {
  test.setTimeout(180_000);
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the blue bell in stock?', 'Ana Silva');
  await writeAsCustomer(server, token, 'When do you open?', 'Noor Haddad');
  const ana = await waitForThread(server, token, 'Is the blue bell in stock?');
  const noor = await waitForThread(server, token, 'When do you open?');
  const keys = page.keyboard;
  const conversations = page.getByRole('region', { name: 'Conversations' });
  const row = (text: string) => conversations.getByRole('link').filter({ hasText: text });
  /** J goes to the next row: pressed until a conversation is reached, each time only after the last one arrived. */
  const goTo = async (text: string) => {
    const rows = conversations.getByRole('link');
    await expect(row(text)).toBeVisible();
    for (let n = 0; n < (await rows.count()); n++) {
      await keys.press('j');
      await expect(rows.nth(n)).toBeFocused();
      if (await row(text).and(page.locator(':focus')).isVisible()) break;
    }
    await expect(row(text)).toBeFocused();
  };
  /** Escape in the field leaves it; a second one would leave the conversation. */
  const leaveField = async () => {
    await expect(page.locator('textarea:focus')).toBeVisible();
    await keys.press('Escape');
    await expect(page.locator('textarea:focus')).toBeHidden();
  };
  // Nothing below is done with a pointer.
  await page.addInitScript(`addEventListener('pointerdown', () => sessionStorage.setItem('pointer', 'used'), true)`);

  await test.step('signs in', async () => {
    await page.goto(`${server.url}/login?next=/inbox`);
    await page.getByLabel('Email').focus();
    await keys.type(user.email);
    await page.getByLabel('Password').focus();
    await keys.type(user.password);
    await keys.press('Enter');
    await page.waitForURL(/\/inbox/);
    await expect(row('When do you open?')).toBeVisible({ timeout: 30_000 });
  });

  await test.step('opens a conversation, takes it and replies', async () => {
    await waitForListKeyboard(page);
    await keys.press('g');
    await keys.press('i');
    await goTo('Is the blue bell in stock?');
    await keys.press('Enter');
    await page.waitForURL(new RegExp(`/inbox/${ana}`));
    await expect(reply(page)).toBeVisible();
    await waitForInboxKeyboard(page);
    await keys.press('i');
    await expect(page.getByRole('button', { name: /^Assigned to / })).toBeVisible();
    await keys.press('r');
    await expect(reply(page)).toBeFocused();
    await keys.type('Yes, two are left.');
    await keys.press('Enter');
    await expect(page.locator('[data-message]').filter({ hasText: 'Yes, two are left.' })).toBeVisible();
  });

  await test.step('writes a note for the team', async () => {
    await leaveField();
    await keys.press('n');
    const note = page.getByRole('textbox', { name: 'Note' });
    await expect(note).toBeFocused();
    await keys.type('She comes on Friday.');
    await keys.press('Enter');
    await expect(page.getByText('She comes on Friday.').last()).toBeVisible();
    await leaveField();
  });

  await test.step('marks it as done and opens the next one', async () => {
    await keys.press('e');
    await expect(row('Yes, two are left.')).toBeHidden();
    await goTo('When do you open?');
    await keys.press('Enter');
    await page.waitForURL(new RegExp(`/inbox/${noor}`));
  });

  await test.step('searches with the palette and goes to contacts', async () => {
    await expect(reply(page)).toBeVisible();
    await keys.press('Control+k');
    const palette = page.getByRole('dialog').getByRole('combobox');
    await expect(palette).toBeFocused();
    await keys.type('Contacts');
    await expect(page.getByRole('option', { name: /Contacts/ }).first()).toBeVisible();
    await keys.press('Enter');
    await page.waitForURL(/\/contacts/);
  });

  await test.step('everything was kept, and no pointer was used', async () => {
    expect(await page.evaluate(`sessionStorage.getItem('pointer')`)).toBeNull();
    await page.goto(`${server.url}/inbox/${ana}?view=done`);
    await expect(page.locator('[data-message]').filter({ hasText: 'Yes, two are left.' })).toHaveCount(1);
    await expect(page.getByText('She comes on Friday.').last()).toBeVisible();
  });
});
