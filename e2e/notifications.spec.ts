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

test('an automation that paused itself is in the notifications of who may edit it, which lead to it and are cleared there', async ({
  page,
  home,
}) => {
  test.setTimeout(180_000);
  const { server, user } = home;
  const token = await home.token();
  const step = {
    ...{ id: 'u', kind: 'call_url', method: 'POST', url: 'http://127.0.0.1:9/x', headers: [], body: '', sample: '' },
    ...{ save: [], next: null, otherwise: null },
  };
  const flow = {
    trigger: { kind: 'keyword', match: 'contains', words: ['order'] },
    ...{ conditions: [], start: 'u', steps: [step], settings: { quiet_minutes: 30, max_runs: 20, pass_on: false } },
  };
  const made = await apiCall<{ id: string }>(
    server.url,
    'POST',
    '/api/automations',
    { name: 'Order status', flow },
    token,
  );
  await apiCall(server.url, 'POST', `/api/automations/${made.id}/publish`, undefined, token);
  for (const name of ['Ana', 'Ben', 'Chidi', 'Dina', 'Eve'])
    await writeAsCustomer(server, token, 'Where is my order?', name);
  await signIn(page, server, user, '/contacts');
  type Page = { data: { kind: string }[] };
  const kinds = async () =>
    (await apiCall<Page>(server.url, 'GET', '/api/notifications', undefined, token)).data.map(({ kind }) => kind);
  await expect.poll(kinds, { timeout: 90_000 }).toContain('automation_paused');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const centre = page.getByRole('dialog', { name: 'Notifications' });
  const entry = centre.getByRole('button', { name: /Order status/ });
  await expect(entry).toContainText('Paused: five runs in a row failed');
  await expect(entry).toContainText('Unread');
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`/automations\\?.*edit=${made.id}`));
  await expect(page.getByText('Paused after 5 errors in a row.', { exact: false })).toBeVisible();
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click();
  await expect(entry).not.toContainText('Unread');
  await page.keyboard.press('Escape');

  await test.step('who chooses it by a rule of its own', async () => {
    await page
      .getByRole('button', { name: /^Notifications/ })
      .first()
      .click();
    await centre.getByRole('button', { name: 'Notification settings' }).click();
    await expect(page.getByRole('row', { name: /Automations that paused after errors/ })).toBeVisible();
  });
});
