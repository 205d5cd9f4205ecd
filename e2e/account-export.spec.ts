import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';

test('an Owner exports everything, leaves the page meanwhile, and saves the file', async ({ page, home }) => {
  const { server, user } = home;
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
  const archive = gunzipSync(await readFile(await download.path()));
  expect(archive.includes(user.email)).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(section.getByRole('button', { name: 'Create a new file' })).toBeVisible();
  await expectNoHorizontalScroll(page, 'export of everything on a phone');
});
