import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { addMember, signInOverApi, waitForThread, writeAsCustomer } from './support/api.ts';
import { launchOptions } from './support/launch.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor, uniqueUser } from './support/users.ts';
import { noAnswer } from './support/watch.ts';

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

const patient = { timeout: 30_000 };

test('where only the assigned member may reply, others take over first; what they wrote is kept, also offline', {
  tag: '@data',
}, async ({ page, browser, home, watch }) => {
  test.setTimeout(180_000);
  const { server, user } = home;
  const token = await home.token();
  const omar = { ...uniqueUser(user), name: 'Omar Okafor' };
  const omarId = await addMember(server, token, omar);
  await writeAsCustomer(server, token, 'Is the repair done?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the repair done?');
  const assign = (to: string, as: string) =>
    apiCall(server.url, 'PUT', `/api/threads/${threadId}`, { assignee_id: to }, as);
  await assign(omarId, token);
  const other = await newVisitor(browser);
  await signIn(page, server, user, `/inbox/${threadId}`);
  await signIn(other, server, omar, `/inbox/${threadId}`);
  const replyOf = (at: typeof page) => at.getByRole('textbox', { name: 'Reply' });
  const closedOf = (at: typeof page) => at.getByText('Only the assigned member can reply.', { exact: false });
  const takeOver = page.getByRole('button', { name: 'Take over' });

  await test.step('the banner is no lock at first', async () => {
    await expect(page.getByText('Assigned to Omar')).toBeVisible(patient);
    await replyOf(page).fill('It is ready tomorrow.');
  });

  await test.step('the rule is a business setting, and holds on every open page at once', async () => {
    const admin = await page.context().newPage();
    await admin.goto(`${server.url}/settings/business#who-replies`);
    const title = 'Replies to assigned conversations';
    await admin.getByRole('button', { name: `Change: ${title}` }).click();
    const dialog = admin.getByRole('dialog', { name: title });
    await dialog.getByRole('radio', { name: 'Only the assigned member' }).check();
    await expectAccessible(admin, 'who replies');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(admin.getByRole('region', { name: title }).getByText('Only the assigned member')).toBeVisible();
    await admin.close();
    await expect(closedOf(page)).toBeVisible(patient);
    await expect(replyOf(page)).toBeHidden();
    await expect(page.locator('footer').getByText('It is ready tomorrow.')).toBeVisible();
    await expect(replyOf(other)).toBeVisible();
    await expectAccessible(page, 'a conversation of another member');
  });

  await test.step('notes stay open', async () => {
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible();
    await expect(page.getByText('Assigned to Omar')).toBeVisible();
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
  });

  await test.step('taken over, the field is there with its text; the other member reads theirs', async () => {
    await replyOf(other).fill('I will look.');
    await takeOver.click();
    await expect(replyOf(page)).toBeFocused();
    await expect(replyOf(page)).toHaveValue('It is ready tomorrow.');
    await expect(closedOf(other)).toBeVisible(patient);
    await expect(other.locator('footer').getByText('I will look.')).toBeVisible();
  });

  await test.step('a reply written offline, while the conversation went to another member, waits for a decision', async () => {
    watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/, /console: .*409/);
    await page.context().setOffline(true);
    await replyOf(page).press('Enter');
    const shown = page.getByRole('region', { name: 'Conversation' }).getByText('It is ready tomorrow.');
    await expect(shown).toBeVisible();
    await assign(omarId, await signInOverApi(server, omar));
    await page.context().setOffline(false);
    const notice = page.getByText('Not sent: this conversation is assigned to Omar.', { exact: false });
    await expect(notice).toBeVisible({ timeout: 60_000 });
    await page.reload();
    await expect(notice).toBeVisible(patient);
    await page.getByRole('button', { name: 'Take over and send' }).click();
    const sent = other.locator('[data-message]').filter({ hasText: 'It is ready tomorrow.' });
    await expect(sent).toHaveCount(1, patient);
    await expect(notice).toBeHidden();
    await expect(closedOf(other)).toBeVisible(patient);
  });
});

