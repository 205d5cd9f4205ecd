import { readFile } from 'node:fs/promises';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible } from './support/accessibility.ts';
import { addMember } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { omar, uniqueUser } from './support/users.ts';

test('the audit log: found from the settings, filtered, one event with before and after, and as a file', {
  tag: '@smoke',
}, async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  await apiCall(server.url, 'PUT', '/api/client', { name: 'Kestrel and Daughter' }, token);
  await signIn(page, server, user, '/settings');
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('history');
  await page.getByRole('link', { name: /^Audit log/ }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Business settings changed')).toBeVisible();
  await expect(main.getByText('Signed in').first()).toBeVisible();

  await main.getByRole('button', { name: 'Area' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(main.getByText('Signed in')).toHaveCount(0);
  await main.getByText('Business settings changed').click();
  const panel = page.getByRole('complementary', { name: 'Business settings changed' });
  await expect(panel.getByRole('row', { name: /^Name .*Kestrel and Daughter/ })).toBeVisible();
  await expect(panel.getByText('127.0.0.1')).toBeVisible();
  await expectAccessible(page, 'audit log');

  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('→ Kestrel and Daughter');
  expect(file).not.toContain('identity.signed_in');
});

test('is not for Users: the settings say who opens it, the address shows the refusal', async ({ page, home }) => {
  const { server } = home;
  const member = uniqueUser(omar);
  await addMember(server, await home.token(), member);
  await signIn(page, server, member, '/settings');
  const list = page.getByRole('main');
  await expect(list.getByText('Audit log')).toBeVisible();
  await expect(list.getByRole('link', { name: /^Audit log/ })).toHaveCount(0);
  await page.goto(`${server.url}/settings/business?show=audit`);
  await expect(page.getByText('You are not authorized to access this page.')).toBeVisible();
});
