import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const hostile = 'Is <script>document.title = "run"</script> <img src=x onerror="document.title = `run`"> in stock?';

/** The pages of an export as they are opened from a folder. */
async function readPages(page: Page, folder: string, threadId: string): Promise<void> {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  const all = page.locator('#all');
  await expect(all.getByRole('link', { name: /Zoë <b>Okafor<\/b>/ })).toBeVisible();
  await expectAccessible(page, 'pages of an export', { ours: false });

  const search = page.getByRole('searchbox', { name: 'Search names and messages' });
  await search.fill('zoe');
  const found = page.locator('#found');
  await expect(page.getByText('1 found.')).toBeVisible();
  await search.fill('IN STOCK');
  await expect(page.getByText('1 found.')).toBeVisible();
  await expect(found.locator('mark')).toHaveText('in stock');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, 'search in the pages of an export on a phone');
  await found.getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/pages/conversations/${threadId}\\.html#m-`));
  await expect(page.locator('article:target')).toContainText(hostile);
  await expectAccessible(page, 'a conversation of an export', { ours: false });
  await expectNoHorizontalScroll(page, 'a conversation of an export on a phone');
  expect(await page.title()).toBe('Zoë <b>Okafor</b>');
  await page.getByRole('link', { name: 'All conversations' }).click();
  await search.fill('nobody wrote this');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  expect(requested.filter((url) => !url.startsWith(pathToFileURL(folder).href))).toEqual([]);
}

test('an Owner exports everything, leaves the page meanwhile, and saves the file', async ({ page, home }) => {
  const { server, user, token } = home;
  await writeAsCustomer(server, await token(), hostile, 'Zoë <b>Okafor</b>');
  const threadId = await waitForThread(server, await token(), hostile);
  await signIn(page, server, user, '/settings/business#export');
  const section = page.getByRole('region', { name: 'Export everything' });
  const started = page.waitForResponse(
    (answer) => answer.url().endsWith('/client/export') && answer.request().method() === 'POST',
  );
  await section.getByRole('button', { name: 'Export everything' }).click();
  await started;
  await page.reload();
  await expect(section.getByText(/The file of .+ is ready/)).toBeVisible();
  await expectAccessible(page, 'export of everything');

  const saving = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download file' }).press('Enter');
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^parley-\d{4}-\d\d-\d\d\.tar\.gz$/);
  const folder = await mkdtemp(join(tmpdir(), 'parley-export-'));
  try {
    execFileSync('tar', ['xzf', await download.path(), '-C', folder]);
    await readPages(page, folder, threadId);
  } finally {
    await rm(folder, { recursive: true });
  }
  await page.goto(`${server.url}/settings/business#export`);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(section.getByRole('button', { name: 'Create a new file' })).toBeVisible();
  await expectNoHorizontalScroll(page, 'export of everything on a phone');

  await section.getByRole('checkbox', { name: 'Encrypt the file with a password' }).press('Space');
  const password = section.getByLabel('Password of the file');
  await password.fill('too short');
  await password.press('Enter');
  await expect(section.getByText('Use at least 12 characters.')).toBeVisible();
  await expect(password).toBeFocused();
  await expectNoHorizontalScroll(page, 'password of an export on a phone');
  await password.fill('five gears and a bell');
  await password.press('Enter');
  await expect(section.getByText(/It opens with its password only/)).toBeVisible({ timeout: 60_000 });
  const savingAgain = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download file' }).click();
  expect((await savingAgain).suggestedFilename()).toMatch(/\.tar\.gz\.age$/);
});
