import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { delayRequests } from './support/delay-requests.ts';
import { expectLayersFitEverywhere, expectWordsFitEverywhere } from './support/layers.ts';
import { expect, test } from './support/test.ts';

/** The same component in two states has the same name. */
const twice = ['landmark-unique'];
const softly = expect.configure({ soft: true });
/** The ids of sections without a visible heading, or of 60 px and less. One query for all of them. */
const emptySections = `[...document.querySelectorAll('section[id]:not(section section)')]
  .filter((section) => {
    const heading = section.querySelector('h1, h2, h3, h4, h5, h6, [role="heading"]');
    const isSeen = heading?.checkVisibility({ visibilityProperty: true }) && heading.getBoundingClientRect().height > 0;
    return !isSeen || section.getBoundingClientRect().height <= 60;
  })
  .map(({ id }) => id)`;
/** Where a long address would lose its beginning: each value of its own direction is one for a moment. */
const cutAtBeginning = `[...document.querySelectorAll('bdi, [dir="ltr"], [dir="auto"]')].flatMap((value) => {
  const text = value.firstChild;
  if (value.childNodes.length !== 1 || text.nodeType !== Node.TEXT_NODE || !value.checkVisibility()) return [];
  const cutter = [value, ...ancestors(value)].find((one) => getComputedStyle(one).textOverflow === 'ellipsis');
  // Lines that break lose nothing at their beginning.
  if (cutter === undefined || cutter.clientWidth <= 8 || getComputedStyle(value).whiteSpace === 'normal') return [];
  const before = text.data;
  text.data = 'a.very.long.address.that.fits.nowhere.at.all@a-long-domain-of-a-company.example';
  const first = document.createRange();
  first.setStart(text, 0);
  first.setEnd(text, 1);
  const [letter, box] = [first.getBoundingClientRect(), cutter.getBoundingClientRect()];
  text.data = before;
  const isCut = letter.left < box.left - 1 || letter.right > box.right + 1;
  return isCut ? [value.closest('section')?.id + ': ' + cutter.className + ' > ' + value.className + ' ' + before] : [];
  function ancestors(one) {
    return one.parentElement === null ? [] : [one.parentElement, ...ancestors(one.parentElement)];
  }
})`;
const part = (page: Page, id: string) => page.locator(`section#${id}`);

/** The whole gallery, or the sections of some ids: the page of all is long, and every step on it takes its time. */
type GalleryQuery = { dir?: 'rtl'; only?: string; language?: 'en-XA' };

async function openGallery(page: Page, url: string, query: GalleryQuery = {}): Promise<void> {
  await page.goto(`${url}/gallery.html?${new URLSearchParams(query)}`);
  await page.locator('html[data-app="running"]').waitFor();
  await expect(page.getByRole('heading', { name: 'Every part in every state' })).toBeVisible();
}

/** A text in longer words, or as it is where only the gallery has it. */
const maybeLonger = (text: string) => new RegExp(`^${text.replace(/\p{L}+/gu, '$&ø*')}$`);

async function widthOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.width ?? Number.NaN;
}

/** The layers of the gallery by the buttons that open them, some with their width. */
const layers: readonly [name: string, width: number | null][] = [
  ['A dialog', null],
  ['Long words', null],
  ['A question', null],
  ['A question to be typed', null],
  ['Drawer, 384 px', 384],
  ['Drawer, 460 px', 460],
  ['Ask for consent', null],
  ['Palette', null],
  ['Shortcuts', null],
  ['Recent activity', null],
];
const layerSections = 'dialogs,panels,overlays,menus,ai-request';

// A trace would store the longest page again at every step, which takes longer than the steps.
test.use({ trace: { mode: 'retain-on-failure', snapshots: false } });

