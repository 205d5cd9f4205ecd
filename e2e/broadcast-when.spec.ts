import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

/** Counting, sending and statuses may take long on a busy machine. */
const patient = { timeout: 60_000 };

test('a broadcast by recipients’ local time, first to a few, with retries', async ({ page, freshServer: server }) => {
  test.setTimeout(300_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/sandbox/people', { from: 0, count: 12 }, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  const lists = await apiCall<{ id: string }[]>(server.url, 'GET', '/api/contact-lists', undefined, token);
  const templates = await apiCall<{ data: { id: string; name: string }[] }>(
    server.url,
    'GET',
    '/api/templates?status=ACTIVE',
    undefined,
    token,
  );
  const draft = await apiCall<{ id: string }>(
    server.url,
    'POST',
    '/api/campaigns',
    {
      name: 'Local time',
      channel_id: channel.id,
      template_id: templates.data.find(({ name }) => name === 'hello_world')?.id,
      audience: { contact_list_ids: lists.map(({ id }) => id) },
      area: 'BROADCAST_SANDBOX',
    },
    token,
  );
  await signIn(page, server, owner, `/broadcast?id=${draft.id}&step=when`);
  const when = page.getByRole('region', { name: /When$/ });

  await test.step('counts by time zone appear before the start, on a phone too', async () => {
    await when.getByLabel('At a date and time').check();
    await when.getByLabel('In each recipient’s time zone').check();
    await expect(when.getByRole('list', { name: 'Recipients by time zone' }).getByRole('listitem').first()).toBeVisible(
      patient,
    );
    await when.getByLabel('Send to a few first, then wait').check();
    await when.getByLabel('First share, in percent').fill('10');
    await when.getByLabel('Pause and ask').check();
    await when.getByLabel(/^Retry after 12, 24 and 48 hours/).check();
    await expectAccessible(page, 'when');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoHorizontalScroll(page, 'when on a phone');
    await page.setViewportSize({ width: 1_280, height: 800 });
    await expect(page.getByText('Saved')).toBeVisible(patient);
  });

  await test.step('all of it is there after a reload', async () => {
    await page.reload();
    await expect(when.getByLabel('In each recipient’s time zone')).toBeChecked(patient);
    await expect(when.getByLabel('First share, in percent')).toHaveValue('10');
    await expect(when.getByLabel('Pause and ask')).toBeChecked();
    await expect(when.getByLabel(/^Retry after 12, 24 and 48 hours/)).toBeChecked();
  });

  await test.step('more than the number may reach today is sent over days', async () => {
    await page.route('**/api/channels/health', async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: Array<{ number: object | null }> };
      await route.fulfill({ json: { data: data.map((row) => ({ ...row, number: { ...row.number, allowance: 5 } })) } });
    });
    await page.goto(`${server.url}/broadcast?id=${draft.id}&step=check`);
    await page.getByRole('button', { name: 'Send 5 today, the rest on the next days' }).click();
    await expect(page.getByText('Sent over 3 days, at most 5 recipients per day', { exact: false })).toBeVisible();
    await expect(page.getByText('Saved')).toBeVisible(patient);
    await page.unroute('**/api/channels/health');
    await page.goto(`${server.url}/broadcast?id=${draft.id}&step=when`);
    await expect(when.getByLabel('recipients per day, at most')).toHaveValue('5', patient);
    await when.getByLabel('Limit recipients per day').uncheck();
    await expect(page.getByText('Saved')).toBeVisible(patient);
  });

  await test.step('started now, the first wait for their result and the rest is sent by hand', async () => {
    await when.getByLabel('Now').check();
    await expect(page.getByText('Saved')).toBeVisible(patient);
    await apiCall(server.url, 'POST', `/api/campaigns/${draft.id}/start`, undefined, token);
    await page.goto(`${server.url}/broadcast/history/${draft.id}`);
    await expect(page.getByText(/^The first 10% is sent\. The broadcast pauses and asks/)).toBeVisible(patient);
    await expectAccessible(page, 'a first share');
    await page.getByRole('button', { name: 'Send the rest now' }).click();
    await expect(page.getByText('Finished').first()).toBeVisible(patient);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('First recipients sent')).toBeVisible(patient);
    await expect(page.getByText(/sent the rest early$/)).toBeVisible();
  });
});
