import type { Locator, Page, Request } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { addContacts, importContacts } from './support/contacts.ts';
import { delayRequests } from './support/delay-requests.ts';
import { waitForKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

// Whole journeys: on a busy machine each takes minutes.
test.describe.configure({ timeout: 360_000 });

const sampleContacts = [
  { name: 'Ada Lovelace', phone_number: '+447700900101', custom_fields: { City: 'Leeds' } },
  { name: 'Ben Okafor', phone_number: '+447700900102', custom_fields: { City: 'York' } },
  { name: 'Cora Nkosi', phone_number: '+447700900103', custom_fields: { City: 'Leeds' } },
  { name: 'ليلى حداد', phone_number: '+33639984107', custom_fields: { City: 'Lyon' } },
];

const row = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Contacts' }).getByRole('row').filter({ hasText: name });
const names = (page: Page): Promise<string[]> =>
  page.getByRole('table', { name: 'Contacts' }).locator('[data-row] [data-row-open] bdi').allInnerTexts();
const panel = (page: Page) =>
  page.getByRole('complementary').filter({ has: page.getByRole('tab', { name: 'Details' }) });
/** The first row has the focus: the next key applies to it. */
const goToFirstRow = async (page: Page) => {
  await page.getByRole('main').focus();
  await waitForKeyboard(page);
  await page.keyboard.press('j');
  await expect(page.locator('[data-row="0"] [data-row-open]')).toBeFocused();
};
/** While hovered, a toast with Undo stays, however long the checks before it take. */
const pointAtUndo = async (page: Page) => {
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await undo.hover();
  return undo;
};

test('a contact is created, found, changed in the panel, deleted and restored', { tag: '@smoke' }, async ({
  page,
  home,
  watch,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await signIn(page, server, user);

  await test.step('an account without contacts offers three ways to add some', async () => {
    await page.goto(`${server.url}/contacts`);
    await expect(page.getByRole('heading', { name: 'Import contacts' })).toBeVisible();
    await expectAccessible(page, 'no contacts');
    await expect(page.getByRole('link', { name: 'Import contacts' })).toHaveAttribute('href', '/contacts/import');
  });

  await test.step('N creates one: number with its country, a list and a field created on the way', async () => {
    await page.getByRole('main').focus();
    await waitForKeyboard(page);
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/contacts\/add/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a phone number.')).toBeVisible();
    await page.getByLabel('Phone').fill('07700 900118');
    await expect(page.getByText('Saved as +44 7700 900118')).toBeVisible();
    await page.getByLabel('Name').fill('Amara Okafor');
    await page.getByRole('button', { name: 'Add to list' }).click();
    await page.getByLabel('Find or create a list').fill('Service plan');
    await page.getByRole('button', { name: 'Create list “Service plan”' }).click();
    await expect(page.getByRole('button', { name: 'Remove from Service plan' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByLabel('Name of the new field').fill('first_name');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('FIRST_NAME is a built-in variable. Choose another name.')).toBeVisible();
    await page.getByLabel('Name of the new field').fill('Bike');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Bike').fill('Heron 5');
    await page.getByRole('switch', { name: 'Opted in' }).click();
    await page.getByLabel('Opt-in source').fill('At the counter');
    await page.getByLabel('Notes').fill('Prefers mornings.');
    await expectAccessible(page, 'adding a contact');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Amara Okafor is added.')).toBeVisible();
    await expect(row(page, 'Amara Okafor')).toContainText('+44 7700 900118');
    await expect(row(page, 'Amara Okafor')).toContainText('Service plan');
  });

  await test.step('its panel is open, with its note; a change is saved in place and survives reload', async () => {
    await expect(panel(page)).toBeVisible();
    await panel(page).getByRole('tab', { name: /Notes/ }).click();
    await expect(panel(page).getByText('Prefers mornings.')).toBeVisible();
    await panel(page).getByRole('tab', { name: 'Details' }).click();
    await panel(page).getByLabel('Bike').fill('Heron 6');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Amara Okafor is saved.')).toBeVisible();
    await page.reload();
    await expect(panel(page).getByLabel('Bike')).toHaveValue('Heron 6');
    await expectAccessible(page, 'the table with a panel');
  });

  await test.step('leaving with changes asks once', async () => {
    await panel(page).getByLabel('Name').fill('Someone else');
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await page
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await expect(panel(page).getByLabel('Name')).toHaveValue('Someone else');
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(row(page, 'Amara Okafor')).toBeVisible();
  });

  await test.step('a number that is taken is reported while typing, and refused by the server', async () => {
    await page.goto(`${server.url}/contacts/add`);
    await page.getByLabel('Phone').fill('+44 7700 900118');
    await page.getByLabel('Name').focus();
    await expect(page.getByText('Amara Okafor has this number already.')).toBeVisible();
    watch.expect(/409/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Another contact has this phone number.' })).toBeVisible();
    await expect(page.getByLabel('Phone')).toBeFocused();
    watch.expectNothing();
    await page.getByRole('link', { name: 'Open existing' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]+\/edit/);
    await expect(page.getByLabel('Name')).toHaveValue('Amara Okafor');
  });

  await test.step('deleted, undone, deleted again and restored from Deleted', async () => {
    await page.goto(`${server.url}/contacts`);
    await row(page, 'Amara Okafor').getByRole('button', { name: 'Actions for Amara Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const undo = await pointAtUndo(page);
    await expect(page.getByText('1 contact deleted')).toBeVisible();
    await expect(row(page, 'Amara Okafor')).toHaveCount(0);
    await undo.click();
    await expect(row(page, 'Amara Okafor')).toContainText('Service plan');
    await row(page, 'Amara Okafor').getByRole('button', { name: 'Actions for Amara Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row(page, 'Amara Okafor')).toHaveCount(0);
    await page.getByRole('link', { name: 'Deleted' }).click();
    await page.getByRole('checkbox', { name: 'Select Amara Okafor' }).check();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByRole('heading', { name: 'No deleted contacts' })).toBeVisible();
    await page.getByRole('link', { name: /All contacts/ }).click();
    await expect(row(page, 'Amara Okafor')).toBeVisible();
  });

  await test.step('a deleted one says so on its page', async () => {
    watch.expect(/404/);
    await page.goto(`${server.url}/contacts/01890000-0000-7000-8000-000000000000/edit`);
    await expect(page.getByRole('heading', { name: 'This contact no longer exists' })).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(row(page, 'Amara Okafor')).toBeVisible();
    watch.expectNothing();
  });
  expect(token).not.toBe('');
});

test('the table: sorted, searched, filtered by all and any, saved as a segment, by keys and on a phone', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await addContacts(server, token, sampleContacts);
  await signIn(page, server, user, '/contacts');
  await expect(row(page, 'Ada Lovelace')).toBeVisible();

  await test.step('sorting by a column header, stored in the URL', async () => {
    await page.getByRole('columnheader', { name: /^Name/ }).getByRole('button').click();
    await expect.poll(() => names(page)).toEqual(['Ada Lovelace', 'Ben Okafor', 'Cora Nkosi', 'ليلى حداد']);
    await page.getByRole('columnheader', { name: /^Name/ }).getByRole('button').click();
    await expect.poll(() => names(page)).toEqual(['ليلى حداد', 'Cora Nkosi', 'Ben Okafor', 'Ada Lovelace']);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['ليلى حداد', 'Cora Nkosi', 'Ben Okafor', 'Ada Lovelace']);
  });

  await test.step('a fragment of a number or name finds', async () => {
    await waitForKeyboard(page);
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('900102');
    await expect.poll(() => names(page)).toEqual(['Ben Okafor']);
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('nobody here');
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(row(page, 'Ada Lovelace')).toBeVisible();
  });

  await test.step('conditions of any field, by any and by all', async () => {
    await page.getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter contacts' });
    await dialog.getByLabel('Field').selectOption({ label: 'City' });
    await dialog.getByLabel('Comparison').selectOption({ label: 'is' });
    await dialog.getByLabel('Value').fill('leeds');
    await dialog.getByRole('button', { name: 'Condition' }).click();
    await dialog.getByLabel('Value').nth(1).fill('ben');
    await dialog.getByRole('radio', { name: 'Any condition' }).check();
    await expectAccessible(page, 'the filter builder', { part: 'dialog[open]' });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => names(page)).toEqual(['Cora Nkosi', 'Ben Okafor', 'Ada Lovelace']);
    await expect(page.getByRole('status').filter({ hasText: '3 contacts' })).toBeVisible();
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['Cora Nkosi', 'Ben Okafor', 'Ada Lovelace']);
  });

  await test.step('saved as a segment, which stays current', async () => {
    await page.getByRole('button', { name: 'Save as segment' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Yorkshire');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Yorkshire' })).toBeVisible();
    await expect(row(page, 'Ada Lovelace')).toBeVisible();
    const more = { name: 'Dora Leeds', phone_number: '+447700900104', custom_fields: { City: 'Leeds' } };
    await addContacts(server, token, [more]);
    await expect(row(page, 'Dora Leeds')).toBeVisible();
  });

  await test.step('no contact is shown before the segment is loaded', async () => {
    const letGo = await delayRequests(page, '**/api/segments');
    const asked: URL[] = [];
    const note = (request: Request) => asked.push(new URL(request.url()));
    page.on('request', note);
    const segments = page.waitForRequest('**/api/segments');
    await page.reload();
    await segments;
    await expect(page.getByRole('status', { name: 'Reading' })).toBeVisible();
    letGo();
    await expect(row(page, 'Dora Leeds')).toBeVisible();
    await expect(row(page, 'ليلى حداد')).toHaveCount(0);
    page.off('request', note);
    const tables = asked.filter(({ pathname }) => pathname === '/api/contacts');
    expect(tables.filter(({ searchParams }) => !searchParams.has('filter'))).toEqual([]);
    await page.unroute('**/api/segments');
  });

  await test.step('columns are chosen and stay chosen', async () => {
    await page.goto(`${server.url}/contacts?sort=name`);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Origin' }).check();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Ada Lovelace')).toContainText('By hand');
    await page.reload();
    await expect(row(page, 'Ada Lovelace')).toContainText('By hand');
  });

  await test.step('by keys: J moves, X selects, Enter opens, Shift+L opens lists', async () => {
    await goToFirstRow(page);
    await expect(row(page, 'Ada Lovelace').locator('[data-row-open]')).toBeFocused();
    await page.keyboard.press('x');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('Shift+J');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('Shift+L');
    const dialog = page.getByRole('dialog', { name: 'Lists of 2 contacts' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await row(page, 'Ada Lovelace').locator('[data-row-open]').focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
  });

  await test.step('on a phone the rows are cards, and nothing is wider than the screen', async () => {
    await page.goto(`${server.url}/contacts`);
    await expect(row(page, 'Ada Lovelace')).toBeVisible();
    await expectAccessible(page, 'the contacts');
    await expectNoHorizontalScroll(page, 'the contacts');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel('Sort by').selectOption({ label: 'Name, ascending' });
    await expect.poll(async () => (await names(page))[0]).toBe('Ada Lovelace');
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('cora');
    await expect.poll(() => names(page)).toEqual(['Cora Nkosi']);
    await row(page, 'Cora Nkosi').locator('[data-row-open]').click();
    await expect(page.getByRole('dialog', { name: 'Cora Nkosi' }).getByLabel('Name')).toHaveValue('Cora Nkosi');
  });
});

test('bulk operations: lists, a field, removal from one or all lists, undo, export, merge, delete all and restore', async ({
  page,
  home,
  watch,
}) => {
  // A missing data export is a 404.
  watch.expect(/404/);
  const { server, user } = home;
  const token = await home.token();
  await addContacts(server, token, sampleContacts);
  await signIn(page, server, user, '/contacts?sort=name');
  await expect(row(page, 'Ada Lovelace')).toBeVisible();
  const choose = async (...chosen: string[]) => {
    for (const name of chosen) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  };
  const bulk = page.getByRole('region', { name: 'Selected rows' });
  const panelList = (name: string) =>
    page.getByRole('navigation', { name: 'Views of contacts' }).getByRole('link', { name: new RegExp(`^${name}`) });

  await test.step('to a list created on the way, with its count', async () => {
    await choose('Ada Lovelace', 'Ben Okafor');
    await bulk.getByRole('button', { name: 'Lists' }).click();
    await page.getByRole('dialog', { name: 'Lists of 2 contacts' }).getByRole('button', { name: 'New list' }).click();
    const making = page.getByRole('dialog', { name: 'New list' });
    await making.getByLabel('Name').fill('VIP');
    await making.getByRole('radio', { name: 'Green' }).press(' ');
    await expect(making.getByRole('radio', { name: 'Green' })).toBeChecked();
    await making.getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('button', { name: 'Add 2 contacts' }).click();
    await expect(page.getByText('2 contacts changed')).toBeVisible();
    await expect(row(page, 'Ada Lovelace')).toContainText('VIP');
    await expect(panelList('VIP')).toContainText('2');
  });

  await test.step('a field set for all that match, and undone', async () => {
    await choose('Ada Lovelace', 'Cora Nkosi');
    await bulk.getByRole('button', { name: 'Set field' }).click();
    await page.getByRole('dialog').getByLabel('Value').fill('Bath');
    // The previous operation's toast with Undo disappears when it is no longer hovered.
    await page.mouse.move(0, 0);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Set for 2 contacts' }).click();
    const undo = await pointAtUndo(page);
    await expect(row(page, 'Cora Nkosi')).toContainText('Bath');
    await undo.click();
    await expect(row(page, 'Cora Nkosi')).toContainText('Leeds');
    await expect(row(page, 'Ada Lovelace')).toContainText('Leeds');
  });

  await test.step('in a list, deleting offers both meanings', async () => {
    await panelList('VIP').click();
    await expect(page.getByRole('heading', { level: 1, name: 'VIP' })).toBeVisible();
    await expect(row(page, 'Cora Nkosi')).toHaveCount(0);
    await choose('Ada Lovelace');
    await bulk.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove or delete 1 contact?' });
    await expect(dialog.getByText('Delete 1 contact everywhere', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove 1 contact from VIP' }).click();
    await expect(row(page, 'Ada Lovelace')).toHaveCount(0);
    await choose('Ben Okafor');
    await bulk.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('radio', { name: /everywhere/ }).check();
    await page.getByRole('button', { name: 'Delete 1 contact everywhere' }).click();
    await expect(page.getByRole('heading', { name: 'This list is empty' })).toBeVisible();
    await panelList('All contacts').click();
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(['Ada Lovelace', 'Cora Nkosi', 'ليلى حداد']);
  });

  await test.step('the selection is exported', async () => {
    await choose('Cora Nkosi');
    const download = page.waitForEvent('download');
    await bulk.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export 1 contact' });
    await expect(dialog.getByRole('radio', { name: /^Excel/ })).toBeChecked();
    await expect(dialog.getByRole('radio', { name: /^Excel/ })).toBeFocused();
    await expectAccessible(page, 'format of an export');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: /^CSV/ })).toBeChecked();
    await dialog.getByRole('combobox', { name: 'Column separator' }).selectOption('Semicolon');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const file = await (await download).createReadStream();
    const text = (await file.toArray()).map(String).join('');
    expect(text).toContain('+447700900103;Cora Nkosi');
    expect(text).not.toContain('Ada Lovelace');
    await bulk.getByRole('button', { name: 'Clear selection' }).click();
    // The file survives a reload: it can be downloaded again, and deleted.
    await page.reload();
    const work = page.getByRole('region', { name: 'Bulk actions' });
    await expect(work.getByText(/^contacts\.csv with 1 contact is ready/)).toBeVisible();
    await expectAccessible(page, 'a file that is ready');
    const second = page.waitForEvent('download');
    await work.getByRole('button', { name: 'Download file' }).click();
    const again = (await (await (await second).createReadStream()).toArray()).map(String).join('');
    expect(again).toBe(text);
    await work.getByRole('button', { name: 'Archive' }).click();
    await expect(work).toHaveCount(0);
    await page.reload();
    await expect(row(page, 'Cora Nkosi')).toBeVisible();
    await expect(work).toHaveCount(0);
  });

  await test.step('all are exported as a workbook', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More about contacts' }).click();
    await page.getByRole('menuitem', { name: 'Export all contacts' }).click();
    await page.keyboard.press('Enter');
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('contacts.xlsx');
    const work = page.getByRole('region', { name: 'Bulk actions' });
    await expect(work.getByText(/^contacts\.xlsx with 3 contacts is ready\./)).toBeVisible();
    await work.getByRole('button', { name: 'Archive' }).click();
  });

  await test.step('a list is deleted and its contacts stay', async () => {
    await page.getByRole('button', { name: 'Actions for VIP' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete list' }).click();
    await page.getByRole('button', { name: 'Delete the list' }).click();
    await expect(panelList('VIP')).toHaveCount(0);
    await expect(row(page, 'Cora Nkosi')).toBeVisible();
  });

  await test.step('two duplicates are merged, and the merge undone', async () => {
    await choose('Ada Lovelace', 'Cora Nkosi');
    await bulk.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 2 contacts' });
    await dialog
      .getByRole('group', { name: 'Contact to keep' })
      .getByRole('radio', { name: /Cora Nkosi/ })
      .check();
    await expectAccessible(page, 'merging', { part: 'dialog[open]' });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(row(page, 'Ada Lovelace')).toHaveCount(0);
    await row(page, 'Cora Nkosi').locator('[data-row-open]').click();
    await panel(page).getByRole('button', { name: 'Undo the merge of Ada Lovelace' }).click();
    await expect(row(page, 'Ada Lovelace')).toBeVisible();
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('button', { name: 'Export or erase their data' }).click();
    await expect(page.getByRole('heading', { name: 'Their data' })).toBeVisible();
    await page.getByRole('button', { name: 'Export their data' }).click();
    await expect(page.getByRole('button', { name: 'Download file' })).toBeVisible();
    await expectAccessible(page, 'the data of a person');
    await page.goto(`${server.url}/contacts?sort=name`);
    await expect(row(page, 'Cora Nkosi')).toBeVisible();
  });

  await test.step('deleting all needs the name of the account, and is restored at once', async () => {
    await goToFirstRow(page);
    await page.keyboard.press('x');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.getByRole('button', { name: 'More about contacts' }).click();
    await page.getByRole('menuitem', { name: /Danger zone/ }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete all 3 contacts?' });
    await dialog.getByLabel(/Type Kestrel Cycles/).fill('Kestrel');
    await expect(dialog.getByRole('button', { name: 'Delete all 3' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel(/Type Kestrel Cycles/).fill('Kestrel Cycles');
    await expectAccessible(page, 'deleting all', { part: 'dialog[open]' });
    await dialog.getByRole('button', { name: 'Delete all 3' }).click();
    const undo = await pointAtUndo(page);
    await expect(page.getByRole('heading', { name: 'Import contacts' })).toBeVisible();
    await expect(page.getByText('1 selected')).toBeHidden();
    await undo.click();
    await expect(row(page, 'Cora Nkosi')).toBeVisible();
  });
});

test('two members edit one contact, and custom fields are created, renamed, hidden', async ({ page, home, watch }) => {
  const { server, user } = home;
  const token = await home.token();
  const ids = await addContacts(server, token, sampleContacts);
  const ada = ids.get('Ada Lovelace') ?? '';
  await signIn(page, server, user);

  await test.step('changes of one member are merged; conflicting changes show a choice', async () => {
    await page.goto(`${server.url}/contacts/${ada}/edit`);
    await page.getByLabel('Name').fill('Ada King');
    const theirs = { name: 'Ada L.', custom_fields: { City: 'London' } };
    await apiCall(server.url, 'PUT', `/api/contacts/${ada}`, theirs, token);
    watch.expect(/409/);
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'changed this contact' });
    await expect(conflict).toContainText(user.name);
    await expect(conflict).toContainText('Ada King');
    await expect(conflict).toContainText('Ada L.');
    await expect(page.getByLabel('City')).toHaveValue('London');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Ada King is saved.')).toBeVisible();
    watch.expectNothing();
    await page.reload();
    await expect(page.getByLabel('Name')).toHaveValue('Ada King');
    await expect(page.getByLabel('City')).toHaveValue('London');
  });

  await test.step('attributes: created with a type, reserved names refused, renamed with F2, moved, hidden and shown', async () => {
    await page.goto(`${server.url}/settings/custom-attributes`);
    const list = page.getByRole('list', { name: 'Custom attributes' });
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('main').focus();
    await waitForKeyboard(page);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New attribute' });
    await dialog.getByLabel('Name').fill('phone_number');
    await dialog.getByRole('button', { name: 'Add attribute' }).click();
    await expect(dialog.getByText('PHONE_NUMBER is a built-in variable. Choose another name.')).toBeVisible();
    await dialog.getByLabel('Name').fill('Branch');
    await dialog.getByLabel('Type').selectOption({ label: 'Choice' });
    await dialog.getByLabel('Choices').fill('Harbour Road\nStation');
    await dialog.getByRole('button', { name: 'Add attribute' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'custom attributes');
    await expectNoHorizontalScroll(page, 'custom attributes');
    await list.getByRole('button', { name: 'City' }).focus();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Change City' }).getByLabel('Name').fill('Town');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(list.getByText('{{Town}}')).toBeVisible();
    // The row moves at once; the server's answer comes before the other member's call.
    const moved = page.waitForResponse((answer) => answer.url().endsWith('/api/custom-fields/order'));
    await list.getByRole('button', { name: 'Move Branch up' }).click();
    await moved;
    await expect(list.getByRole('listitem').first()).toContainText('Branch');
    await apiCall(server.url, 'PUT', '/api/custom-fields/order', { names: ['Town', 'Branch'] }, token);
    await expect(list.getByRole('listitem').first()).toContainText('Town');
    // A row that another member moves takes its open menu along.
    await list.getByRole('button', { name: 'Actions for Town' }).click();
    await expect(page.getByRole('menuitem', { name: 'Hide or delete' })).toBeVisible();
    await apiCall(server.url, 'PUT', '/api/custom-fields/order', { names: ['Branch', 'Town'] }, token);
    await expect(list.getByRole('listitem').first()).toContainText('Branch');
    await page.getByRole('menuitem', { name: 'Hide or delete' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('4 contacts have a value in it.');
    await page.getByRole('button', { name: 'Hide attribute' }).click();
    await expect(list.getByRole('listitem').filter({ hasText: 'Town' })).toContainText('Hidden');
    await page.reload();
    await list.getByRole('button', { name: 'Actions for Town' }).click();
    await page.getByRole('menuitem', { name: 'Show again' }).click();
    await expect(list.getByRole('listitem').filter({ hasText: 'Town' })).not.toContainText('Hidden');
    await expect(list.getByRole('listitem').first()).toContainText('Branch');
    await page.goto(`${server.url}/contacts/${ada}/edit`);
    await expect(page.getByLabel('Town')).toHaveValue('London');
  });
});

test('kill -9 in the middle of a bulk operation on thousands: it continues and skips no contact', {
  tag: '@data',
}, async ({ page, freshServer: server, watch }) => {
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  await addContacts(server, token, sampleContacts);
  await signIn(page, server, owner);
  const many = 20_000;
  await importContacts(server, token, many);
  await page.goto(`${server.url}/contacts?sort=name`);
  await expect(row(page, 'Person 1')).not.toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select loaded rows' }).check();
  await page.getByRole('button', { name: /^Select all .* that match$/ }).click();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Set field' }).click();
  await page.getByRole('dialog').getByLabel('Value').fill('Everywhere');
  await page.getByRole('button', { name: /^Set for/ }).click();
  const newest = async () =>
    (
      await apiCall<{ data: { state: string; seen: number; changed: number }[] }>(
        server.url,
        'GET',
        '/api/contacts/bulk',
        undefined,
        token,
      )
    ).data[0];
  await expect.poll(async () => (await newest())?.seen ?? 0, { intervals: [20] }).toBeGreaterThan(0);
  watch.expect(...noAnswer);
  await server.kill();
  await server.start();
  await expect.poll(async () => (await newest())?.state, { timeout: 90_000 }).toBe('done');
  const filter = encodeURIComponent(JSON.stringify({ field: 'custom:City', op: 'is_not', value: 'everywhere' }));
  const path = `/api/contacts/count?filter=${filter}`;
  const left = () => apiCall<{ count: number }>(server.url, 'GET', path, undefined, token);
  // On a busy machine a count soon after a start may exceed the server's time limit: 503, and repeated.
  await expect(async () => expect((await left()).count).toBe(0)).toPass({ timeout: 90_000 });
  await page.reload();
  await expect(row(page, 'Person 1').first()).toContainText('Everywhere');
  watch.expectNothing();
});

test('beside a conversation: lists, opt-in and fields are edited in place; a deleted contact is added again', async ({
  page,
  home,
  watch,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await apiCall(server.url, 'POST', '/api/contact-lists', { name: 'VIP' }, token);
  await apiCall(server.url, 'POST', '/api/custom-fields', { name: 'Bike' }, token);
  await writeAsCustomer(server, token, 'Hello there');
  const threadId = await waitForThread(server, token, 'Hello there');
  await signIn(page, server, user, `/inbox/${threadId}`);
  const beside = page.getByRole('complementary', { name: 'Contact' });

  await test.step('each change is saved by itself and survives reload', async () => {
    await beside.getByRole('button', { name: 'Edit Lists' }).click();
    await page.getByRole('checkbox', { name: 'VIP' }).check();
    await page.keyboard.press('Escape');
    await expect(beside.getByRole('definition').filter({ hasText: 'VIP' })).toBeVisible();
    // Escape keeps the value and the panel; Enter saves.
    await beside.getByRole('button', { name: 'Edit Bike' }).click();
    await beside.getByLabel('Bike').fill('Tandem');
    await page.keyboard.press('Escape');
    await expect(beside.getByRole('button', { name: 'Edit Bike' })).toBeFocused();
    await expect(beside.getByText('Tandem')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await beside.getByLabel('Bike').fill('Heron 5');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Bike is saved.')).toBeVisible();
    await expect(beside.getByText('Heron 5')).toBeVisible();
    await beside.getByRole('button', { name: 'Edit Marketing' }).click();
    await beside.getByRole('switch', { name: 'Opted in to marketing' }).click();
    await expect(beside.getByRole('switch', { name: 'Opted in to marketing' })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
    await expect(beside.getByText(/^Opted in, /)).toBeVisible();
    await expectAccessible(page, 'a conversation with its contact');
    await page.reload();
    await expect(beside.getByText('Heron 5')).toBeVisible();
    await expect(beside.getByRole('definition').filter({ hasText: 'VIP' })).toBeVisible();
  });

  await test.step('the name: Escape takes back, Enter saves, and the row of the list has it', async () => {
    await beside.getByRole('button', { name: 'Edit Name' }).click();
    await beside.getByRole('textbox', { name: 'Name', exact: true }).fill('Nobody');
    await page.keyboard.press('Escape');
    await expect(beside.getByText('Nobody')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await beside.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana de Souza');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Name is saved.')).toBeVisible();
    await expect(beside.getByRole('heading', { name: 'Ana de Souza' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Conversations' }).getByRole('link')).toContainText('Ana de Souza');
  });

  await test.step('labels, also without a connection', async () => {
    await apiCall(server.url, 'POST', '/api/labels', { name: 'Repair', color: 'green' }, token);
    await expect(beside.getByText('No labels')).toBeVisible();
    watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
    await beside.getByRole('button', { name: 'Edit labels' }).click();
    await expect(page.getByRole('option', { name: 'Repair' })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('option', { name: 'Repair' }).click();
    await page.keyboard.press('Escape');
    await expect(beside.getByRole('definition').filter({ hasText: 'Repair' })).toBeVisible();
    await beside.getByRole('button', { name: 'Edit Name' }).click();
    await beside.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana Souza');
    await page.keyboard.press('Enter');
    await expect(beside.getByText('Saved on this device.', { exact: false })).toBeVisible();
    await page.context().setOffline(false);
    await expect(beside.getByRole('heading', { name: 'Ana Souza' })).toBeVisible();
    await page.reload();
    await expect(beside.getByRole('definition').filter({ hasText: 'Repair' })).toBeVisible();
  });

  await test.step('on a phone every value has its button under the finger', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    await beside.getByRole('button', { name: 'Edit Name' }).click();
    await beside.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana de Souza Lima');
    await page.keyboard.press('Enter');
    await expect(beside.getByRole('heading', { name: 'Ana de Souza Lima' })).toBeVisible();
    await expectNoHorizontalScroll(page, 'the contact of a conversation on a phone');
    if (size !== null) await page.setViewportSize(size);
  });

  await test.step('typed text stays while another member changes the same field', async () => {
    const { data } = await apiCall<{ data: { id: string }[] }>(server.url, 'GET', '/api/contacts', undefined, token);
    const id = data[0]?.id;
    await beside.getByRole('button', { name: 'Edit Bike' }).click();
    await beside.getByLabel('Bike').fill('Heron 7');
    const theirs = { id, operation: 'SET', name: 'Bike', value: 'Tern city' };
    await apiCall(server.url, 'POST', `/api/contacts/${id}/modify-custom-field`, theirs, token);
    await apiCall(server.url, 'POST', `/api/contacts/${id}/reset-contact-lists`, { contact_list_ids: [] }, token);
    await expect(beside.getByText('In no list')).toBeVisible();
    await expect(beside.getByLabel('Bike')).toHaveValue('Heron 7');
    await beside.getByLabel('Bike').press('Tab');
    await expect(page.getByText('Bike is saved.')).toBeVisible();
    await page.reload();
    await expect(beside.getByText('Heron 7')).toBeVisible();
  });

  await test.step('the table shows the last message, M leads back to the conversation', async () => {
    await beside.getByRole('link', { name: 'Open contact' }).click();
    await expect(page).toHaveURL(/\/edit$/);
    await page.getByRole('tab', { name: /Conversations/ }).click();
    await expect(page.getByRole('tabpanel').getByRole('link')).toContainText('Hello there');
    await page.goto(`${server.url}/contacts?sort=-last_message_at`);
    await expect(page.locator('[data-row="0"]')).toBeVisible();
    await goToFirstRow(page);
    await page.keyboard.press('m');
    await expect(page).toHaveURL(new RegExp(`/inbox/${threadId}`));
  });

  await test.step("a deleted one can be added again with the conversation's data", async () => {
    const { data } = await apiCall<{ data: { id: string }[] }>(server.url, 'GET', '/api/contacts', undefined, token);
    watch.expect(/404/);
    await apiCall(server.url, 'DELETE', `/api/contacts/${data[0]?.id}`, undefined, token);
    await page.goto(`${server.url}/inbox/${threadId}`);
    await beside.getByRole('link', { name: 'Add to contacts' }).click();
    await expect(page.getByLabel('Phone')).not.toHaveValue('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/is added\.$/)).toBeVisible();
    watch.expectNothing();
  });
});

test.describe('a number typed before the phone library is loaded', () => {
  test.use({ serviceWorkers: 'block' });

  test('is parsed when it is loaded: the contact with the number is named, and it can be saved', async ({
    page,
    home,
    watch,
  }) => {
    const { server, user } = home;
    const token = await home.token();
    await addContacts(server, token, [{ name: 'Ada Lovelace', phone_number: '+447700900101' }]);
    await signIn(page, server, user);
    const letGo = await delayRequests(page, /\/assets\/phone-number-[^/]*\.js/);
    await page.goto(`${server.url}/contacts/add`);
    const number = page.getByLabel('Phone');
    await number.fill('07700 900101');
    await page.getByLabel('Name').fill('Somebody else');
    letGo();
    await expect(page.getByText('Saved as +44 7700 900101')).toBeVisible();
    await expect(page.getByText('Ada Lovelace has this number already.')).toBeVisible();
    await number.fill('07700 900102');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Somebody else is added.')).toBeVisible();
    watch.expectNothing();
  });
  test('a national number in the address, as of a shared contact, is one of the account’s country', async ({
    page,
    home,
  }) => {
    const { server, user } = home;
    await signIn(page, server, user);
    const letGo = await delayRequests(page, /\/assets\/phone-number-[^/]*\.js/);
    await page.goto(`${server.url}/contacts/add?phone=07700%20900102&name=Ana%20Dias`);
    await expect(page.getByLabel('Phone')).toHaveValue('07700 900102');
    letGo();
    await expect(page.getByText('Saved as +44 7700 900102')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Ana Dias is added.')).toBeVisible();
  });
});
