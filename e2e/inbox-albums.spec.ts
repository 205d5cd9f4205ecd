import { startFileServer } from '../apps/server/src/testing/file-server.ts';
import { createImage } from '../scripts/seed/image.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { visit } from './support/addresses.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

const pictures = ([40, 110, 180] as const).map((blue, at) => ({
  name: `side-${at + 1}.png`,
  mimeType: 'image/png',
  buffer: createImage([41, 98, blue], [226, 214, 188], 640, 480),
}));

test('pictures sent together are an album, links have previews, and missing messages are marked and fetched', async ({
  page,
  watch,
}) => {
  // Many processes run side by side: on a busy machine this is slow.
  test.setTimeout(240_000);
  const site = await startFileServer();
  site.files.set('/bells', {
    headers: { 'content-type': 'text/html' },
    body: '<title>Bells</title><meta name="description" content="Every bell we have"><meta property="og:image" content="/bell.png">',
  });
  site.files.set('/bell.png', { headers: { 'content-type': 'image/png' }, body: pictures[0]?.buffer });
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: site.host });
  try {
    const { user, token } = await firstHome(server);
    await writeAsCustomer(server, await token(), 'Can you show me the frame?', 'Ana Silva');
    const threadId = await waitForThread(server, await token(), 'Can you show me the frame?');
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, server, user, `/inbox/${threadId}`);
    const field = page.getByRole('textbox', { name: 'Reply' });
    const album = page.getByRole('list', { name: 'Album, 3 files' });
    const viewer = page.getByRole('dialog', { name: 'Pictures, videos and documents' });

    await test.step('files are put in order, and sent together they are one album', async () => {
      await page.locator('input[type=file]').setInputFiles(pictures);
      const tray = page.getByRole('list', { name: 'Files for this message' });
      await page.getByRole('button', { name: 'Move side-3.png earlier' }).press('Enter');
      await expect(tray.getByRole('listitem').nth(1)).toContainText('side-3.png');
      await expect(page.getByRole('button', { name: /^Send ↵/ })).not.toHaveAttribute('aria-disabled', 'true');
      await field.press('Enter');
      await expect(album.getByRole('button', { name: 'Show the picture: Photo' })).toHaveCount(3);
      await expect(album.locator('img').first()).toHaveJSProperty('complete', true);
    });

    await test.step('each picture opens the viewer, which goes on to the next', async () => {
      const second = album.getByRole('button', { name: 'Show the picture: Photo' }).nth(1);
      await second.focus();
      await page.keyboard.press('Enter');
      await expect(viewer).toContainText('2 of 3');
      await page.keyboard.press('ArrowRight');
      await expect(viewer).toContainText('3 of 3');
      await page.keyboard.press('Escape');
      await expect(second).toBeFocused();
    });

    await test.step('each picture has its own actions, by keys and after a reload', async () => {
      const last = album.getByRole('listitem').nth(2);
      await last.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'React' }).press('Enter');
      await page.getByRole('button', { name: 'React with 👍' }).press('Enter');
      await expect(last.getByRole('img', { name: 'We reacted with 👍' })).toBeVisible();
      await last.hover();
      await last.getByRole('button', { name: 'Reply to this message' }).click();
      await expect(page.getByRole('button', { name: 'Answer without quoting' })).toBeVisible();
      await page.getByRole('button', { name: 'Answer without quoting' }).click();
      await expect(page.getByRole('button', { name: 'Answer without quoting' })).toBeHidden();
      await page.reload();
      await expect(last.getByRole('img', { name: 'We reacted with 👍' })).toBeVisible();
      await expectAccessible(page, 'an album');
    });

    await test.step('the page that a message names is shown, read by the server once', async () => {
      await field.fill(`All of them: ${site.url('/bells')}`);
      await field.press('Enter');
      const preview = page.getByRole('link', { name: /^Bells/ });
      await expect(preview).toContainText('Every bell we have');
      await expect(preview.locator('img')).toHaveJSProperty('naturalWidth', 192);
      await page.reload();
      await expect(preview).toHaveAttribute('href', site.url('/bells'));
      expect(site.asked('/bells').map((headers) => headers['user-agent'])).toEqual(['Parley (link preview)']);
    });

    await test.step('on a phone, in both themes', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(album).toBeVisible();
        await expectAccessible(page, `an album on a phone, ${colorScheme}`);
        await expectNoHorizontalScroll(page, `an album on a phone, ${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('what is not on this device yet is marked, and fetched', async () => {
      watch.expect(/ERR_FAILED/, /\/messages\?/);
      await page.goto('about:blank');
      await writeAsCustomer(server, await token(), 'The second one, please', 'Ana Silva');
      await waitForThread(server, await token(), 'The second one, please');
      await page.route(/\/api\/threads\/[^/]+\/messages\?/, (route) => route.abort());
      await page.goto(`${server.url}/inbox/${threadId}`);
      const gap = page.getByText(/^Loading messages between .+ and .+/);
      await expect(gap).toBeVisible();
      await expect(album).toBeVisible();
      await page.unroute(/\/api\/threads\/[^/]+\/messages\?/);
      await page.getByRole('button', { name: 'Retry' }).press('Enter');
      await expect(page.locator('[data-message]').filter({ hasText: 'The second one, please' })).toBeVisible();
      await expect(gap).toBeHidden();
      watch.expectNothing();
    });

    await test.step('an Admin decides which links are read', async () => {
      await visit(page, `${server.url}/settings/business#link-previews`);
      const section = page.getByRole('region', { name: 'Link previews' });
      await expect(section).toContainText('Links you send');
      await section.getByRole('button', { name: 'Change: Link previews' }).click();
      const dialog = page.getByRole('dialog', { name: 'Link previews' });
      await dialog.getByRole('combobox', { name: 'Show previews of' }).fill('All');
      await page.getByRole('option', { name: 'All links' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await expect(section).toContainText('All links');
      await page.reload();
      await expect(section).toContainText('All links');
    });
  } finally {
    watch.stop();
    await server.close();
    await site.close();
  }
});
