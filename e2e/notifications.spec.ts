import { apiCall } from '../scripts/api-call.ts';
import { expectNoHorizontalScroll } from './support/accessibility.ts';
import { addMember, owner, signInOverApi, waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { uniqueUser } from './support/users.ts';

test('the bell stands in the inbox at every width with what is unread, and a conversation opened by its address clears its own', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the bell in stock?');
  await apiCall(server.url, 'POST', `/api/threads/${threadId}/read`, {}, token);
  const omar = uniqueUser({ ...owner, name: 'Omar Haddad' });
  await addMember(server, token, omar, 'Admin');
  type Team = { data: { user_id: string; email: string }[] };
  const { data } = await apiCall<Team>(server.url, 'GET', '/api/team', undefined, token);
  const assignee_id = data.find(({ email }) => email === home.user.email)?.user_id;
  await apiCall(server.url, 'PUT', `/api/threads/${threadId}`, { assignee_id }, await signInOverApi(server, omar));

  await signIn(page, server, home.user, '/inbox');
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' });
  for (const width of [320, 390, 1025, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(bell, `${width} px`).toBeVisible();
  }
  await expectNoHorizontalScroll(page, 'the inbox with its bell');
  await bell.click();
  const centre = page.getByRole('dialog', { name: 'Notifications' });
  await expect(centre).toContainText('Omar Haddad assigned you a conversation');
  await page.keyboard.press('Escape');
  await expect(centre).toBeHidden();

  await page.goto(`${server.url}/inbox/${threadId}`);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});
