import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const patient = { timeout: 30_000 };

test('a number that is paused and resumed is told of in its conversation, live and after a reload', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the bell in stock?');
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  const setState = (state: string) => apiCall(server.url, 'PUT', `/api/channels/${channel.id}`, { state }, token);
  await signIn(page, server, user, `/inbox/${threadId}`);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const [paused, resumed] = ['channel_paused', 'channel_resumed'].map((kind) =>
    conversation.locator(`[data-event="${kind}"]`),
  ) as [ReturnType<typeof page.locator>, ReturnType<typeof page.locator>];
  await expect(conversation.locator('[data-message]')).toHaveCount(1);
  await expect(paused).toBeHidden();
  await setState('PAUSED');
  await expect(paused).toContainText(/^The number \+\d+ was paused/, patient);
  await setState('ACTIVE');
  await expect(resumed).toContainText(/^The number \+\d+ was resumed/, patient);
  await page.reload();
  await expect(paused).toHaveCount(1, patient);
  await expect(resumed).toHaveCount(1);
});

test('a message that waits for a paused number is discarded, says by whom, and does not leave when the number goes on', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the bell in stock?');
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  const setState = (state: string) => apiCall(server.url, 'PUT', `/api/channels/${channel.id}`, { state }, token);
  const send = (body: string) => {
    const message = { channel_id: channel.id, thread_id: threadId, source: 'INBOX', type: 'text', text: { body } };
    return apiCall(server.url, 'POST', '/api/messages', message, token);
  };
  await setState('PAUSED');
  await send('No, sold out.');
  await send('Yes, two are left.');
  await signIn(page, server, user, `/inbox/${threadId}`);
  const message = (text: string) => page.locator('[data-message]').filter({ hasText: text });
  const discard = message('No, sold out.').getByRole('button', { name: 'Discard' });
  await expect(discard).toBeVisible(patient);
  await discard.click();
  const discarded = message('No, sold out.').getByText(/^Discarded by .+\. It was never sent\.$/);
  await expect(discarded).toBeVisible();
  await expect(discard).toBeHidden();
  await setState('ACTIVE');
  await expect(message('Yes, two are left.').getByRole('img', { name: /^(Sent|Delivered|Read)$/ })).toBeVisible(
    patient,
  );
  await page.reload();
  await expect(discarded).toBeVisible(patient);
  await expect(message('No, sold out.').getByRole('img', { name: 'Discarded' })).toBeVisible();
});

test('a number that WhatsApp can’t deliver to is fixed at the message, and the customer is written to at the new one', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the bell in stock?');
  // https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes: not a WhatsApp number.
  await apiCall(server.url, 'PUT', '/api/sandbox/faults', { next_send_error: 131_026 }, token);
  await signIn(page, server, user, `/inbox/${threadId}`);
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, two are left.');
  await page.keyboard.press('Enter');
  const message = page.locator('[data-message]').filter({ hasText: 'Yes, two are left.' });
  await message.getByRole('button', { name: 'Fix the number' }).click(patient);
  const dialog = page.getByRole('dialog', { name: 'Fix the number' });
  await expect(dialog).toContainText('WhatsApp can’t deliver to this number. Check the number.');
  const number = dialog.getByRole('textbox', { name: 'Phone number' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/Change it\.$/)).toBeVisible();
  await number.fill('+44 7700 900 977');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('status')).toContainText(/^Saved\. A template reaches \+44 7700 900977;/);
  await dialog.getByRole('link', { name: 'Send a template' }).click();
  await page.waitForURL(/\/compose\?to=/);
  await expect(page.getByText('Ana Silva').first()).toBeVisible(patient);
});
