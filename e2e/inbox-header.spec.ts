import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('a customer is blocked and unblocked', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Hello from Ana', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Hello from Ana');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  const more = page.getByRole('button', { name: 'More', exact: true });
  const events = page.getByRole('region', { name: 'Messages' }).locator('[data-event]');
  const banner = page.getByText("You blocked this customer. Their messages don't arrive.");

  await test.step('blocked from the menu: banner, activity, no field, notes still open', async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Block customer' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Block Ana Silva?' });
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(banner).toBeVisible();
    await expect(page.getByText('This customer is blocked.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeHidden();
    await expect(events.last()).toContainText('You blocked this customer');
    await page.reload();
    await expect(banner).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.type('A note about it');
    await expect(page.getByText('A note about it')).toBeVisible();
  });

  await test.step('unblocked from the banner', async () => {
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expect(banner).toBeHidden();
    await expect(events.last()).toContainText('You unblocked this customer');
    await page.getByRole('button', { name: 'Reply', exact: true }).first().click();
    const field = page.getByRole('textbox', { name: 'Reply' });
    await field.fill('Welcome back');
    await field.press('Enter');
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('Welcome back')).toBeVisible();
  });
});
