import { Webhook as Verifier } from 'standardwebhooks';
import { startReceiver } from '../apps/server/src/testing/webhook-receiver.ts';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { delayRequests } from './support/delay-requests.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

test('a webhook is added, tested, repaired by a replay, paused and disconnected', { tag: '@smoke' }, async ({
  page,
  watch,
}) => {
  const receiver = await startReceiver();
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: receiver.host });
  try {
    const { user, token } = await firstHome(server);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, server, user, '/integrations');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add webhook' });
    watch.expect(/422/);
    await form.getByLabel('Address').fill('http://10.0.0.1/events');
    await form.getByRole('button', { name: 'Add webhook' }).click();
    await expect(form.getByText('private network', { exact: false })).toBeVisible();
    await form.getByLabel('Address').fill(receiver.url('/events'));
    await form.getByLabel(/^Name/).fill('Workshop server');
    await form.getByRole('checkbox', { name: /contact\.changed/ }).check();
    await form.getByRole('button', { name: 'Add webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Webhook secret' });
    const secret = await shown.getByLabel('Webhook secret').inputValue();
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByRole('button', { name: 'Done' }).click();

    const panel = page.getByRole('complementary', { name: 'Outgoing webhooks' });
    await panel.getByRole('button', { name: 'Send test' }).click();
    await expect(panel.getByRole('row').filter({ hasText: 'Test' }).first()).toContainText('200');
    const [test] = receiver.of('/events');
    new Verifier(secret).verify(test?.text ?? '', test?.headers as Record<string, string>);

    receiver.answers.set('/events', 503);
    await apiCall(server.url, 'POST', '/api/contacts', { phone_number: '+447700900321', name: 'Vera' }, await token());
    const failed = panel.getByRole('row').filter({ hasText: 'contact.changed' }).first();
    await expect(failed).toContainText('503');
    receiver.answers.delete('/events');
    await failed.getByRole('button').click();
    await expect(panel.getByText('Answered 503.', { exact: false })).toBeVisible();
    await panel.getByRole('button', { name: 'Replay' }).click();
    await expect(failed).toContainText('200');
    await expectAccessible(page, 'the delivery log');
    await expectNoHorizontalScroll(page, 'the delivery log');

    await page.goto(`${server.url}/settings/api-keys`);
    await page.getByRole('button', { name: 'Using the API' }).first().click();
    const use = page.getByRole('complementary', { name: 'Using the API' });
    await use.getByRole('tab', { name: 'Webhook secrets' }).click();
    const end = secret.replace(/=+$/, '').slice(-4);
    await expect(use.getByRole('listitem').filter({ hasText: 'Workshop server' })).toContainText(`whsec_••••${end}`);
    await use.getByRole('button', { name: 'Rotate the secret of Workshop server' }).click();
    await use.getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = await shown.getByLabel('Webhook secret').inputValue();
    expect(rotated).not.toBe(secret);
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(use.getByText(`whsec_••••${rotated.replace(/=+$/, '').slice(-4)}`)).toBeVisible();
    await expect(use.getByText(rotated, { exact: false })).toBeHidden();
    await expectAccessible(page, 'webhook secrets');
    await expectNoHorizontalScroll(page, 'webhook secrets');

    await page.goto(`${server.url}/integrations`);
    await page.getByRole('button', { name: 'Outgoing webhooks' }).click();
    await panel.getByRole('button', { name: 'Pause' }).click();
    await expect(panel.getByText('Paused. Events of the last 7 days are sent when you resume.')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Outgoing webhooks' }).click();
    // The answer to a resume that takes long leaves the form and its dialog as they are.
    const answer = await delayRequests(page, /\/api\/webhooks\/[^/]+$/, 'changes');
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByRole('tab', { name: 'Settings' }).click();
    await panel.getByRole('textbox', { name: /^Name/ }).fill('Not saved yet');
    await panel.getByRole('button', { name: 'Disconnect' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    answer();
    await expect(panel.getByText('Pause')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel.getByRole('textbox', { name: /^Name/ })).toHaveValue('Not saved yet');
    await panel.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(panel.getByText('No webhooks yet')).toBeVisible();
  } finally {
    watch.stop();
    await server.close();
    await receiver.close();
  }
});
