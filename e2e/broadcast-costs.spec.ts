import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

/** Counting, sending and statuses may take long on a busy machine. */
const patient = { timeout: 60_000 };

test('a broadcast with its price before, the budget, and what was billed after', async ({
  page,
  freshServer: server,
}) => {
  test.setTimeout(300_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const call = <T>(method: string, path: string, body?: object) => apiCall<T>(server.url, method, path, body, token);
  const { channel } = await call<{ channel: { id: string } }>('GET', '/api/sandbox');
  await call('POST', '/api/sandbox/people', { from: 0, count: 6 });
  await call('POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false });
  const lists = await call<{ id: string }[]>('GET', '/api/contact-lists');
  const templates = await call<{ data: { id: string; name: string; language: string }[] }>(
    'GET',
    '/api/templates?status=ACTIVE',
  );
  const template = templates.data.find(({ name, language }) => name === 'hello_world' && language === 'en_US');
  const draft = await call<{ id: string }>('POST', '/api/campaigns', {
    ...{ name: 'Priced', channel_id: channel.id, template_id: template?.id, area: 'BROADCAST_SANDBOX' },
    audience: { contact_list_ids: lists.map(({ id }) => id) },
  });
  const empty = await call<{ id: string }>('POST', '/api/campaigns', {
    ...{ name: 'Not begun', channel_id: channel.id, area: 'BROADCAST_SANDBOX' },
  });
  await signIn(page, server, owner, `/broadcast?id=${empty.id}`);
  await test.step('a broadcast that is not begun has nothing to fix', async () => {
    await expect(page.getByRole('button', { name: /^Send/ }).first()).toBeVisible(patient);
    await expect(page.getByRole('button', { name: /to fix$/ })).toBeHidden();
  });
  await page.goto(`${server.url}/broadcast?id=${draft.id}&step=check`);
  const price = page.getByRole('region', { name: 'Price' });

  await test.step('without rates the check asks for them', async () => {
    await expect(
      price.getByText('Enter the rates you pay to see what this broadcast will cost.', { exact: false }),
    ).toBeVisible(patient);
  });

  await test.step('with rates it shows the price by country', async () => {
    await call('PUT', '/api/reports/rates', {
      ...{ currency: 'EUR', version: 0 },
      rates: ['utility', 'marketing'].map((category) => ({ from: '2026-01-01', category, market: '', price: 0.25 })),
    });
    await page.reload();
    await expect(price.getByText('€1.50').first()).toBeVisible(patient);
    await expect(price.getByText('Sandbox: nothing is billed.', { exact: false })).toBeVisible();
    await expect(price.getByText('By your rates of 1 Jan 2026.', { exact: false })).toBeVisible();
    await expectAccessible(page, 'price');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoHorizontalScroll(page, 'price on a phone');
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  await test.step('a budget of its own is chosen, and the check warns when it may not be enough', async () => {
    await page.goto(`${server.url}/broadcast?id=${draft.id}&step=when`);
    await page.getByLabel('Pause when its budget is used').check(patient);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
    await page.getByLabel('Budget of this broadcast, EUR').fill('1.25');
    await saved;
    await page.goto(`${server.url}/broadcast?id=${draft.id}&step=check`);
    const warning = 'With a real number it may cost more than its own budget of €1.25';
    await expect(price.getByText(warning, { exact: false })).toBeVisible(patient);
  });

  await test.step('the campaign page shows what was expected and what was billed', async () => {
    await call('POST', `/api/campaigns/${draft.id}/start`);
    await page.goto(`${server.url}/broadcast/history/${draft.id}`);
    const costs = page.getByRole('region', { name: 'Costs' });
    await expect(costs.getByText('Simulated: €1.50 for 6 messages')).toBeVisible(patient);
    await expect(costs.getByText('Expected: up to €1.50.', { exact: false })).toBeVisible();
    await expectAccessible(page, 'costs');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoHorizontalScroll(page, 'costs on a phone');
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  await test.step('the budget is set by keyboard and survives a reload', async () => {
    await page.goto(`${server.url}/settings/business#broadcasts`);
    const section = page.getByRole('region', { name: 'Broadcasts' });
    await expect(section.getByText('No monthly budget.')).toBeVisible(patient);
    await section.getByRole('button', { name: 'Change: Broadcasts' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Broadcasts' });
    await dialog.getByLabel(/^Monthly budget \(EUR\)/).fill('nothing');
    await dialog.getByLabel(/^Monthly budget \(EUR\)/).press('Enter');
    await expect(dialog.getByText('Enter an amount, such as 250 or 99.50.')).toBeVisible();
    await dialog.getByLabel(/^Monthly budget \(EUR\)/).fill('250.50');
    await expectAccessible(page, 'broadcast settings');
    await dialog.getByLabel(/^Monthly budget \(EUR\)/).press('Enter');
    await expect(section.getByText('€0.00 of €250.50 used this month')).toBeVisible();
    await page.reload();
    await expect(section.getByText('€0.00 of €250.50 used this month')).toBeVisible(patient);
  });

  await test.step('a limit of marketing messages per contact leaves contacts out', async () => {
    const section = page.getByRole('region', { name: 'Broadcasts' });
    await section.getByRole('button', { name: 'Change: Broadcasts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Broadcasts' });
    await dialog.getByRole('switch', { name: 'Limit marketing messages per contact' }).click();
    await dialog.getByLabel('At most messages').fill('3');
    await dialog.getByLabel('In days').fill('30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const limit = /^At most 3 marketing messages per contact in 30 days\./;
    await expect(section.getByText(limit)).toBeVisible();
    await page.reload();
    await expect(section.getByText(limit)).toBeVisible(patient);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoHorizontalScroll(page, 'broadcast settings on a phone');
  });

  await test.step('filters of the history are saved under a name, applied and deleted', async () => {
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto(`${server.url}/broadcast/history?status=finished`);
    await page.getByRole('button', { name: 'Saved filters' }).click(patient);
    await page.getByRole('menuitem', { name: 'Save these filters' }).click();
    await page.getByLabel('Name').fill('Done ones');
    await page.getByLabel('Name').press('Enter');
    await expect(page.getByRole('button', { name: 'Done ones' })).toBeVisible();
    await page.goto(`${server.url}/broadcast/history`);
    await page.getByRole('button', { name: 'Saved filters' }).click(patient);
    await page.getByRole('menuitem', { name: 'Done ones' }).click();
    await expect(page).toHaveURL(/status=finished/);
    await expectAccessible(page, 'history with saved filters');
    await page.getByRole('button', { name: 'Done ones' }).click();
    await page.getByRole('menuitem', { name: 'Delete “Done ones”' }).click();
    await expect(page.getByText('Saved filter deleted')).toBeVisible();
  });
});
