import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const bubble = (page: Page, words: string) => page.locator('[data-message]').filter({ hasText: words });

test('schedule a message, edit it, cancel and restore it, and send it now', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is my bike ready?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is my bike ready?');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}`);
  const scheduled = page.getByRole('region', { name: 'Scheduled messages' });
  const field = page.getByRole('textbox', { name: 'Reply' });

  await test.step('the message waits for its time, also after a reload', async () => {
    await field.fill('Come by in the morning');
    await page.getByRole('button', { name: 'Send later' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send later' });
    await expect(dialog.getByRole('radio', { name: 'Tomorrow 9:00' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Schedule message' }).click();
    await expect(scheduled.getByRole('button', { name: /1 scheduled message/ })).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(bubble(page, 'Come by in the morning')).toBeHidden();
    await page.reload();
    await scheduled.getByRole('button', { name: /1 scheduled message/ }).click();
    await expect(scheduled.getByText('Come by in the morning')).toBeVisible();
  });

  await test.step('its text and time change', async () => {
    await scheduled.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit scheduled message' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Come by after ten');
    await dialog.getByRole('textbox', { name: 'Time' }).fill('10:15');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(scheduled.getByText('Come by after ten')).toBeVisible();
    await expect(scheduled.getByRole('listitem')).toContainText('10:15');
  });

  await test.step('cancelled it is gone, and undo brings it back', async () => {
    await scheduled.getByRole('button', { name: 'Cancel scheduled message' }).click();
    await expect(scheduled).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(scheduled.getByRole('button', { name: /1 scheduled message/ })).toBeVisible();
  });

  await test.step('the view has it with its time, its author and an exact count', async () => {
    const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Scheduled/ });
    await expect(view).toContainText('1');
    await view.click();
    const listed = page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link')
      .filter({ hasText: 'Ana Silva' });
    await expect(listed).toContainText(/10:15 · You: Come by after ten/);
    await page.reload();
    await listed.click();
  });

  await test.step('sent now it is a message like any other', async () => {
    await scheduled.getByRole('button', { name: /1 scheduled message/ }).click();
    await scheduled.getByRole('button', { name: 'Send now' }).click();
    await expect(scheduled).toBeHidden();
    await expect(page.getByText('Nothing scheduled')).toBeVisible();
    await expect(bubble(page, 'Come by after ten').getByRole('img', { name: /Delivered|Read/ })).toBeVisible();
  });
});

test('with the reply window closed one writes as ever, and it is sent once when the customer replies', {
  tag: '@data',
}, async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is my bike ready?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is my bike ready?');
  await apiCall(server.url, 'PUT', '/api/sandbox/clock', { offset_ms: 25 * 3_600_000 }, token);
  await signIn(page, server, home.user, `/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  const scheduled = page.getByRole('region', { name: 'Scheduled messages' });
  await expect(page.getByText('The 24-hour window is closed.')).toBeVisible();

  await test.step('a draft is kept, and what cannot wait says why', async () => {
    await field.fill('It is ready');
    await page.reload();
    await expect(field).toHaveValue('It is ready');
    await expect(page.getByRole('button', { name: /^Voice messages can be recorded when/ })).toBeDisabled();
    await page.getByRole('button', { name: 'More to send' }).click();
    await expect(page.getByRole('menuitem', { name: /^Location When they reply/ })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'the field with a closed window');
  });

  await test.step('Enter parks it; it is edited, and another one discarded', async () => {
    await expect(page.getByRole('button', { name: /^Send when they reply/ })).toBeEnabled();
    await field.press('Enter');
    await expect(scheduled.getByRole('button', { name: /1 scheduled message/ })).toBeVisible();
    await expect(field).toHaveValue('');
    await field.fill('Second thought');
    await page.getByRole('button', { name: /^Send when they reply/ }).click();
    await scheduled.getByRole('button', { name: /2 scheduled messages/ }).click();
    const row = (words: string) => scheduled.getByRole('listitem').filter({ hasText: words });
    await row('Second thought').getByRole('button', { name: 'Cancel scheduled message' }).click();
    await expect(row('Second thought')).toBeHidden();
    await row('It is ready').getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit scheduled message' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('It is ready since noon');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row('It is ready since noon')).toBeVisible();
  });

  await test.step('their message opens the window and what was parked is sent, once', async () => {
    await field.fill('Half a');
    await writeAsCustomer(server, token, 'Hello?', 'Ana Silva');
    await expect(bubble(page, 'It is ready since noon')).toHaveCount(1, { timeout: 30_000 });
    await expect(scheduled).toBeHidden();
    await expect(page.getByRole('button', { name: 'Send later' })).toBeVisible();
    await expect(field).toHaveValue('Half a');
    await expect(bubble(page, 'Second thought')).toHaveCount(0);
  });
});
