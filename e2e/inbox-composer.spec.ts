import { createImage } from '../scripts/seed/image.ts';
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

test('Ctrl+Z in the field takes back what has not left yet, else what was typed', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is my bike ready?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is my bike ready?');
  await signIn(page, server, home.user, '/settings/personal');
  await page.getByRole('radiogroup', { name: 'Time to undo sending' }).getByRole('radio', { name: '5 s' }).check();
  await expect(page.getByText('Time to undo sending saved').first()).toBeVisible();
  await page.goto(`${server.url}/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  const waiting = page.getByText(/Sending in \d s/);

  await test.step('nothing waits: the field undoes what was typed', async () => {
    await field.pressSequentially('Yes');
    await field.press('Control+z');
    await expect(field).not.toHaveValue('Yes');
    await field.fill('');
  });

  await test.step('the text of a message that waits is in the field again, and never sent', async () => {
    await field.pressSequentially('Yes, it is raedy');
    await field.press('Enter');
    await expect(waiting).toBeVisible();
    await expect(field).toHaveValue('');
    await field.press('Control+z');
    await expect(field).toHaveValue('Yes, it is raedy');
    await expect(waiting).toBeHidden();
    await expect(page.locator('[data-message]')).toHaveCount(1);
    await field.fill('');
  });

  await test.step('what is typed after a reload goes on behind the draft', async () => {
    await field.fill('Draft two');
    await expect(async () => {
      await page.reload();
      await expect(field).toHaveValue('Draft two');
    }).toPass();
    await page
      .locator('main')
      .first()
      .click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('r');
    await page.keyboard.type('!');
    await expect(field).toHaveValue('Draft two!');
    await field.fill('');
  });

  await test.step('of two that wait the later comes back first, and both stand as they were written', async () => {
    for (const text of ['First', 'Second']) {
      await field.pressSequentially(text);
      await field.press('Enter');
    }
    await field.pressSequentially('Third');
    await field.press('Control+z');
    await expect(field).toHaveValue('Second\nThird');
    await field.press('Control+z');
    await expect(field).toHaveValue('First\nSecond\nThird');
    await expect(page.locator('[data-message]')).toHaveCount(1);
  });

  await test.step('so is a picture with its caption, also by the button beside it', async () => {
    const picture = {
      name: 'bike.png',
      mimeType: 'image/png',
      buffer: createImage([0, 128, 128], [230, 210, 160], 64, 48),
    };
    for (const undo of [() => field.press('Control+z'), () => page.getByRole('button', { name: 'Undo' }).click()]) {
      await field.fill('Have a look');
      await page.locator('input[type=file]').setInputFiles(picture);
      await expect(page.getByRole('button', { name: /^Send ↵/ })).not.toHaveAttribute('aria-disabled', 'true');
      await field.press('Enter');
      await expect(waiting).toBeVisible();
      await undo();
      await expect(waiting).toBeHidden();
      await expect(field).toHaveValue('Have a look');
      await page.getByRole('button', { name: 'Remove bike.png' }).click();
    }
  });
});
