import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

/** Answers like GitHub on a server of its own, for one repository and one token. */
async function startForge() {
  const titles: string[] = [];
  const forge = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.headers.authorization !== 'Bearer right') return response.writeHead(401).end('{}');
      if (!request.url?.startsWith('/api/v3/repos/kestrel/shop')) return response.writeHead(404).end('{}');
      if (request.method !== 'POST')
        return response.end(request.url.includes('/issues') ? '[]' : '{"has_issues":true}');
      titles.push(JSON.parse(Buffer.concat(chunks).toString('utf8')).title);
      response.writeHead(201).end(JSON.stringify({ html_url: `https://forge.example/issues/${titles.length}` }));
    });
  });
  await new Promise<void>((resolve) => forge.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(forge.address() as AddressInfo).port}`;
  return { host, titles, close: () => forge.close() };
}

test('bug reports become issues of a repository', async ({ page, watch }) => {
  const forge = await startForge();
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: forge.host });
  const { user } = await firstHome(server);
  await signIn(page, server, user, '/bug-reporting');
  const preview = page.getByRole('complementary', { name: 'What will be sent' });
  await preview.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where bug reports go' });
  await dialog.getByRole('radio', { name: 'Git forge' }).check();
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue('https://github.com');
  await dialog.getByRole('radio', { name: 'GitLab' }).check();
  await expect(address).toHaveValue('https://gitlab.com');
  await dialog.getByRole('radio', { name: 'GitHub' }).check();
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(dialog.getByText('Enter a repository.')).toBeVisible();
  await address.fill(`http://${forge.host}/`);
  await dialog.getByRole('textbox', { name: 'Repository' }).fill('kestrel/shop');
  await dialog.getByLabel('Access token').fill('wrong');
  watch.expect(/422/);
  await save.click();
  await expect(dialog.getByText('The Git forge refused the access token (401).')).toBeVisible();
  await expect(dialog.getByLabel('Access token')).toBeFocused();
  watch.expectNothing();
  await expectAccessible(page, 'a Git forge as destination');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, 'a Git forge as destination');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Access token').fill('right');
  await save.click();
  await expect(dialog).toHaveCount(0);

  await page.reload();
  await expect(
    preview.getByText(`To ${forge.host}/kestrel/shop, and stored in this account.`, { exact: false }),
  ).toBeVisible();
  await expect(
    preview.getByText('Screenshots, customer data and your email address are not sent there.', { exact: false }),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'What happened?' }).fill('The bell is silent');
  await page.getByRole('button', { name: 'Send report' }).first().click();
  await page.getByRole('button', { name: /#1 The bell is silent/ }).click();
  const panel = page.getByRole('complementary', { name: 'Report #1' });
  await expect(panel.getByRole('link', { name: 'Open the issue' })).toHaveAttribute(
    'href',
    'https://forge.example/issues/1',
  );
  expect(forge.titles).toEqual(['#1: The bell is silent']);
  watch.stop();
  await server.close();
  forge.close();
});
