import { apiCall } from '../scripts/api-call.ts';
import { claimSetup, createAccount, owner, signInOverApi } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

// The service worker is allowed: offline storage, files, and an unreachable server are tested.
test.use({ serviceWorkers: 'allow' });

/** A busy machine is slow; every wait is for an asserted state. */
const slow = { timeout: 300_000 };
const rows = 50_000;

/** Every thousandth row has an invalid number. */
const isInvalidNumber = (n: number) => n % 1_000 === 500;
function file(): string {
  const lines = Array.from({ length: rows }, (_none, n) => {
    const phone = isInvalidNumber(n) ? 'nobody' : `+4477${10_000_000 + n}`;
    return `${phone},Person ${n},Town ${n % 500}`;
  });
  return `Phone,Name,Town\n${lines.join('\n')}\n`;
}

test('50,000 rows while the server is killed: the page continues, no contact is lost or duplicated', {
  tag: '@data',
}, async ({ page, freshServer: server, watch }) => {
  test.setTimeout(900_000);
  watch.expect(/failed: /, /console: Failed to load resource/, /console: WebSocket connection/);
  await createAccount(server, owner, await claimSetup(server, owner));
  await signIn(page, server, owner, '/contacts/import');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'everybody.csv', mimeType: 'text/csv', buffer: Buffer.from(file()) });
  await expect(page.getByText('50,000 rows, 3 columns.')).toBeVisible(slow);
  await page.getByRole('button', { name: 'Next: match the columns' }).click();
  await page.getByRole('button', { name: 'Next: rules' }).click();
  await page.getByRole('button', { name: 'Check all 50,000 rows' }).click();
  await expect(page.getByText(/nothing imported yet/)).toBeVisible(slow);
  await page.getByRole('button', { name: 'Import 49,950' }).click();

  const bar = page.getByRole('progressbar', { name: 'Importing' });
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { ...slow, intervals: [100] })
    .toBeGreaterThan(5);
  await server.kill();
  await expect(page.getByText('The server isn’t responding. You see the last known state.')).toBeVisible(slow);
  await expect(bar).toBeVisible();
  await server.start();

  await expect(page.getByRole('link', { name: 'See the 49,950 imported' })).toBeVisible(slow);
  await expect(page.getByRole('button', { name: 'Download 50 skipped rows' })).toBeVisible();
  // A token may have expired on a busy machine.
  const token = await signInOverApi(server, owner);
  const lists = await apiCall<{ name: string; member_count: number }[]>(
    server.url,
    'GET',
    '/api/contact-lists',
    undefined,
    token,
  );
  expect(lists).toMatchObject([{ name: 'everybody', member_count: rows - 50 }]);
  const count = await apiCall<{ count: number }>(server.url, 'GET', '/api/contacts/count', undefined, token);
  expect(count.count).toBe(rows - 50);
  await page.getByRole('link', { name: 'See the 49,950 imported' }).click();
  await expect(page.getByRole('heading', { name: 'everybody' })).toBeVisible(slow);
});
