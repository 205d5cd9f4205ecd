import type { Page } from '@playwright/test';
import { visit } from './support/addresses.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** Keys work as soon as their code is loaded, after the page is shown. */
async function keysWork(page: Page): Promise<void> {
  await waitForKeyboard(page);
  await page.keyboard.press('?');
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
}

/** Opens the palette by its keys and types as soon as its field has the focus. */
async function typeInPalette(page: Page, keys: string, words: string): Promise<void> {
  await page.keyboard.press(keys);
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
}

test.describe('by keyboard', () => {
  test.beforeEach(async ({ page, home }) => {
    await signIn(page, home.server, home.user);
    await visit(page, `${home.server.url}/automations`, '/automations');
    await keysWork(page);
  });

  test('G and a key open every page, C starts a message, and a text field gets its keys', { tag: '@smoke' }, async ({
    page,
  }) => {
    for (const [letter, path] of [
      ['i', '/inbox'],
      ['c', '/compose'],
      ['b', '/broadcast'],
      ['p', '/contacts'],
      ['a', '/automations'],
      ['t', '/templates'],
      ['s', '/settings'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    }
    await page.keyboard.press('c');
    await expect(page).toHaveURL(/\/compose$/);
    await typeInPalette(page, 'Control+k', 'gic');
    await expect(palette(page).getByRole('combobox')).toHaveValue('gic');
    await expect(page).toHaveURL(/\/compose$/);
  });

  test('the palette finds commands and contacts, and shows the keys of each command', async ({ page, home }) => {
    await writeAsCustomer(home.server, await home.token(), 'Find me by my name', 'Zainab Quill');
    await waitForThread(home.server, await home.token(), 'Find me by my name');
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    const option = (name: string) => palette(page).getByRole('option', { name: new RegExp(`^${name}`) });
    await expect(option('Contacts').first()).toContainText('GthenP');
    await expect(option('New message')).toContainText('C');
    await expect(option('Keyboard shortcuts')).toContainText('?');
    await page.keyboard.type('broad hist');
    await expect(palette(page).getByRole('option', { selected: true })).toHaveText(/Broadcast history/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/broadcast\/history$/);

    await typeInPalette(page, 'Control+k', 'no such thing');
    await expect(palette(page).getByText('No results')).toBeVisible();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('zainab');
    await expect(palette(page).getByRole('option', { selected: true })).toContainText('Zainab Quill');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/inbox\/[0-9a-f-]+$/);
    await expect(palette(page)).toBeHidden();
  });

  test('the palette runs the command in its field, however soon Enter follows', async ({ page }) => {
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    // Faster than any hand: the list has no time to update.
    await page.evaluate(`{
      const field = document.activeElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'broad hist');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }`);
    await expect(page).toHaveURL(/\/broadcast\/history$/);
    await expect(palette(page)).toBeHidden();
  });

  test('keys can be changed, removed and disabled permanently', async ({ page }) => {
    await page.keyboard.press('?');
    const keysOf = (name: string) =>
      sheet(page).getByRole('button', { name: new RegExp(`^Change the keys for ${name}`) });
    await keysOf('New message').click();
    await page.keyboard.press('y');
    await expect(keysOf('New message')).toHaveText(/Y$/);
    // Keys of another command are refused with its name.
    await keysOf('Contacts').click();
    await page.keyboard.press('y');
    await expect(sheet(page).getByRole('alert')).toContainText('New message');
    await keysOf('Broadcast').click();
    await page.keyboard.press('Delete');
    await expect(keysOf('Broadcast')).toHaveText(/none$/);
    await keysOf('Search and commands').click();
    await page.keyboard.press('Control+j');
    await expect(keysOf('Search and commands')).toHaveText(/Ctrl\s*J$/);
    await sheet(page).getByRole('button', { name: 'Done' }).click();
    // Buttons show a command's current keys.
    const search = page.getByRole('button', { name: 'Search and commands' });
    await expect(search).toHaveAttribute('data-tip', /Ctrl J$/);

    await page.reload();
    await keysWork(page);
    await page.keyboard.press('c');
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await expect(page).toHaveURL(/\/automations$/);
    await page.keyboard.press('y');
    await expect(page).toHaveURL(/\/compose$/);

    await page.keyboard.press('?');
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await sheet(page).getByRole('button', { name: 'Done' }).click();
    for (const key of ['g', 's', 'y', '?']) await page.keyboard.press(key);
    await expect(sheet(page)).toBeHidden();
    await expect(page).toHaveURL(/\/compose$/);
    // Shortcuts with Ctrl still work, and lead back to the sheet.
    await typeInPalette(page, 'Control+j', 'keyboard short');
    await expect(palette(page).getByRole('option').first()).toContainText('Keyboard shortcuts');
    await page.keyboard.press('Enter');
    await sheet(page).getByRole('button', { name: 'Reset to defaults' }).click();
    await expect(keysOf('New message')).toHaveText(/C$/);
    await expect(sheet(page).getByRole('switch')).toBeChecked();
  });

  test('Tab moves through the whole frame in order, always visibly, and out again', async ({ page }) => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const names: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate<{ name: string; ring: boolean; inside: boolean } | null>(`(() => {
        const at = document.activeElement;
        if (at === null || at === document.body) return null;
        const box = at.getBoundingClientRect();
        const style = getComputedStyle(at);
        return {
          name: at.getAttribute('aria-label') ?? at.textContent.trim(),
          ring: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
          inside: box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth,
        };
      })()`);
      if (at === null) break;
      expect.soft(at, `after ${names.at(-1)}`).toMatchObject({ ring: true, inside: true });
      names.push(at.name);
    }
    const inOrder = ['Skip to content', 'Parley, go to inbox', 'Inbox', 'Compose', 'Contacts', 'Automations'];
    expect(names.filter((name) => inOrder.includes(name)).slice(0, inOrder.length)).toEqual(inOrder);
    expect(names.findIndex((name) => name.endsWith('Account'))).toBeGreaterThan(names.indexOf('Message Templates'));
    expect(names).toContain('Search and commands');
    expect(names.length).toBeLessThan(60);

    await page.getByRole('button', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('menus and dialogs trap the focus and restore it', async ({ page }) => {
    const account = page.getByRole('button', { name: 'Account' });
    await account.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Account' });
    await expect(menu).toBeVisible();
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
      ),
    ).toBe(true);
    await expect(menu.getByRole('link')).toHaveText([
      'Reports',
      'Channels',
      'Team',
      'Integrations',
      'Settings',
      'Sandbox',
      'Feature request',
      'Report a bug',
      'Switch account',
      'Sign out',
    ]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(account).toBeFocused();

    await page.getByRole('button', { name: 'Search and commands' }).focus();
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Search and commands' })).toBeFocused();
  });

  test('theme, density and direction are chosen and stored', async ({ page }) => {
    const appearances = () =>
      page.evaluate('[document.documentElement.dataset.theme, document.documentElement.dataset.density].join()');
    await page.getByRole('button', { name: 'Account' }).click();
    const menu = page.getByRole('dialog', { name: 'Account' });
    await menu.getByRole('radio', { name: 'Dark' }).check();
    await menu.getByRole('radio', { name: 'Compact' }).check();
    await expect.poll(appearances).toBe('dark,compact');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Automations', level: 1 })).toBeVisible();
    await expect.poll(appearances).toBe('dark,compact');
    await page.getByRole('button', { name: 'Account' }).click();
    await menu.getByRole('radio', { name: 'System' }).check();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(appearances).toBe('light,compact');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(appearances).toBe('dark,compact');

    // Right to left: the rail changes sides, and stays there.
    await page.keyboard.press('Escape');
    await typeInPalette(page, 'Control+k', 'text direction');
    await expect(palette(page).getByRole('option').first()).toContainText(/text direction/i);
    await page.keyboard.press('Enter');
    const rail = page.locator('[data-rail]');
    await expect.poll(async () => (await rail.boundingBox())?.x).toBe(1440 - 80);
    await page.reload();
    await expect.poll(async () => (await rail.boundingBox())?.x).toBe(1440 - 80);
  });
});
