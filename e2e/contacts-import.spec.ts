import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { expect, signIn, type TestAccount, test } from './support/test.ts';

/** A busy machine is slow; every wait is for an asserted state. */
const slow = { timeout: 60_000 };

const file = `Mobile;First;Surname;Model;Groups;GDPR ok;Till no.
07700 900118;Amara;Okafor;Heron 5;E-bikes;yes;3
0639984107;ليلى;حداد;Tern city;"Newsletter, E-bikes";yes;1
07700 9OO183;Ngozi;Eze;Cargo 2;;no;1
+33 6 39 98 12 55;Camille;Moreau;Heron 3;Trade;yes;2
4.47701E+11;Ravi;Menon;Heron 3;;yes;2
07700 900592 / 593;Ewa;Błaszczyk;Heron 5;;yes;3
;Siobhán;Ó Dálaigh;Heron 5;;yes;3
07700 900777;Henrik;Lindqvist;Heron 5;;yes;3
+447700900777;Henrik;;;E-bikes;;4
`;

async function open(page: Page, { server, user, token }: TestAccount): Promise<string> {
  await signIn(page, server, user, '/contacts/import');
  return token();
}

async function choose(page: Page, text: string | Buffer, name = 'service-plan-2026.csv'): Promise<void> {
  const buffer = Buffer.from(text as string);
  await page.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: new RegExp(`${name}$`) });
const tile = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Results by row' }).getByRole('button', { name: new RegExp(`${name}$`) });

