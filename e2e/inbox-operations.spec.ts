import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

test('a change made without an answer of the server survives a reload and arrives later', async ({
  page,
  home,
  watch,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Thanks, all good', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Thanks, all good');
  const stateNow = async () => {
    const answer = await fetch(`${server.url}/api/threads/${threadId}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { state: string }).state;
  };
  watch.expect(...noAnswer);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}`);
  const cut = `**/api/threads/${threadId}`;
  await page.route(cut, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Conversation done')).toBeVisible();
  await page.goto(`${server.url}/inbox/${threadId}`);
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  expect(await stateNow()).toBe('ACTIVE');
  await page.unroute(cut);
  await expect.poll(stateNow).toBe('DONE');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});
