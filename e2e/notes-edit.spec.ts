import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const note = (page: Page, words: string) => page.locator('[data-note]').filter({ hasText: words });

test('edit a note, read what it said before, and delete it', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Can I have a discount?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Can I have a discount?');
  await apiCall(server.url, 'POST', `/api/threads/${threadId}/notes`, { body: 'Give ten percent' }, token);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}`);

  await test.step('the new text stays after a reload, with its trace', async () => {
    await note(page, 'Give ten percent').getByRole('button', { name: 'Note actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit note' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Give five percent');
    await dialog.getByRole('textbox', { name: 'Note' }).press('Enter');
    await expect(dialog).toBeHidden();
    await page.reload();
    await note(page, 'Give five percent').getByRole('button', { name: 'Edited' }).click();
    await expect(page.getByRole('dialog', { name: 'Earlier versions' })).toContainText('Give ten percent');
    await page.keyboard.press('Escape');
  });

  await test.step('deleted, only that there was a note stays', async () => {
    await note(page, 'Give five percent').getByRole('button', { name: 'Note actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete note' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click();
    await expect(note(page, 'Note deleted')).toBeVisible();
    await page.reload();
    await expect(note(page, 'Note deleted')).toBeVisible();
    await expect(page.getByText('Give five percent', { exact: false })).toBeHidden();
  });
});
