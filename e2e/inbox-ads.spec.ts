import { connectInstallation } from '../scripts/seed/installation.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('customers who came from an ad are filtered, say so in the panel, and are in the report', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  for (const name of ['Ana Silva', 'Jon Berg']) {
    await writeAsCustomer(server, token, `Hello from ${name}`, name);
    await waitForThread(server, token, `Hello from ${name}`);
  }
  const threadId = await waitForThread(server, token, 'Hello from Ana Silva');
  // The sandbox has no ads: this is what WhatsApp adds to a message.
  const installation = await connectInstallation(server.dataDir, server.url, async () => undefined);
  const referral = { source_type: 'ad', source_id: '17', source_url: 'https://fb.me/1', headline: 'Spring service' };
  await installation.owner.query('update messages set extras = $2 where thread_id = $1', [threadId, { referral }]);
  await installation.close();

  await signIn(page, server, home.user, `/inbox/${threadId}?view=active`);
  const list = page.getByRole('region', { name: 'Conversations' });
  const panel = page.getByRole('complementary', { name: 'Contact' });
  await expect(panel.getByRole('link', { name: 'Open Spring service' })).toHaveAttribute('href', 'https://fb.me/1');
  await expect(list.getByRole('link')).toHaveCount(2);
  await list.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Ad', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'From any ad' }).click();
  await expect(list.getByRole('link')).toHaveCount(1);
  await expect(list.getByRole('link')).toContainText('Ana Silva');
  await expect(page).toHaveURL(/ad=any/);
  await page.getByRole('button', { name: 'Ad: From any ad' }).click();
  await page.getByRole('menuitemradio', { name: 'Spring service' }).click();
  await expect(page).toHaveURL(/ad=(%22)?17/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ad: Spring service' })).toBeVisible();
  await expect(list.getByRole('link')).toHaveCount(1);

  await page.goto(`${server.url}/reports`);
  const row = page.getByRole('table', { name: 'Ads' }).getByRole('row').filter({ hasText: 'Spring service' });
  await expect(row).toContainText('1');
  await row.getByRole('link', { name: 'Spring service' }).click();
  await expect(list.getByRole('link')).toHaveCount(1);
});