test('a file in five steps: mapped, checked, fixed in place and in bulk, imported, undone', { tag: '@smoke' }, async ({
  page,
  home,
}) => {
  // Every step is checked in both themes and six widths.
  test.setTimeout(600_000);
  const token = await open(page, home);
  const { server } = home;
  await apiCall(server.url, 'POST', '/api/contacts', { phone_number: '+33639981255', name: 'Camille' }, token);

  await test.step('the file is chosen, uploaded and previewed', async () => {
    await expect(page).toHaveTitle('Import Contacts · Parley');
    await expectAccessible(page, 'choosing a file');
    await expectNoHorizontalScroll(page, 'choosing a file');
    await choose(page, file);
    await expect(page.getByText('9 rows, 7 columns.')).toBeVisible(slow);
    await expect(page.getByLabel('Column separator')).toHaveValue(';');
    await expect(page.getByRole('cell', { name: '0639984107' })).toBeVisible(slow);
    await page.getByRole('switch', { name: 'The first row has the names of the columns' }).click();
    await expect(page.getByText('10 rows, 7 columns.')).toBeVisible(slow);
    await page.getByRole('switch', { name: 'The first row has the names of the columns' }).click();
    await expect(page.getByText('9 rows, 7 columns.')).toBeVisible(slow);
    await expectAccessible(page, 'a file that was read');
    await expectNoHorizontalScroll(page, 'a file that was read');
    await page.getByRole('button', { name: 'Next: match the columns' }).click();
  });

  await test.step('columns are mapped by name and content, the rest manually', async () => {
    await expect(page.getByLabel('Field for Mobile')).toHaveValue('phone');
    await expect(page.getByLabel('Field for Surname')).toHaveValue('last_name');
    await expect(page.getByLabel('Field for Groups')).toHaveValue('lists');
    await expect(page.getByLabel('Field for GDPR ok')).toHaveValue('opted_in_at');
    await page.getByLabel('Field for Till no.').selectOption('Exclude');
    await page.getByLabel('Field for Model').selectOption('New field');
    await page.getByLabel('Name of the new field for Model').fill('Bike');
    await page.getByLabel('Field for Mobile').selectOption('Exclude');
    await expect(page.getByText('Choose the column with the phone numbers.')).toBeVisible();
    await page.getByLabel('Field for Mobile').selectOption('Phone number');
    await expectAccessible(page, 'matching columns');
    await expectNoHorizontalScroll(page, 'matching columns');
  });

  await test.step('reloading and going back lose nothing', async () => {
    await page.reload();
    await expect(page.getByLabel('Name of the new field for Model')).toHaveValue('Bike', slow);
    await page.getByRole('button', { name: 'Next: rules' }).click();
    await expect(page.getByRole('heading', { name: 'File purpose' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Name of the new field for Model')).toHaveValue('Bike');
    await page.goBack();
    await expect(page.getByText('9 rows, 7 columns.')).toBeVisible(slow);
    await page.goForward();
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'File purpose' })).toBeVisible();
  });

  await test.step('rules, and the check of every row', async () => {
    await expect(page.getByLabel('Name of the new list')).toHaveValue('service-plan-2026');
    await page.getByLabel('Name of the new list').fill('Service plan');
    await page.getByLabel(/^Where and how they opted in/).fill('Ticked the box');
    await expectAccessible(page, 'rules');
    await expectNoHorizontalScroll(page, 'rules');
    await page.getByRole('button', { name: 'Check all 9 rows' }).click();
    await expect(page.getByText(/nothing imported yet/)).toBeVisible(slow);
    await expect(tile(page, 'New')).toContainText('2');
    await expect(tile(page, 'Updated')).toContainText('1');
    await expect(tile(page, 'Twice in the file')).toContainText('1');
    await expect(tile(page, 'Unreadable')).toContainText('5');
    await expect(page.getByText('Not given out in United Kingdom. Is it from France?')).toBeVisible();
    await expectAccessible(page, 'the dry run');
    await expectNoHorizontalScroll(page, 'the dry run');
  });

  await test.step('rows are fixed in place and in bulk', async () => {
    await page.getByLabel('In the file, row 5').fill('+447700900555');
    await page.getByLabel('In the file, row 5').press('Enter');
    await expect(tile(page, 'Unreadable')).toContainText('4', slow);
    await expect(page.getByText('Fixed by you')).toBeVisible();
    await page.getByRole('button', { name: 'Add the country code of France to 1 number' }).click();
    await expect(tile(page, 'Unreadable')).toContainText('3', slow);
    await page.getByRole('button', { name: 'Convert letters to digits in 1 number' }).click();
    await expect(tile(page, 'Unreadable')).toContainText('2', slow);
    await page.getByRole('row', { name: /Ewa/ }).getByRole('button', { name: '+447700900592' }).click();
    await expect(tile(page, 'Unreadable')).toContainText('1', slow);
    await page.getByRole('button', { name: 'Merge 1 duplicate' }).click();
    await tile(page, 'Twice in the file').click();
    await expect(page.getByText('This row was added to row 8.')).toBeVisible(slow);
    await tile(page, 'New').click();
    await expect(page.getByRole('cell', { name: 'Lindqvist' })).toBeVisible(slow);
    await expect(page.getByRole('button', { name: 'Import 7' })).not.toHaveAttribute('aria-disabled', 'true', slow);
  });

  await test.step('it is imported without duplicates', async () => {
    await page.getByRole('button', { name: 'Import 7' }).click();
    await expect(page.getByRole('link', { name: 'See the 7 imported' })).toBeVisible(slow);
    await expectAccessible(page, 'the result');
    await expectNoHorizontalScroll(page, 'the result');
    const all = await apiCall<{ data: { name: string; phone_number: string; opted_in_at: string | null }[] }>(
      server.url,
      'GET',
      '/api/contacts?limit=100',
      undefined,
      token,
    );
    expect(all.data.map(({ phone_number }) => phone_number).sort()).toEqual([
      '33639981255',
      '33639984107',
      '447700900118',
      '447700900183',
      '447700900555',
      '447700900592',
      '447700900777',
    ]);
    expect(all.data.find(({ phone_number }) => phone_number === '447700900183')?.opted_in_at).toBeNull();
    expect(all.data.find(({ phone_number }) => phone_number === '447700900118')?.opted_in_at).not.toBeNull();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download 2 skipped rows' }).click();
    expect((await download).suggestedFilename()).toBe('rows-left-out.csv');
  });

  await test.step('it is in the history, and can be undone', async () => {
    await page.goto(`${server.url}/contacts/import?tab=history`);
    await expect(page.getByRole('row', { name: /service-plan-2026/ })).toContainText('Imported', slow);
    await expectAccessible(page, 'history');
    await expectNoHorizontalScroll(page, 'history');
    await page.getByRole('link', { name: 'Undo service-plan-2026.csv' }).click();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
    await expect(page.getByText('Undone')).toBeVisible(slow);
    const left = await apiCall<{ data: { name: string }[] }>(server.url, 'GET', '/api/contacts', undefined, token);
    expect(left.data.map(({ name }) => name)).toEqual(['Camille']);
  });
});

