import { Webhook as Signer } from 'standardwebhooks';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

/** A signed call of another system. */
async function callIncoming(url: string, secret: string, content: object, id = crypto.randomUUID() as string) {
  const body = JSON.stringify(content);
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(id, now, body),
  };
  return fetch(url, { method: 'POST', headers, body });
}

test('an incoming webhook is added, tested, called, repaired by a replay and disconnected', async ({ page, watch }) => {
  const server = await startServer();
  try {
    const { user } = await firstHome(server);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, server, user, '/integrations');
    await page.getByRole('button', { name: 'Incoming webhooks' }).click();
    const panel = page.getByRole('complementary', { name: 'Incoming webhooks' });
    await panel.getByRole('button', { name: 'Add incoming webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add incoming webhook' });
    await form.getByRole('button', { name: 'Add incoming webhook' }).click();
    await expect(form.getByText('Enter a name.')).toBeVisible();
    await form.getByLabel('Name').first().fill('Web shop');
    await form.getByLabel('Phone number').fill('customer.phone');
    await expectAccessible(page, 'the form of an incoming webhook');
    await form.getByRole('button', { name: 'Add incoming webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Webhook secret' });
    const secret = await shown.getByLabel('Webhook secret').inputValue();
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByRole('button', { name: 'Done' }).click();

    await panel.getByRole('tab', { name: 'Test' }).click();
    await panel.getByRole('button', { name: 'Test' }).click();
    await expect(panel.getByText('A new contact would be added:')).toBeVisible();
    await expect(panel.getByRole('status')).toContainText('+447700900123');
    watch.expect(/422/);
    await panel.getByLabel('Body of the call').fill('{"customer": {}}');
    await panel.getByRole('button', { name: 'Test' }).click();
    await expect(panel.getByRole('alert')).toContainText('customer.phone');

    await panel.getByRole('tab', { name: 'Address' }).click();
    const url = await panel.getByRole('textbox', { name: 'Address' }).inputValue();
    const body = { customer: { phone: '+447700900321' }, name: 'Vera' };
    expect((await callIncoming(url, secret, body)).status).toBe(200);
    await panel.getByRole('button', { name: 'Pause' }).click();
    await expect(
      panel.getByText('Paused. Calls are refused and listed as failed; replay them when you resume.'),
    ).toBeVisible();
    expect((await callIncoming(url, secret, body, 'order-18')).status).toBe(503);

    await page.reload();
    await page.getByRole('button', { name: 'Incoming webhooks' }).click();
    await expect(panel.getByRole('row').filter({ hasText: '200' })).toBeVisible();
    await panel.getByRole('button', { name: 'Resume' }).click();
    const refused = panel.getByRole('row').filter({ hasText: 'order-18' }).first();
    await expect(refused).toContainText('503');
    await refused.getByRole('button').click();
    await expect(panel.getByText('This incoming webhook is paused.', { exact: false })).toBeVisible();
    await expectAccessible(page, 'the calls of an incoming webhook');
    await panel.getByRole('button', { name: 'Replay' }).click();
    await expect(refused).toContainText('200');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByRole('button', { name: 'Incoming webhooks' }).click();
    const sheet = page.getByRole('dialog', { name: 'Incoming webhooks' });
    await expect(sheet.getByRole('row').filter({ hasText: 'order-18' })).toBeVisible();
    await expectNoHorizontalScroll(page, 'the calls of an incoming webhook');
    await sheet.getByRole('tab', { name: 'Settings' }).click();
    await expect(sheet.getByRole('textbox', { name: 'Phone number' })).toBeVisible();
    await expectNoHorizontalScroll(page, 'the settings of an incoming webhook');
    // The check goes through wider pages, where the panel is another one.
    await sheet.getByRole('tab', { name: 'Settings' }).click();
    await sheet.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(sheet.getByText('No incoming webhooks yet')).toBeVisible();
    expect((await callIncoming(url, secret, body)).status).toBe(404);
  } finally {
    watch.stop();
    await server.close();
  }
});