test.describe('the gallery', () => {
  test('shows every component in every state, accessibly, on every screen', async ({ page, home }) => {
    test.setTimeout(360_000);
    await openGallery(page, home.server.url);
    const sections = page.locator('section[id]:not(section section)');
    await expect.poll(() => sections.count()).toBeGreaterThan(40);
    await softly.poll(() => page.evaluate<string[]>(emptySections), 'without a heading or empty').toEqual([]);
    for (const id of [
      'list-rows',
      'table',
      'form',
      'dialogs',
      'panels',
      'table-loading',
      'table-empty',
      'table-problem',
    ]) {
      await expect.soft(part(page, id), id).toHaveCount(1);
    }
    await expectAccessible(page, 'gallery', { ignored: twice });
    await expectNoHorizontalScroll(page, 'gallery');
  });

  // https://www.w3.org/TR/css-color-adjust-1/#forced-colors-properties: neither shadows nor backgrounds are painted.
  test('in forced colors fields, buttons and choices have an edge', async ({ page, home }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openGallery(page, home.server.url);
    await expect(page.locator('input[type="text"]').first()).toHaveCSS('outline-style', 'solid');
    await expect(part(page, 'segments').locator('label').first().locator('..')).toHaveCSS('border-style', 'solid');
    await expect(part(page, 'checks').locator('input:checked').first()).toHaveCSS('forced-color-adjust', 'none');
    await expect(part(page, 'list-rows').locator('[aria-current]').first()).toHaveCSS('outline-style', 'solid');
  });

  test('from right to left, and with compact rows', async ({ page, home }) => {
    test.setTimeout(360_000);
    await openGallery(page, home.server.url, { dir: 'rtl' });
    await expectNoHorizontalScroll(page, 'gallery from right to left');
    await expectAccessible(page, 'gallery from right to left', { ignored: twice });
    await page.getByRole('radio', { name: 'Compact' }).first().check();
    await expectNoHorizontalScroll(page, 'gallery, compact, from right to left');
  });

  test('from right to left what is cut off loses its end, never its beginning', async ({ page, home }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openGallery(page, home.server.url, { dir: 'rtl' });
    expect(await page.evaluate<string[]>(cutAtBeginning)).toEqual([]);
  });

  test('opens accessible dialogs, drawers of 384 and 460 px, menus and popovers, which fit at every width', async ({
    page,
    home,
  }) => {
    test.setTimeout(360_000);
    await openGallery(page, home.server.url, { only: layerSections });
    for (const [name, width] of layers) {
      const button = page.getByRole('main').getByRole('button', { name }).first();
      await button.click();
      const layer = page.locator('dialog:modal');
      await expect(layer, name).toHaveCount(1);
      if (width !== null) await expect.poll(() => widthOf(layer), name).toBe(width);
      await expectAccessible(page, name, { part: 'dialog:modal' });
      await expectLayersFitEverywhere(page, name);
      await page.keyboard.press('Escape');
      await expect(layer, name).toHaveCount(0);
      await expect(button, `${name} gives the focus back`).toBeFocused();
    }
    await part(page, 'panels').getByRole('button', { name: 'Beside the page' }).click();
    await expect(part(page, 'panels').locator('aside')).toHaveCSS('inline-size', '384px');

    await part(page, 'menus').getByRole('button', { name: 'More' }).press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Copy number' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(part(page, 'menus').getByText('Copy')).toBeVisible();
  });

  test('fits at every width in words that are 1.4 times as long', async ({ page, home }) => {
    test.setTimeout(360_000);
    const query = { language: 'en-XA' } as const;
    await openGallery(page, home.server.url, query);
    await expectNoHorizontalScroll(page, 'gallery in longer words');
    await expectWordsFitEverywhere(page, 'gallery in longer words');
    await openGallery(page, home.server.url, { ...query, only: layerSections });
    for (const [name] of layers) {
      await page
        .getByRole('main')
        .getByRole('button', { name: maybeLonger(name) })
        .first()
        .click();
      await expect(page.locator('dialog:modal'), name).toHaveCount(1);
      await expectLayersFitEverywhere(page, `${name} in longer words`);
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog:modal'), name).toHaveCount(0);
    }
  });

  test('opens a menu again right after a choice, and closes it with a second press on its button', async ({
    page,
    home,
  }) => {
    await openGallery(page, home.server.url, { only: 'menus' });
    const button = part(page, 'menus').getByRole('button', { name: 'More' });
    const entry = page.getByRole('menuitem', { name: 'Copy number' });
    await button.click();
    await expect(entry).toBeVisible();
    // At once, faster than any hand.
    await entry.dispatchEvent('click');
    await button.dispatchEvent('click');
    await expect(entry).toBeVisible();
    await button.click();
    await expect(entry).toBeHidden();
    await button.click();
    await expect(entry).toBeVisible();
    await button.press('Enter');
    await expect(entry).toBeHidden();
  });

  test('opens a popover that stays with its button while the page moves, and closes when the button is out of sight', async ({
    page,
    home,
  }) => {
    await openGallery(page, home.server.url, {
      only: 'list-rows,form,dates,phones,files,dialogs,panels,table,table-loading',
    });
    const button = part(page, 'table').getByRole('button', { name: 'Columns' });
    const choice = page.getByRole('group', { name: 'Columns' });
    const apart = async () =>
      Math.round(((await choice.boundingBox())?.y ?? 0) - ((await button.boundingBox())?.y ?? 0));
    await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await button.click();
    await expect(choice).toBeVisible();
    // It is put in its place within the next frames.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const before = await apart();
    const place = async () => Math.round((await button.boundingBox())?.y ?? 0);
    for (const step of [60, -40]) {
      const from = await place();
      await page.mouse.wheel(0, step);
      await expect.poll(place).not.toBe(from);
      await expect.poll(apart).toBe(before);
    }
    // Scrolling in another place does not affect it.
    await part(page, 'list-rows').locator('*').first().dispatchEvent('scroll');
    await expect(choice).toBeVisible();
    await page.getByRole('heading', { name: 'Every part in every state' }).scrollIntoViewIfNeeded();
    await expect(choice).toBeHidden();
  });

  test('opens an accessible calendar', async ({ page, home }) => {
    await openGallery(page, home.server.url, { only: 'dates' });
    const field = part(page, 'dates').getByRole('textbox', { name: 'Plan until' });
    await field.click();
    const calendar = page.getByRole('dialog', { name: 'Plan until' });
    await expect(calendar.getByRole('button', { name: 'August 2027' })).toBeVisible();
    // Days of adjacent months are gray.
    await expect(calendar.locator('[data-outside]').first()).toBeVisible();
    await expectAccessible(page, 'the calendar', { part: '[popover]:popover-open' });
    await calendar.getByRole('button', { name: 'August 2027' }).click();
    await expect(calendar.getByRole('button', { name: '2027' })).toBeVisible();
    await expectAccessible(page, 'the months', { part: '[popover]:popover-open' });
    await page.keyboard.press('Escape');
    await expect(calendar).toHaveCount(0);

    await expect(field).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(calendar.getByRole('button', { name: '31 August 2027' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(calendar.getByRole('button', { name: '7 September 2027' })).toBeFocused();
    await page.keyboard.press('Shift+PageDown');
    await page.keyboard.press('Enter');
    await expect(calendar).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(/7 Sep.* 2028/);
    await field.fill('2027-02-01');
    await field.blur();
    await expect(field).toHaveValue(/1 Feb 2027/);
  });

  test('takes a time by typing, by arrows and from an accessible list', async ({ page, home }) => {
    await openGallery(page, home.server.url, { only: 'times' });
    const field = part(page, 'times').getByRole('textbox', { name: 'Open from' });
    await expect(field).toHaveValue('09:30');
    await field.fill('2:30 pm');
    await field.press('Enter');
    await expect(field).toHaveValue('14:30');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await expect(field).toHaveValue('14:35');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(field).toHaveValue('13:35');
    await field.fill('25:00');
    await field.blur();
    await expect(field).toHaveValue('13:35');
    await field.press('Alt+ArrowDown');
    const list = page.getByRole('menu', { name: 'Choose a time' });
    await expect(list.getByRole('menuitemradio', { name: '13:30' })).toBeFocused();
    await expectAccessible(page, 'the list of times', { part: '[popover]:popover-open' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(list).toHaveCount(0);
    await expect(field).toHaveValue('14:00');
    await expect(field).toBeFocused();
    await part(page, 'times').getByRole('button', { name: 'Choose a time' }).first().click();
    await list.getByRole('menuitemradio', { name: '18:30' }).click();
    await expect(field).toHaveValue('18:30');
  });

  test('finds one of many options by typing', async ({ page, home }) => {
    await openGallery(page, home.server.url, { only: 'fields' });
    const field = part(page, 'fields').getByRole('combobox', { name: 'Country' });
    const before = await field.inputValue();
    const options = page.locator('[popover]:popover-open').getByRole('option');
    await field.click();
    await expect(options.first()).toBeVisible();
    await expectAccessible(page, 'the list of choices', { part: '[popover]:popover-open' });
    await field.fill('nothing is called this');
    await expect(options).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue(before);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chosen = await page.locator('[role="option"][data-active]').textContent();
    await page.keyboard.press('Enter');
    await expect(options).toHaveCount(0);
    await expect(field).toHaveValue(chosen ?? '');
  });

  test('gives up an image that takes longer than 1500 ms', async ({ page, home }) => {
    await page.clock.install();
    const letGo = await delayRequests(page, '**/icon-192.png');
    const asked = page.waitForRequest('**/icon-192.png');
    const came = page.waitForResponse('**/icon-192.png');
    await openGallery(page, home.server.url, { only: 'pictures' });
    await asked;
    await page.clock.runFor(1_500);
    letGo();
    await (await came).finished();
    // A loaded image is drawn within the next frames.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    await expect(part(page, 'pictures').getByText('PL')).toBeVisible();
    await expect(part(page, 'pictures').locator('img')).toHaveCount(0);
  });

  test('has no animation when motion is reduced', async ({ page, home }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openGallery(page, home.server.url, { only: 'panels' });
    await page.getByRole('button', { name: 'Drawer, 384 px' }).click();
    await expect(page.locator('dialog:modal')).toBeVisible();
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    expect(
      await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--m-move').trim()"),
    ).toMatch(/^0m?s$/);
  });
});

test.describe('a table', () => {
  const rows = (page: Page, id: string) => part(page, id).locator('[data-row]');
  const heads = (page: Page, id: string) => part(page, id).getByRole('columnheader');

  test('renders only visible rows, also of a million, and requests more', async ({ page, home }) => {
    await openGallery(page, home.server.url, { only: 'table-million,table-more-problem,table-more-loading' });
    const million = part(page, 'table-million');
    await expect(million.getByRole('table')).toHaveAttribute('aria-rowcount', '1000001');
    await expect.poll(() => rows(page, 'table-million').count()).toBeLessThan(60);
    await expect.poll(() => rows(page, 'table-million').first().boundingBox()).toMatchObject({ height: 44 });
    await rows(page, 'table-million').first().getByRole('button').focus();
    await page.keyboard.press('End');
    await expect(million.locator('[data-row="49999"]')).toBeVisible();
    await expect(million.locator('[data-row="49999"] button')).toBeFocused();
    // The end was reached: the next page was requested.
    await expect(million.locator('[data-row="50000"]')).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(million.locator('[data-row="50000"] button')).toBeFocused();
    await expect.poll(() => rows(page, 'table-million').count()).toBeLessThan(60);

    await expect(part(page, 'table-more-problem').getByText('Couldn’t load more rows.')).toBeVisible();
    await expect(part(page, 'table-more-problem').getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(rows(page, 'table-more-problem').first()).toBeVisible();
    await expect(part(page, 'table-more-loading').getByText('Loading more')).toBeVisible();
  });

  test('is navigated and selected by keys and by mouse', async ({ page, home }) => {
    // The listener for keys of the page comes with the overlays.
    await openGallery(page, home.server.url, { only: 'overlays,table' });
    const table = part(page, 'table');
    const name = (index: number) => table.locator(`[data-row="${index}"] [data-row-open]`);
    await name(0).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(name(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(table.locator('[data-row="2"]')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('x');
    const bar = table.getByRole('region', { name: 'Selected rows' });
    await expect(bar.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+J');
    await expect(bar.getByText('3 selected')).toBeVisible();
    await page.keyboard.press('k');
    await expect(name(3)).toBeFocused();

    const box = (index: number) => table.locator(`[data-row="${index}"]`).getByRole('checkbox');
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await box(0).click();
    await box(4).click({ modifiers: ['Shift'] });
    await expect(bar.getByText('5 selected')).toBeVisible();
    await table.getByRole('columnheader').getByRole('checkbox').click();
    await expect(bar.getByText('200 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Select all 4,213 that match' }).click();
    await expect(bar.getByText('4,213 selected')).toBeVisible();
    await box(1).click();
    await expect(bar.getByText('4,212 selected')).toBeVisible();
  });

  test('stores columns, their order, width and sorting', async ({ page, home }) => {
    await openGallery(page, home.server.url, { only: 'table' });
    const table = part(page, 'table');
    await expect(heads(page, 'table').filter({ hasText: /./ })).toHaveText(['Name', 'Number', 'Lists', 'Last message']);
    const choice = page.getByRole('group', { name: 'Columns' });
    await table.getByRole('button', { name: 'Columns' }).click();
    await choice.getByRole('checkbox', { name: 'Bike' }).check();
    await expect(choice.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
    await choice.getByRole('button', { name: 'Move Lists forward' }).click();
    await page.keyboard.press('Escape');
    await expect(heads(page, 'table').filter({ hasText: /./ })).toHaveText([
      'Name',
      'Lists',
      'Number',
      'Bike',
      'Last message',
    ]);

    const edge = table.getByRole('separator', { name: 'Width of Number' });
    const number = table.getByRole('columnheader', { name: /^Number/ });
    const before = await widthOf(number);
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    // Until it is resized, a column shares the free room; a width of its own is a whole number.
    const sized = Math.round(before + 16);
    await expect.poll(() => widthOf(number)).toBe(sized);
    await edge.hover();
    await page.mouse.down();
    await expect(edge).toHaveAttribute('data-dragged', 'true');
    // While dragged, it follows the pointer wherever the page moves.
    const at = await edge.boundingBox();
    const [x, y] = [(at?.x ?? 0) + (at?.width ?? 0) / 2, (at?.y ?? 0) + (at?.height ?? 0) / 2];
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => widthOf(number)).toBe(sized + 40);
    await edge.dblclick();
    await expect.poll(() => widthOf(number)).toBe(before);

    const sort = table.getByRole('columnheader', { name: /^Name/ });
    await expect(sort).toHaveAttribute('aria-sort', 'ascending');
    await sort.getByRole('button', { name: 'Name' }).click();
    await expect(sort).toHaveAttribute('aria-sort', 'descending');

    await table.getByRole('button', { name: 'Columns' }).click();
    await choice.getByRole('button', { name: 'Reset to defaults' }).click();
    await page.keyboard.press('Escape');
    await expect(heads(page, 'table').filter({ hasText: /./ })).toHaveText(['Name', 'Number', 'Lists', 'Last message']);
  });

  test('has rows of 36 px when compact, and cards on phones', async ({ page, home }) => {
    await openGallery(page, home.server.url, { only: 'table' });
    await page.getByRole('radio', { name: 'Compact' }).first().check();
    await expect.poll(async () => (await rows(page, 'table').first().boundingBox())?.height).toBe(36);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await rows(page, 'table').first().boundingBox())?.height).toBe(64);
    await expect(heads(page, 'table').first()).toBeHidden();
  });
});

test("a form shows the server's messages at their fields, and focuses the first", async ({ page, home }) => {
  await openGallery(page, home.server.url, { only: 'form' });
  const form = part(page, 'form');
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('');
  await form.getByRole('button', { name: 'Save the contact' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('Amara Okafor');
  await form.getByRole('button', { name: 'Save the contact' }).click();
  const phone = form.getByRole('textbox', { name: 'Phone' });
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveAccessibleDescription(/Henrik Lindqvist has this number\./);
  await expect(phone).toBeFocused();
  // Messages without a field are shown above all of them.
  await expect(form.getByRole('alert')).toContainText('Opt-in needs a source.');
});
