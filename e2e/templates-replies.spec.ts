import { apiCall } from '../scripts/api-call.ts';
import { createImage } from '../scripts/seed/image.ts';
import { connectInstallation } from '../scripts/seed/installation.ts';
import { openSandbox } from '../scripts/seed/sandbox.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

const map = createImage([41, 98, 107], [226, 214, 188], 320, 240);
type OnPhone = { type: string; direction: string; content: Record<string, unknown> };

test('a saved reply with a file is written once, found with two keys, and reaches the phone', async ({
  page,
  home,
}) => {
  test.setTimeout(300_000);
  const { server, user } = home;
  const token = await home.token();
  const installation = await connectInstallation(server.dataDir, server.url, async () => undefined);
  const { client_id } = await apiCall<{ client_id: string }>(server.url, 'GET', '/api/client', undefined, token);
  const sandbox = await openSandbox(installation, client_id);
  const phone = await sandbox.makePhone({ name: 'Amara Okafor', phone_number: '447700900118', reads: 'at_once' });
  const onPhone = async () =>
    (await sandbox.messagesOf<OnPhone>(phone)).filter(({ direction }) => direction === 'to_customer');
  await sandbox.write(phone, 'text', { body: 'Where is your shop?' });
  const threadId = await waitForThread(server, token, 'Where is your shop?');
  const replies = page.getByRole('table', { name: 'Session templates' });
  await signIn(page, server, user);

  await test.step('it is written with a file and previewed for a contact', async () => {
    await page.goto(`${server.url}/templates/session`);
    await page.getByRole('button', { name: 'New reply' }).first().click();
    const panel = page.getByRole('complementary', { name: 'New saved reply' });
    await panel.getByLabel('Name').fill('How to find us');
    await panel.getByLabel('Shortcut').fill('/map');
    await panel.getByLabel('Text').fill('{{FIRST_NAME}}, we are at 14 Harbour Road.');
    await expect(panel.getByRole('figure', { name: 'Preview for Amara Okafor' })).toContainText(
      'Amara, we are at 14 Harbour Road.',
    );
    await test.step('what is typed stays when a tablet is turned, under the finger and in the top layer', async () => {
      await panel.getByLabel('Text').focus();
      for (const [width, role] of [
        [1025, 'dialog'],
        [1440, 'complementary'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        const turned = page.getByRole(role, { name: 'New saved reply' });
        await expect(turned.getByLabel('Name')).toHaveValue('How to find us');
        await expect(turned.getByLabel('Text')).toBeFocused();
        await expect(page.locator('dialog:modal')).toHaveCount(role === 'dialog' ? 1 : 0);
      }
    });
    await panel.getByLabel(/^Files/).setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: map });
    await expect(panel.getByRole('button', { name: 'Remove map.png' })).toBeVisible();
    await expect(panel.getByRole('progressbar')).toHaveCount(0);
    await expectAccessible(page, 'saved reply');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(replies).toContainText('/map');
  });

  await test.step('the slash and one letter find it; Enter sends text and file as one message', async () => {
    await page.goto(`${server.url}/inbox/${threadId}`);
    const field = page.getByRole('textbox', { name: 'Reply' });
    await field.press('/');
    await field.press('m');
    await expect(page.getByRole('option', { name: /\/map/ })).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(field).toHaveValue('{{FIRST_NAME}}, we are at 14 Harbour Road.');
    await expect(page.getByRole('list', { name: 'Files for this message' })).toContainText('map.png');
    await expect(page.getByRole('button', { name: /^Send ↵/ })).not.toHaveAttribute('aria-disabled', 'true');
    await field.press('Enter');
    await expect.poll(async () => (await onPhone()).map(({ type }) => type)).toEqual(['image']);
    const [sent] = await onPhone();
    expect(sent?.content).toMatchObject({ caption: 'Amara, we are at 14 Harbour Road.' });
    const { mimeType, bytes } = await sandbox.readMedia(String(sent?.content['id']));
    expect([mimeType, bytes.length > 0]).toEqual(['image/png', true]);
  });

  await test.step('its use is counted, and the overview finds it', async () => {
    await page.goto(`${server.url}/templates`);
    await expect(page.getByRole('table', { name: 'Recently used replies' })).toContainText('/map');
    await page.getByRole('searchbox', { name: /Search \d+ template/ }).fill('harbour');
    await expect(page).toHaveURL(/q=harbour/);
    await expect(page.getByRole('table', { name: 'Session' })).toContainText('How to find us');
    await expectAccessible(page, 'search of both kinds');
  });

  await test.step('a copy is written from it; both move to a folder at once', async () => {
    await page.goto(`${server.url}/templates/session`);
    await page.getByRole('button', { name: 'Actions for /map' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const panel = page.getByRole('complementary', { name: 'New saved reply' });
    await expect(panel.getByLabel('Text')).toHaveValue('{{FIRST_NAME}}, we are at 14 Harbour Road.');
    await panel.getByLabel('Shortcut').fill('/map2');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(replies).toContainText('/map2');
    await page.getByRole('checkbox', { name: 'Select loaded rows' }).click();
    await page.getByRole('button', { name: 'Move to folder' }).click();
    await page.getByRole('dialog', { name: 'Move 2 replies' }).getByLabel('Folder').fill('Directions');
    await page.getByRole('button', { name: 'Move' }).click();
    await expect(replies.getByText('Directions')).toHaveCount(2);
    await page.getByRole('button', { name: 'Folder' }).click();
    await page.getByRole('menuitem', { name: 'Directions' }).click();
    await expect(page).toHaveURL(/folder=/);
    await page.reload();
    await expect(replies.getByText('Directions')).toHaveCount(2);
    await expectNoHorizontalScroll(page, 'session templates');
  });

  await test.step('favourites come first, in the order of the member', async () => {
    const act = async (shortcut: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${shortcut}` }).click();
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/favourites') && answer.ok());
      await page.getByRole('menuitem', { name: action }).click();
      await saved;
    };
    const names = () => replies.getByRole('row').filter({ hasText: '/map' });
    await act('/map2', 'Add to favourites');
    await expect(names().first()).toContainText('/map2');
    await act('/map', 'Add to favourites');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('menuitem', { name: 'Favourites' }).click();
    await expect(page).toHaveURL(/show=favourites/);
    await expect(names()).toHaveCount(2);
    await act('/map', 'Move up');
    await expect(names().nth(1)).toContainText('/map2');
    await page.reload();
    await expect(names().nth(1)).toContainText('/map2');
    await expect(replies.getByLabel('Favourite')).toHaveCount(2);
    await expectAccessible(page, 'favourite replies');
    await act('/map', 'Remove from favourites');
    await expect(names()).toHaveCount(1);
  });

  await test.step('a deleted one comes back', async () => {
    await page.getByRole('button', { name: 'Actions for /map2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(replies.getByText('/map2')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(replies.getByText('/map2')).toBeVisible();
    await expectAccessible(page, 'session templates');
  });
  await installation.close();
});
