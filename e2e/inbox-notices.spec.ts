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
