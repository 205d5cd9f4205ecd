import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('write with emoji and formatting, from the keyboard, and react with any emoji', { tag: '@smoke' }, async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is my bike ready?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is my bike ready?');
  const otherRequests: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(server.url)) otherRequests.push(request.url());
  });
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  /** What Enter chooses; the data of the picker is loaded when it opens. */
  const found = page.locator('button[data-active]');

  await test.step('what follows a colon is completed', async () => {
    await field.pressSequentially('It is ready :tad');
    await expect(page.getByRole('listbox', { name: 'Emoji' }).getByRole('option').first()).toContainText(':tada:');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('It is ready 🎉 ');
  });

  await test.step('marks go around the selection, are shown as the customer will see them, and are undone', async () => {
    await field.press('Home');
    for (let n = 0; n < 'It is'.length; n++) await field.press('Shift+ArrowRight');
    await field.press('Control+b');
    await expect(field).toHaveValue('*It is* ready 🎉 ');
    await expect(page.getByRole('region', { name: 'Preview' }).locator('b, strong')).toHaveText('It is');
    await field.press('Control+z');
    await expect(field).toHaveValue('It is ready 🎉 ');
  });

  await test.step('the picker searches all of them and writes at the cursor', async () => {
    await field.press('End');
    await page.getByRole('button', { name: 'Emoji' }).click();
    await page.getByPlaceholder('Search emoji').fill('guitar');
    await expect(found).toHaveText('🎸');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('It is ready 🎉 🎸');
    await field.press('Enter');
    await expect(page.locator('[data-message]').filter({ hasText: '🎸' })).toBeVisible();
  });

  await test.step('a reaction beyond the six stays after a reload', async () => {
    const question = page.locator('[data-message]').filter({ hasText: 'Is my bike ready?' });
    await question.hover();
    await question.getByRole('button', { name: 'React' }).click();
    await page.getByRole('button', { name: 'More emoji' }).click();
    await page.getByPlaceholder('Search emoji').fill('guitar');
    await expect(found).toHaveText('🎸');
    await page.keyboard.press('Enter');
    await expect(question.getByRole('img', { name: 'We reacted with 🎸' })).toBeVisible();
    await page.reload();
    await expect(question.getByRole('img', { name: 'We reacted with 🎸' })).toBeVisible();
  });
  expect(otherRequests).toEqual([]);
});
