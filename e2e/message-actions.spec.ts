import type { Page } from '@playwright/test';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const bubble = (page: Page, words: string) => page.locator('[data-message]').filter({ hasText: words });

test('react to a message, forward it and look at its times, by mouse and by keys', { tag: '@smoke' }, async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Do you ship to Porto?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Do you ship to Porto?');
  await writeAsCustomer(server, token, 'Any news?', 'Jon Berg');
  await waitForThread(server, token, 'Any news?');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}`);
  const question = bubble(page, 'Do you ship to Porto?');

  await test.step('a reaction stays after a reload, is changed and removed', async () => {
    await question.hover();
    await question.getByRole('button', { name: 'React' }).click();
    await page.getByRole('button', { name: 'React with 👍' }).click();
    await expect(question.getByRole('img', { name: 'We reacted with 👍' })).toBeVisible();
    await page.reload();
    await expect(question.getByRole('img', { name: 'We reacted with 👍' })).toBeVisible();
    await question.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'React' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Remove 👍' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question.getByRole('img', { name: /reacted/ })).toBeHidden();
  });

  await test.step('forwarded to another conversation it arrives there', async () => {
    await question.hover();
    await question.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Forward' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Jon Berg.*Sandbox/ })
      .click();
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: /Jon Berg/ })
      .click();
    await expect(bubble(page, 'Do you ship to Porto?').getByRole('img', { name: /Delivered|Read/ })).toBeVisible();
  });

  await test.step('the times of every step stand in its info', async () => {
    const sent = bubble(page, 'Do you ship to Porto?');
    await sent.hover();
    await sent.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Message info' }).click();
    const info = page.getByRole('dialog', { name: 'Message info' });
    await expect(info.getByText('Delivered')).toBeVisible();
    await expect(info).toContainText('wamid.');
    await expect(info.getByText('Price category')).toBeVisible();
    await expect(info.getByText(/^Service · (not )?billed$/)).toBeVisible();
  });
});
