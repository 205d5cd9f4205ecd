import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('products of the catalog are sent, and the customer orders them', async ({ page, home }) => {
  test.setTimeout(300_000);
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Do you have bells?');
  const threadId = await waitForThread(server, token, 'Do you have bells?');
  await signIn(page, server, home.user);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/inbox/${threadId}`);
  const messages = page.getByRole('region', { name: 'Messages' });
  const bubble = (words: string) => page.locator('[data-message]').filter({ hasText: words });
  const open = async () => {
    const menu = page.getByRole('button', { name: 'More to send' });
    const entry = page.getByRole('menuitem', { name: 'Products' });
    // The entry is there once WhatsApp said that there is a catalog.
    await expect(async () => {
      await menu.focus();
      await page.keyboard.press('Enter');
      if (!(await entry.isVisible())) await page.keyboard.press('Escape');
      await expect(entry).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await entry.press('Enter');
    return page.getByRole('dialog', { name: 'Send products' });
  };

  await test.step('two products are found and chosen by keyboard on a phone; what is missing is said', async () => {
    let dialog = await open();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByText('Choose at least one product.')).toBeVisible();
    await dialog.getByLabel('Search products by name').fill('bell');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('checkbox', { name: /Brass bell/ }).press('Space');
    // Enter searches, and does not send.
    await dialog.getByLabel('Search products by name').fill('tube');
    await dialog.getByLabel('Search products by name').press('Enter');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('checkbox', { name: /Inner tube 700C/ }).press('Space');
    await expect(dialog.getByText('2 of 30 products chosen')).toBeVisible();
    await expectNoHorizontalScroll(page, 'products');
    await expectAccessible(page, 'products', { part: 'dialog' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByLabel('Header')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Header').fill('For the towpath');
    await page.reload();
    dialog = await open();
    await expect(dialog.getByLabel('Header')).toHaveValue('For the towpath');
    await dialog.getByLabel('Message').fill('Both fit, {{FIRST_NAME}}');
    await expect(dialog.getByRole('figure', { name: 'Preview' })).toContainText('£12.00');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog).toBeHidden();
    const sent = bubble('For the towpath');
    await expect(sent.getByRole('img', { name: /Delivered|Read/ })).toBeVisible();
    await expect(sent.getByRole('list', { name: 'Products' }).getByRole('listitem')).toHaveText([
      'Brass bell£12.00',
      'Inner tube 700C£6.50',
    ]);
  });

  await test.step('one product goes without words, and the whole catalog with some', async () => {
    let dialog = await open();
    await dialog.getByRole('checkbox', { name: /D-lock/ }).check();
    await expect(dialog.getByLabel('Header')).toBeHidden();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(bubble('D-lock').getByRole('img', { name: /Delivered|Read/ })).toBeVisible();
    dialog = await open();
    await dialog.getByRole('radio', { name: 'Whole catalog' }).check();
    await dialog.getByLabel('Message').fill('Look around');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(bubble('Look around')).toContainText('View catalog');
    await page.reload();
    await expect(messages.getByText('Brass bell')).toBeVisible();
    await expect(messages.getByText('D-lock, 230 mm')).toBeVisible();
  });

  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('the customer’s phone shows the products, and orders two of one', async () => {
    await page.goto(`${server.url}/sandbox`);
    const phone = page.getByRole('region', { name: 'Customer’s phone' });
    const list = phone.getByRole('list', { name: 'Products' }).filter({ hasText: 'Inner tube' }).first();
    await list.getByRole('button', { name: 'One Brass bell more' }).click();
    await list.getByRole('button', { name: 'One Brass bell more' }).click();
    await list.getByRole('button', { name: 'One Inner tube 700C more' }).click();
    await list.getByRole('button', { name: 'One Inner tube 700C less' }).click();
    const taken = page.waitForResponse(
      (answer) => answer.url().includes('/api/sandbox/phones/') && answer.request().method() === 'POST',
    );
    await phone.getByRole('button', { name: 'Send order' }).first().click();
    await taken;
    await expect(phone.getByText('Order: 2 items')).toBeVisible();
  });

  await test.step('the order stands in the conversation and in the contact’s orders', async () => {
    await page.goto(`${server.url}/inbox/${threadId}`);
    await expect(bubble('Order: 2 items')).toContainText('£24.00');
    await expect(bubble('Order: 2 items')).toContainText('BELL-22');
  });
});
