import type { Page } from '@playwright/test';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard } from './support/keys.ts';
import { expectLayersFit, expectLayersFitEverywhere } from './support/layers.ts';
import { expect, signIn, test } from './support/test.ts';

const name = 'Maximiliane Freifrau von Hohenstein-Lüdersdorf';
const layer = (page: Page) => page.locator('dialog:modal, [popover="auto"]:popover-open, [role="menu"]');
const field = (page: Page) => page.getByRole('textbox', { name: 'Reply' });

async function closeLayers(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(layer(page)).toHaveCount(0);
  await expect(field(page), 'Escape closes only what is topmost').toBeVisible();
}

test.describe('what opens over a conversation', () => {
  for (const panel of [false, true]) {
    test(`fits at every width, with the contact ${panel ? 'open' : 'closed'}`, async ({ page, home }) => {
      const { server } = home;
      const token = await home.token();
      await writeAsCustomer(server, token, 'Is the bell in stock?', name);
      const threadId = await waitForThread(server, token, 'Is the bell in stock?');
      await signIn(page, server, home.user, `/inbox/${threadId}`);
      await waitForInboxKeyboard(page);
      const contact = page.getByRole('complementary', { name: 'Contact' });
      await expect(contact).toBeVisible();
      if (!panel) await page.keyboard.press(']');
      await expect(contact).toBeVisible({ visible: panel });
      const choose = async (menu: string, entry: string) => {
        await page.getByRole('button', { name: menu }).last().click();
        await page.getByRole('menuitem', { name: entry }).click();
      };
      const button = (label: string | RegExp) => () => page.getByRole('button', { name: label }).last().click();
      const sends = ['Location', 'Contact', 'Reply buttons', 'List', 'Link button', 'Carousel', 'Location request'];
      await field(page).fill('Yes, two of them.');
      const layers: Record<string, () => Promise<void>> = {
        'More to send': button('More to send'),
        'Send later': async () => {
          await button('Send later')();
          await page.getByRole('radio', { name: 'Another time' }).check();
        },
        Emoji: async () => {
          await button('Emoji')();
          await expect(layer(page).getByText('😀')).toBeVisible();
        },
        Assign: button(/^Assign|^Unassigned/),
        Labels: () => page.keyboard.press('l'),
        ...Object.fromEntries(sends.map((kind) => [kind, () => choose('More to send', kind)])),
        ...Object.fromEntries(
          ['Mute…', 'Merge contact…', 'Block customer…'].map((entry) => [entry, () => choose('More', entry)]),
        ),
      };
      for (const [what, open] of Object.entries(layers)) {
        await test.step(what, async () => {
          await open();
          await expectLayersFitEverywhere(page, what);
          await closeLayers(page);
        });
      }
    });
  }

  test('the emoji picker is in sight the first time it opens, also on a phone', async ({ page, home }) => {
    const { server } = home;
    const token = await home.token();
    await writeAsCustomer(server, token, 'Is the bell in stock?', name);
    const threadId = await waitForThread(server, token, 'Is the bell in stock?');
    await signIn(page, server, home.user, `/inbox/${threadId}`);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.reload();
      await page.getByRole('button', { name: 'Emoji' }).click();
      await expect(layer(page).getByText('😀')).toBeVisible();
      await expectLayersFit(page, 'the emoji picker');
      await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused();
      await closeLayers(page);
    }
  });
});