test('where only the assigned member may reply, nobody else sends a failed message again, reacts or calls; a recording waits for who takes over', async ({
  page,
  home,
}) => {
  test.setTimeout(180_000);
  const { server, user } = home;
  const token = await home.token();
  const omarId = await addMember(server, token, { ...uniqueUser(user), name: 'Omar Okafor' });
  await writeAsCustomer(server, token, 'Is the repair done?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the repair done?');
  const assign = (to: string | null) =>
    apiCall(server.url, 'PUT', `/api/threads/${threadId}`, { assignee_id: to }, token);
  const setError = (code: number | null) =>
    apiCall(server.url, 'PUT', '/api/sandbox/faults', { next_send_error: code }, token);
  await apiCall(server.url, 'PUT', '/api/client', { only_assignee_replies: true }, token);
  await signIn(page, server, user, `/inbox/${threadId}`);
  await setError(131_009);
  await page.getByRole('textbox', { name: 'Reply' }).fill('We open at nine.');
  await page.keyboard.press('Enter');
  const failed = page.locator('[data-message]').filter({ hasText: 'We open at nine.' });
  const again = failed.getByRole('button', { name: 'Send again' });
  const edit = failed.getByRole('button', { name: 'Edit and send' });
  const call = page.locator('header').getByRole('button', { name: 'Call' });
  const footer = page.locator('footer');
  await expect(again).toBeVisible(patient);
  await expect(edit).toBeVisible();
  await setError(null);

  await test.step('the member whose conversation it is not takes it over first', async () => {
    await assign(omarId);
    await expect(footer.getByText('Assigned to Omar')).toBeVisible(patient);
    await expect(again).toBeHidden();
    await expect(edit).toBeHidden();
    await expect(call).toHaveAttribute('aria-disabled', 'true');
    await expect(call).toHaveAccessibleDescription('Only the assigned member can call');
    await call.click({ force: true });
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(failed.getByRole('button', { name: 'React' })).toBeHidden();
    await failed.getByRole('button', { name: 'Take over' }).click();
    await expect(again).toBeVisible();
    await expect(call).not.toHaveAttribute('aria-disabled');
    await again.click();
    await expect(failed.getByRole('img', { name: /^(Sent|Delivered|Read)$/ })).toBeVisible(patient);
  });

  await test.step('a scheduled message is not changed or sent, only cancelled', async () => {
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    const text = { source: 'INBOX', type: 'text', text: { body: 'See you tomorrow.' } };
    const thread = `/api/threads/${threadId}`;
    const { channel_id } = await apiCall<{ channel_id: string }>(server.url, 'GET', thread, undefined, token);
    const to = { thread_id: threadId, channel_id };
    await apiCall(server.url, 'POST', '/api/messages', { ...text, ...to, send_at: sendAt }, token);
    await assign(omarId);
    const list = page.getByRole('region', { name: 'Scheduled messages' });
    await list.getByRole('button', { name: /^1 scheduled message/ }).click();
    for (const name of ['Edit', 'Send now']) {
      const act = list.getByRole('button', { name });
      await expect(act).toHaveAccessibleDescription('Only the assigned member can change or send it');
      await act.click({ force: true });
    }
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(list.getByText('See you tomorrow.')).toBeVisible();
    await list.getByRole('button', { name: 'Cancel scheduled message' }).click();
    await expect(page.getByText('Scheduled message cancelled')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
    await expect(list).toBeHidden();
    await assign(null);
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible(patient);
  });

  await test.step('a recording goes on while the conversation goes to another member, and leaves after the take-over', async () => {
    const bar = page.getByRole('toolbar', { name: 'Voice message' });
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    await expect(bar).toContainText(/0:0[1-9]/);
    await assign(omarId);
    await expect(bar.getByText('Assigned to Omar')).toBeVisible(patient);
    await expect(bar.getByRole('button', { name: 'Send' })).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(bar).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoHorizontalScroll(page, 'a recording in a conversation of another member');
    await expectAccessible(page, 'a recording in a conversation of another member');
    await bar.getByRole('button', { name: 'Take over' }).click();
    await bar.getByRole('button', { name: 'Send' }).click();
    await expect(bar).toBeHidden();
    await expect(page.getByRole('button', { name: 'Play the voice message' })).toHaveCount(1);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('discarded, the conversation is locked as before', async () => {
    const bar = page.getByRole('toolbar', { name: 'Voice message' });
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    await expect(bar).toContainText(/0:0[1-9]/);
    await assign(omarId);
    await expect(bar.getByText('Assigned to Omar')).toBeVisible(patient);
    await page.keyboard.press('Escape');
    await expect(footer.getByText('Only the assigned member can reply.', { exact: false })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeHidden();
  });
});
