import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';

const patient = { timeout: 60_000 };

test('a message for later: chosen, listed with its time, moved, sent now, and another one cancelled', async ({
  page,
  home,
}) => {
  test.setTimeout(240_000);
  const { server, user } = home;
  const token = await home.token();
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  await signIn(page, server, user);
  const numbers = ['+44 7700 900811', '+44 7700 900812'];
  await page.goto(`${server.url}/compose?to=${encodeURIComponent(numbers.join(','))}`);
  await expect(page.locator('[data-recipient="new"]')).toHaveCount(2, patient);
  await page
    .getByRole('list', { name: 'Templates' })
    .getByRole('button', { name: /hello_world/ })
    .click();
  // Within the year that a message may be planned ahead.
  const day = new Date(Date.now() + 150 * 86_400_000).toISOString().slice(0, 10);

  await test.step('the time is of the account, survives a reload, and must be ahead', async () => {
    const when = page.getByRole('region', { name: 'When' });
    await when.getByRole('radio', { name: 'At a date and time' }).check();
    await when.getByLabel('Time').fill('09:30');
    await page.reload();
    await expect(when.getByLabel('Time')).toHaveValue('09:30');
    await expectAccessible(page, 'a message for later');
    await expectNoHorizontalScroll(page, 'a message for later');
    await when.getByLabel('Day').fill(day);
    await page.getByRole('button', { name: 'Schedule 2 messages' }).click();
    const sent = page.getByRole('region', { name: /The server has/ }).getByRole('listitem');
    await expect(sent).toHaveCount(2, patient);
    await expect(sent.first()).toContainText(/Scheduled for .*09:30/);
  });

  const rows = page.getByRole('row').filter({ hasText: /Scheduled for/ });
  await test.step('the history lists them with their time', async () => {
    await page.goto(`${server.url}/compose/history?status=scheduled`);
    await expect(rows).toHaveCount(2, patient);
    await expectAccessible(page, 'scheduled messages');
  });

  const act = async (action: string) => {
    await rows
      .first()
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await test.step('another time', async () => {
    await act('Change the time');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Time').fill('16:45');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(rows.filter({ hasText: '16:45' })).toHaveCount(1, patient);
  });

  await test.step('cancelled, and sent now', async () => {
    await act('Cancel message');
    await expect(rows).toHaveCount(1, patient);
    await act('Send now');
    await expect(rows).toHaveCount(0, patient);
    await expect
      .poll(async () => {
        const path = '/api/compose/history';
        const { data } = await apiCall<{ data: { status: number }[] }>(server.url, 'GET', path, undefined, token);
        return data.map(({ status }) => status >= 1);
      }, patient)
      .toEqual([true]);
  });
});
