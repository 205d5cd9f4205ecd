import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

/** Counting, sending and statuses may take long on a busy machine. */
const patient = { timeout: 60_000 };

test('two templates are compared, a member chooses, and the chart shows when', async ({
  page,
  freshServer: server,
}) => {
  test.setTimeout(300_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/sandbox/people', { from: 0, count: 20 }, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  const lists = await apiCall<{ id: string }[]>(server.url, 'GET', '/api/contact-lists', undefined, token);
  const templates = await apiCall<{ data: { id: string; name: string; language: string }[] }>(
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
      name: 'Two messages',
      channel_id: channel.id,
      template_id: templates.data.find(({ name }) => name === 'hello_world')?.id,
      audience: { contact_list_ids: lists.map(({ id }) => id) },
      area: 'BROADCAST_SANDBOX',
    },
    token,
  );
  await signIn(page, server, owner, `/broadcast?id=${draft.id}&step=message`);
  const message = page.getByRole('region', { name: /Message$/ });
  const variantB = message.getByRole('group', { name: 'Variant B' });
  const preview = page.getByRole('complementary', { name: 'Preview' });

  await test.step('a second message is chosen and filled, and both are previewed', async () => {
    await message.getByLabel('Compare with a second message (A/B test)').check();
    await variantB.getByLabel('Language').selectOption('en_US');
    await variantB.getByText('order_ready').first().click();
    await variantB.getByLabel('Text for', { exact: false }).first().fill('Ada');
    await preview.getByRole('radio', { name: 'Variant B' }).check();
    await expect(preview.getByText(/is ready to be picked up/)).toBeVisible();
    await preview.getByRole('radio', { name: 'Variant A' }).check();
    await expect(preview.getByText(/works without any values/)).toBeVisible();
    for (const input of await variantB.getByLabel(/^Text for/).all()) await input.fill('A-17');
    await message.getByLabel('Each variant, in percent').fill('20');
    await message.getByLabel('The rest gets').selectOption({ label: 'The one I choose' });
    await expect(message.getByText(/get variant A, .* get variant B, and .* wait/)).toBeVisible(patient);
    await expectAccessible(page, 'an A/B test');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoHorizontalScroll(page, 'an A/B test on a phone');
    await page.setViewportSize({ width: 1_280, height: 800 });
    await expect(page.getByText('Saved')).toBeVisible(patient);
  });

  await test.step('all of it is there after a reload', async () => {
    await page.reload();
    await expect(message.getByLabel('Each variant, in percent')).toHaveValue('20', patient);
    await expect(message.getByLabel('The rest gets')).toHaveValue('ask');
    await expect(variantB.getByText('order_ready')).toBeVisible();
  });

  await test.step('the test is sent, the rest waits, and gets what is chosen', async () => {
    await apiCall(server.url, 'POST', `/api/campaigns/${draft.id}/start`, undefined, token);
    await page.goto(`${server.url}/broadcast/history/${draft.id}`);
    await expect(page.getByText(/^The A\/B test is sent\. The broadcast pauses and asks/)).toBeVisible(patient);
    const result = page.getByRole('region', { name: 'A/B test' });
    await expect(result.getByRole('row', { name: /^Sent 4 4/ })).toBeVisible(patient);
    await page.getByRole('button', { name: 'Send B to the rest' }).click();
    await expect(page.getByText('Finished').first()).toBeVisible(patient);
    await expect(result.getByText(/chose variant B/)).toBeVisible();
    await expect(result.getByRole('row', { name: /^Sent to the rest 0 12/ })).toBeVisible(patient);
    await expectAccessible(page, 'the result of an A/B test');
  });

  await test.step('a variant filters the recipients', async () => {
    await page.getByRole('region', { name: 'A/B test' }).getByRole('button', { name: 'Variant A' }).click();
    await expect(page).toHaveURL(/variant=A/);
    // Rows are drawn where they are seen; the head is one more.
    const list = page.getByRole('region', { name: 'Recipients' });
    const rows = list.getByRole('row').filter({ hasText: /Delivered|Read/ });
    await list.getByRole('heading').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 2_000);
    await expect(rows).toHaveCount(5, patient);
    await page.reload();
    await list.getByRole('heading').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 2_000);
    await expect(rows).toHaveCount(5, patient);
  });

  await test.step('the chart has a table with the same numbers, by keyboard and on a phone', async () => {
    // Chosen recipients follow the figures; the chart is back with all of them.
    await page.getByRole('region', { name: 'Recipients' }).getByRole('button', { name: 'Show all' }).click();
    const chart = page.getByRole('region', { name: 'Over time' });
    await expect(chart.getByText('Recipients per minute').first()).toBeVisible(patient);
    await chart.getByRole('radio', { name: 'Chart' }).focus();
    await page.keyboard.press('ArrowRight');
    const table = chart.getByRole('table', { name: 'Recipients per minute' });
    await expect(table).toBeVisible();
    await chart.getByRole('radio', { name: 'Days' }).check();
    await expect(chart.getByRole('table', { name: 'Recipients per day' }).getByRole('row')).toHaveCount(2);
    await expect(chart.getByRole('cell', { name: '20' }).first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoHorizontalScroll(page, 'the result on a phone');
  });
});
