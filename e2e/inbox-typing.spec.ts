import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('the customer sees that a member types, until the message comes', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  const phone = await writeAsCustomer(server, token, 'Hello from Ana', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Hello from Ana');
  const typingUntil = async () => {
    type Phones = { phones: { id: string; typing_until: string | null }[] };
    const { phones } = await apiCall<Phones>(server.url, 'GET', '/api/sandbox', undefined, token);
    return phones.find(({ id }) => id === phone)?.typing_until ?? null;
  };
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.fill('One moment');
  await expect.poll(typingUntil).not.toBeNull();
  await page.keyboard.press('Enter');
  await expect.poll(typingUntil).toBeNull();
});
