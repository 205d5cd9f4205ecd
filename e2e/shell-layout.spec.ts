import type { Locator, Page } from '@playwright/test';
import { animationsFinished } from './support/accessibility.ts';
import { navigateInApp, visit } from './support/addresses.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

type Box = { x: number; y: number; width: number; height: number };

/** The element's box once it no longer moves; null while hidden. */
async function boxOf(locator: Locator): Promise<Box | null> {
  await locator.page().evaluate(animationsFinished);
  return locator.boundingBox();
}

/** Makes the page longer than the window, whatever its content. */
async function makeLong(page: Page): Promise<void> {
  await page.evaluate('document.getElementById("main").style.minBlockSize = "3000px"');
}

const rail = (page: Page) => page.locator('[data-rail]');
const subPanel = (page: Page) => page.locator('[data-layout] > aside');
/** The accessible names, without the counts after them. */
const railEntries = (page: Page) => rail(page).locator('a:not([aria-label]):visible, button:visible');

test.describe('the frame', () => {
  test.beforeEach(async ({ page, home }) => {
    await signIn(page, home.server, home.user);
    await visit(page, `${home.server.url}/automations`, '/automations');
  });

  test('has its rail of 80 px with its entries in order, and its sub-panel of 220 px', async ({ page }) => {
    await navigateInApp(page, '/contacts', '/contacts');
    await expect.poll(() => boxOf(rail(page))).toMatchObject({ x: 0, y: 0, width: 80, height: 900 });
    await expect.poll(() => boxOf(subPanel(page))).toMatchObject({ x: 80, y: 0, width: 220, height: 900 });
    await expect.poll(() => boxOf(page.locator('[data-toolbar]'))).toMatchObject({ x: 300, y: 0, height: 56 });
    await expect(railEntries(page)).toHaveText([
      'Inbox',
      'Compose',
      'Broadcast',
      'Contacts',
      'Automations',
      'Message Templates',
      /Account$/,
    ]);
    // The last two are at the end, separate from the others.
    const [automations, templates, account] = await Promise.all(
      [4, 5, 6].map((index) => boxOf(railEntries(page).nth(index))),
    );
    expect((templates?.y ?? 0) - (automations?.y ?? 0)).toBeGreaterThan(200);
    expect((account?.y ?? 0) + (account?.height ?? 0)).toBeGreaterThan(900 - 24);
    await expect(rail(page).getByRole('link', { name: 'Contacts' })).toHaveAttribute('aria-current', 'page');
  });

  test('closes its sub-panel below 1280 px, where a button slides it over', async ({ page }) => {
    await navigateInApp(page, '/contacts', '/contacts');
    await expect(subPanel(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Views and lists' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(() => boxOf(subPanel(page))).toMatchObject({ x: 80, width: 220 });
    await page.setViewportSize({ width: 1279, height: 900 });
    await expect(subPanel(page)).toBeHidden();
    await expect.poll(() => boxOf(page.locator('[data-toolbar]'))).toMatchObject({ x: 80 });
    await page.getByRole('button', { name: 'Views and lists' }).click();
    await expect(subPanel(page)).toBeVisible();
    await expect.poll(async () => (await boxOf(subPanel(page)))?.width ?? Number.NaN).toBe(220);
    await page.keyboard.press('Escape');
    await expect(subPanel(page)).toBeHidden();
  });

  test('becomes a bar at the bottom below 768 px', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await expect.poll(() => boxOf(rail(page))).toMatchObject({ x: 0, width: 80, height: 900 });
    await page.setViewportSize({ width: 767, height: 900 });
    await expect
      .poll(async () => {
        const bar = await boxOf(rail(page));
        return bar === null ? null : { x: bar.x, end: bar.y + bar.height, width: bar.width };
      })
      .toEqual({ x: 0, end: 900, width: 767 });
    await expect(railEntries(page)).toHaveText(['Inbox', 'Compose', 'Broadcast', 'Contacts', 'More']);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const entry of await railEntries(page).all()) {
      const smallest = async () => {
        const box = await boxOf(entry);
        return box === null ? Number.NaN : Math.min(box.width, box.height);
      };
      await expect.poll(smallest).toBeGreaterThanOrEqual(44);
    }
    // Entries that do not fit are in More.
    await page.getByRole('button', { name: 'More' }).click();
    const more = page.getByRole('dialog', { name: 'More' });
    for (const name of ['Automations', 'Message Templates', 'Settings', 'Sign out']) {
      await expect(more.getByRole('link', { name })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(more).toBeHidden();
  });

  test('at 320 px its bar shows whole titles, whatever buttons it has', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/templates/session', '/settings/api-keys', '/contacts', '/templates/add'] as const) {
      await navigateInApp(page, path, path);
      const title = page.locator('#main h1');
      await expect(title).toBeVisible();
      const cut = await title.evaluate((node) =>
        Math.max(node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight),
      );
      // A rounded line height may differ by one.
      expect(cut, path).toBeLessThanOrEqual(1);
    }
  });

  test('shows the circular menu of four tools after 60 px, on pages that scroll, never in the inbox', async ({
    page,
  }) => {
    await navigateInApp(page, '/settings', '/settings');
    await makeLong(page);
    const menu = page.locator('[data-circular-menu]');
    // The router scrolls a new page to its top when it is shown, which can come after the first scrolling.
    await expect(async () => {
      await page.evaluate('window.scrollTo(0, 200)');
      await expect(menu).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.evaluate('window.scrollTo(0, 60)');
    await expect(menu).toBeHidden();
    await page.evaluate('window.scrollTo(0, 61)');
    await expect(menu).toBeVisible();
    const button = menu.getByRole('button', { name: 'Tools' });
    await expect.poll(() => boxOf(button)).toMatchObject({ x: 1440 - 16 - 48 - 0, y: 12, width: 48, height: 48 });
    // The toolbar is out of sight, the rail is not.
    await page.evaluate('window.scrollTo(0, 400)');
    await expect.poll(async () => (await boxOf(page.locator('[data-toolbar]')))?.y ?? Number.NaN).toBeLessThan(-56);
    await expect.poll(() => boxOf(rail(page))).toMatchObject({ x: 0, y: 0 });

    await button.focus();
    await page.keyboard.press('Enter');
    const tools = menu.locator('[data-tool]');
    await expect(tools).toHaveCount(4);
    for (const name of ['Search and commands', 'New message', 'Recent activity', 'Dark theme']) {
      await expect(menu.getByRole('button', { name })).toBeVisible();
    }
    await expect(tools.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tools).toHaveCount(0);
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await menu.getByRole('button', { name: 'Recent activity' }).click();
    await expect(page.getByRole('dialog', { name: 'Recent activity' })).toBeVisible();
    await page.keyboard.press('Escape');

    await navigateInApp(page, '/inbox', '/inbox');
    await makeLong(page);
    await page.evaluate('window.scrollTo(0, 400)');
    await expect(menu).toHaveCount(0);
  });

  test('shows the contact in a panel of 384 px: beside the conversation, below 1280 px over it', async ({
    page,
    home,
  }) => {
    await writeAsCustomer(home.server, await home.token(), 'How wide is the panel?');
    const threadId = await waitForThread(home.server, await home.token(), 'How wide is the panel');
    await page.setViewportSize({ width: 1536, height: 900 });
    await visit(page, `${home.server.url}/inbox/${threadId}`, `/inbox/${threadId}`);
    const panel = page.getByRole('complementary', { name: 'Contact' });
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await expect(conversation).toBeVisible();
    // It is open at first.
    await expect(panel).toBeVisible();
    await expect.poll(() => boxOf(panel)).toMatchObject({ x: 1536 - 384, width: 384 });
    await expect
      .poll(() => boxOf(page.getByRole('region', { name: 'Conversations' })))
      .toMatchObject({ x: 300, width: 320 });
    // From 1280 to 1535 px the sub-panel folds, so that the conversation has over 520 px.
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(async () => (await boxOf(conversation))?.width ?? Number.NaN).toBeGreaterThanOrEqual(476);
    await expect.poll(async () => (await boxOf(panel))?.width ?? Number.NaN).toBe(384);
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect
      .poll(async () => (await boxOf(page.getByRole('region', { name: 'Conversations' })))?.x ?? Number.NaN)
      .toBe(80);
    // One pane on a phone: the conversation, and the list behind it.
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, `${home.server.url}/inbox/${threadId}`, `/inbox/${threadId}`);
    await expect(page.getByRole('region', { name: 'Conversations' })).toBeHidden();
    await expect.poll(() => boxOf(conversation)).toMatchObject({ x: 0, width: 390 });
  });
});