test('an interrupted upload resumes after a reload', async ({ page, home, watch }) => {
  test.setTimeout(360_000);
  await open(page, home);
  watch.expect(/failed: PUT .*content/, /console: Failed to load resource/);
  const rows = Array.from({ length: 120_000 }, (_none, index) => `+4477${10_000_000 + index},Person ${index}`);
  const text = `Phone,Name\n${rows.join('\n')}\n`;
  const offsets: number[] = [];
  let broken = true;
  await page.route('**/api/imports/*/content?*', (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
    if (broken && offset > 0) return route.abort('internetdisconnected');
    offsets.push(offset);
    return route.continue();
  });
  await choose(page, text);
  await expect(page.getByText('You’re offline. The upload continues when you’re back online.')).toBeVisible(slow);
  expect(offsets).toEqual([0]);
  broken = false;
  await page.reload();
  await expect(page.getByText('120,000 rows, 2 columns.')).toBeVisible(slow);
  expect(offsets[1]).toBe(1_048_576);
  await page.unrouteAll({ behavior: 'wait' });
});

test('by keyboard and on a phone: pasted rows, and an unreadable file', async ({ page, home }) => {
  test.setTimeout(360_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, home);
  await choose(page, '%PDF-1.7', 'people.csv');
  await expect(page.getByText('This is a PDF. Export the table as CSV or .xlsx.')).toBeVisible(slow);
  await expectAccessible(page, 'a file that cannot be read');
  await page.getByRole('button', { name: 'Choose another file' }).press('Enter');
  await page.getByLabel('Or paste rows').fill('Phone\tName\n+447700900118\tAda\n');
  await page.getByRole('button', { name: 'Use these rows' }).press('Enter');
  for (const name of ['Next: match the columns', 'Next: rules', 'Check 1 row', 'Import 1']) {
    const button = page.getByRole('button', { name });
    await expect(button).toBeVisible(slow);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true', slow);
    await button.press('Enter');
  }
  await expect(page.getByRole('link', { name: 'See the 1 imported' })).toBeVisible(slow);
  await page.goBack();
  // A completed import cannot be changed: whatever step the URL names, the result is shown.
  await expect(page.getByRole('link', { name: 'See the 1 imported' })).toBeVisible(slow);
  await expect(step(page, 'Rules')).toHaveCount(0);
});

test('Enter continues where it has no other meaning, and overwriting needs a confirmation', async ({ page, home }) => {
  test.setTimeout(360_000);
  const token = await open(page, home);
  const { server } = home;
  await apiCall(server.url, 'POST', '/api/contacts', { phone_number: '+447700910007', name: 'Mine' }, token);
  const rows = Array.from(
    { length: 1_200 },
    (_none, index) => `+44770091${String(index).padStart(4, '0')},Person ${index}`,
  );
  await choose(page, `Phone,Name\n${rows.join('\n')}\n`);
  /** A key does not wait until there is a next step, as a click does. */
  const canGoOn = (name: string) =>
    expect(page.getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true', slow);
  await expect(page.getByText('1,200 rows, 2 columns.')).toBeVisible(slow);
  await canGoOn('Next: match the columns');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Field for Phone')).toHaveValue('phone', slow);
  await canGoOn('Next: rules');
  await page.getByLabel('Field for Name').press('Enter');
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible();
  await page.getByRole('heading', { name: 'Match columns' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Overwrite' }).check(slow);
  await canGoOn('Check all 1,200 rows');
  await page.getByLabel('Name of the new list').press('Enter');
  await expect(tile(page, 'Updated')).toContainText('1', slow);
  // Pressing Enter alone imports nothing.
  await canGoOn('Import 1,200');
  await page.getByRole('heading', { name: 'Dry run of all 1,200 rows' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Import 1,200' }).click();
  const question = page.getByRole('alertdialog', { name: 'Overwrite 1 contact?' });
  await question.getByRole('button', { name: 'Back to review' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Import 1,200' }).click();
  await question.getByRole('button', { name: 'Import 1,200' }).click();
  await expect(page.getByRole('link', { name: 'See the 1,200 imported' })).toBeVisible(slow);
});

test('a file that is read again stays current, although an earlier request answers later', async ({ page, home }) => {
  await open(page, home);
  await choose(page, file);
  await expect(page.getByText('9 rows, 7 columns.')).toBeVisible(slow);
  let letGo = () => {};
  const blocked = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    let appearances = 0;
    void page.route(/\/api\/imports\/[0-9a-f-]+$/, async (route) => {
      appearances += 1;
      if (appearances > 1) return route.fallback();
      const response = await route.fetch();
      resolve();
      await blocked;
      await route.fulfill({ response });
    });
  });
  // Returning to the window reads again.
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  await begun;
  const answer = page.waitForResponse('**/api/imports/*/read');
  await page.getByRole('switch', { name: 'The first row has the names of the columns' }).click();
  await answer;
  letGo();
  await expect(page.getByText('10 rows, 7 columns.')).toBeVisible(slow);
});
