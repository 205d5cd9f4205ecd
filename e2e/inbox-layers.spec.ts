import type { Page } from '@playwright/test';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard, waitForListKeyboard } from './support/keys.ts';
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

test('Escape leaves the topmost layer, and the focus follows what is opened and left', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  for (const [from, text] of [
    ['Ana Silva', 'Is the bell in stock?'],
    ['Jon Berg', 'When do you open?'],
  ] as const) {
    await writeAsCustomer(server, token, text, from);
    await waitForThread(server, token, text);
  }
  await signIn(page, server, home.user, '/inbox');
  const list = page.getByRole('region', { name: 'Conversations' });
  const row = (text: string) => list.getByRole('link').filter({ hasText: text });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await waitForListKeyboard(page);

  await test.step('the rows are one stop of Tab, and arrows move in them', async () => {
    await expect(row('When do you open?')).toBeVisible();
    await expect(list.locator('a[href*="/inbox/"]:not([tabindex="-1"])')).toHaveCount(1);
    await row('When do you open?').focus();
    await page.keyboard.press('ArrowDown');
    await expect(row('Is the bell in stock?')).toBeFocused();
  });

  await test.step('Tab goes on in the conversation that was opened, and its row has the focus again', async () => {
    await page.keyboard.press('Enter');
    await expect(conversation).toBeFocused();
    await expect(field(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(conversation.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(row('Is the bell in stock?')).toBeFocused();
    await row('When do you open?').click();
    await expect(conversation).toBeFocused();
  });

  await test.step('Escape ends a selection without anything selected, and then leaves the conversation', async () => {
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitem', { name: 'Select conversations' }).click();
    await expect(list.getByRole('checkbox')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(list.getByRole('checkbox')).toHaveCount(0);
    await expect(conversation.locator('[data-message]')).toHaveCount(1);
  });

  await test.step('a message is forwarded by typing a name at once', async () => {
    await conversation.locator('[data-message]').hover();
    await conversation.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Forward' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forward message' });
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('Ana');
    await expect(dialog.getByRole('button', { name: /Ana Silva/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('searchbox')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(conversation.locator('[data-message]')).toHaveCount(1);
  });
});
