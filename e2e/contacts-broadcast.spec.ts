import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';

/** Counting, sending and statuses may take long on a busy machine. */
const patient = { timeout: 60_000 };

test('a broadcast to selected contacts, and the result beside each', async ({ page, home }) => {
  test.setTimeout(240_000);
  const { server, user } = home;
  const token = await home.token();
  const call = <T>(method: string, path: string, body?: unknown) => apiCall<T>(server.url, method, path, body, token);
  const { channel } = await call<{ channel: { id: string } }>('GET', '/api/sandbox');
  await call('POST', '/api/sandbox/people', { from: 0, count: 5 });
  await call('POST', '/api/templates/sync', { channel_id: channel.id });
  await signIn(page, server, user, '/contacts');
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!loaded)/ }) });
  await expect(rows).toHaveCount(5);
  const chosen: string[] = [];
  for (const n of [0, 3]) {
    const box = rows.nth(n).getByRole('checkbox');
    chosen.push(((await box.getAttribute('aria-label')) ?? '').replace('Select ', ''));
    await box.check();
  }

  await test.step('they are the audience of a new broadcast', async () => {
    await page.getByRole('button', { name: 'Send broadcast' }).click();
    const audience = page.getByRole('region', { name: /Audience$/ });
    await expect(audience.getByText('2 chosen contacts')).toBeVisible(patient);
    await expect(audience.getByText('2 recipients')).toBeVisible(patient);
    // Who goes back at once leaves no draft behind, and forward it is there again.
    await page.goBack();
    await expect(rows).toHaveCount(5);
    expect((await call<{ data: unknown[] }>('GET', '/api/campaigns')).data).toEqual([]);
    await page.goForward();
    await expect(audience.getByText('2 recipients')).toBeVisible(patient);
    await page.reload();
    await expect(audience.getByText('2 recipients')).toBeVisible(patient);
    await page.getByRole('button', { name: 'Next: Message' }).click();
    await page
      .getByRole('region', { name: /Message$/ })
      .getByRole('button', { name: /^hello_world/ })
      .click();
    await page.getByRole('button', { name: 'Send to 2 recipients' }).first().click();
    await expect(page).toHaveURL(/\/broadcast\/history\/[0-9a-f-]{36}/, patient);
  });

  await test.step('the table and the contact show the result', async () => {
    await expect
      .poll(async () => {
        const path = '/api/contacts?sort=-last_campaign';
        const { data } = await call<{ data: { last_campaign: { state: string } | null }[] }>('GET', path);
        return data.filter((row) => ['DELIVERED', 'READ'].includes(row.last_campaign?.state ?? '')).length;
      }, patient)
      .toBe(2);
    await page.goto(`${server.url}/contacts`);
    const broadcastRows = rows.filter({ hasText: /hello_world - / });
    await expect(broadcastRows).toHaveCount(2);
    for (const name of chosen) await expect(broadcastRows.filter({ hasText: name })).toHaveCount(1);
    await expectAccessible(page, 'contacts with campaigns');
    await broadcastRows
      .filter({ hasText: chosen[0] ?? '' })
      .getByRole('button', { name: chosen[0] ?? '', exact: false })
      .first()
      .click();
    const panel = page.getByRole('complementary').filter({ has: page.getByRole('tab', { name: /^Campaigns/ }) });
    await panel.getByRole('tab', { name: /^Campaigns/ }).click();
    await expect(panel.getByRole('link', { name: /hello_world - / })).toBeVisible();
    await panel.getByRole('link', { name: /hello_world - / }).click();
    await expect(page).toHaveURL(/\/broadcast\/history\/[0-9a-f-]{36}/);
  });
});
