import { readFile } from 'node:fs/promises';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';

test('a report: from the inbox, by period and filter, as charts, tables and a file', { tag: '@smoke' }, async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the blue frame in stock?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the blue frame in stock?');
  const { data: groups } = await apiCall<{ data: { id: string }[] }>(
    server.url,
    'GET',
    '/api/user-groups',
    undefined,
    token,
  );
  const group =
    groups[0] ?? (await apiCall<{ id: string }>(server.url, 'POST', '/api/user-groups', { name: 'Workshop' }, token));
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, home.user);
  const main = page.getByRole('main', { name: 'Reports' });
  const figure = (name: string) => main.getByRole('region', { name: 'Key figures' }).getByText(name).locator('..');

  await test.step('the inbox leads to it; the sandbox is named', async () => {
    // Figures are a few seconds late.
    const counted = async () => {
      const path = '/api/reports?period=7d';
      return (await apiCall<{ totals: { received: number } }>(server.url, 'GET', path, undefined, token)).totals
        .received;
    };
    await expect.poll(counted).toBe(1);
    await page.goto(`${server.url}/inbox/${threadId}`);
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Reports' }).click();
    await expect(page).toHaveURL(/\/reports$/);
    await expect(figure('Received')).toContainText('1');
    await expect(figure('Open now')).toContainText('1 waits for a reply');
    await expect(main.getByText('Sandbox data: no messages from real customers.')).toBeVisible();
    await expect(main.getByRole('region', { name: 'Messages per day' }).getByRole('application')).toBeVisible();
    await expectAccessible(page, 'a report');
  });

  await test.step('the period is in the address and survives a reload', async () => {
    await main.getByRole('button', { name: 'Period: Last 30 days' }).click();
    await page.getByRole('menuitem', { name: 'Last 12 months' }).click();
    await expect(page).toHaveURL(/period=12m/);
    await expect(main.getByRole('heading', { name: 'Messages per month' })).toBeVisible();
    await page.reload();
    await expect(main.getByRole('heading', { name: 'Messages per month' })).toBeVisible();
  });

  await test.step('a filter leaves nothing, and is taken away', async () => {
    await main.getByRole('button', { name: 'Group' }).click();
    await page.getByRole('menuitem', { name: 'Workshop' }).click();
    await expect(page).toHaveURL(new RegExp(`group=${group.id}`));
    await expect(main.getByRole('heading', { name: 'No activity in this period' })).toBeVisible();
    await page.reload();
    await expect(main.getByRole('button', { name: 'Group: Workshop' })).toBeVisible();
    await expectAccessible(page, 'an empty report');
    await main.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(figure('Received')).toContainText('1');
  });

  await test.step('days of one’s own', async () => {
    await main.getByRole('button', { name: /^Period:/ }).click();
    await page.getByRole('menuitem', { name: 'Choose days' }).click();
    await main
      .getByRole('combobox', { name: 'First day' })
      .or(main.getByRole('textbox', { name: 'First day' }))
      .fill('2 January 2024');
    await main
      .getByRole('combobox', { name: 'Last day' })
      .or(main.getByRole('textbox', { name: 'Last day' }))
      .fill('1 January 2024');
    await expect(main.getByText('The last day is before the first.')).toBeVisible();
    await main
      .getByRole('combobox', { name: 'Last day' })
      .or(main.getByRole('textbox', { name: 'Last day' }))
      .fill('3 January 2024');
    await main.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/from=2024-01-02&to=2024-01-03/);
    await expect(main.getByRole('heading', { name: 'No activity in this period' })).toBeVisible();
    await main.getByRole('button', { name: /^Period:/ }).click();
    await page.getByRole('menuitem', { name: 'Last 7 days' }).click();
  });

  await test.step('rates are entered, and stay', async () => {
    await main.getByRole('button', { name: 'Enter rates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rates' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Choose the currency of your bill.')).toBeVisible();
    await expectAccessible(page, 'rates');
    await dialog.getByRole('combobox', { name: 'Currency' }).fill('Euro');
    await page.getByRole('option', { name: /^EUR/ }).click();
    await dialog.getByRole('textbox', { name: 'Marketing, All others' }).fill('0,0573x');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/^Some rates are not complete\. Prices are numbers, such as 0\.05;/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Marketing, All others' }).fill('0,0573');
    await dialog.getByRole('combobox', { name: 'Add a market' }).fill('Irel');
    await page.getByRole('option', { name: 'Ireland' }).click();
    await dialog.getByRole('textbox', { name: 'Marketing, Ireland', exact: true }).fill('0.0661');
    await dialog.getByRole('button', { name: 'Add a volume tier for Ireland' }).click();
    await dialog.getByRole('textbox', { name: 'Messages of a month before this tier, Ireland' }).fill('100000');
    await dialog.getByRole('textbox', { name: 'Marketing, Ireland above 100000' }).fill('0.05');
    await expectAccessible(page, 'rates with a volume tier');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await main.getByRole('button', { name: 'Edit rates' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Marketing, All others' })).toHaveValue('0.0573');
    await expect(dialog.getByRole('textbox', { name: 'Marketing, Ireland', exact: true })).toHaveValue('0.0661');
    await expect(dialog.getByRole('textbox', { name: 'Marketing, Ireland above 100000' })).toHaveValue('0.05');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('Escape asks before changed rates are lost', async () => {
    await main.getByRole('button', { name: 'Edit rates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rates' });
    await dialog.getByRole('textbox', { name: 'Marketing, Ireland', exact: true }).fill('0.07');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving the rates?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Marketing, Ireland', exact: true })).toHaveValue('0.07');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the rates are saved from the business settings too', async () => {
    const address = page.url();
    await page.goto(`${new URL(address).origin}/settings/business#rates`);
    const dialog = page.getByRole('dialog', { name: 'Rates' });
    const price = dialog.getByRole('textbox', { name: 'Marketing, Ireland', exact: true });
    for (const value of ['0.0662', '0.0661']) {
      await page.getByRole('button', { name: 'Change: Rates' }).click();
      await price.fill(value);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
    }
    await page.goto(address);
  });

  await test.step('an account with a sandbox only is told why no broadcast was billed', async () => {
    const costs = main.getByRole('region', { name: 'Broadcasts: expected and billed' });
    await expect(costs).toContainText('Those of the sandbox cost nothing.');
  });

  await test.step('the hours of the busiest hours stand in one line on a small window', async () => {
    await page.setViewportSize({ width: 1_025, height: 800 });
    const heads = main.getByRole('table', { name: 'Busiest hours' }).locator('thead th');
    const lines = await heads.evaluateAll((all) => all.map((one) => one.scrollHeight));
    expect(Math.max(...lines)).toBeLessThanOrEqual(24);
    const cut = await heads.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(cut).toBe(0);
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  await test.step('a price list of WhatsApp is imported, and copied to a new day', async () => {
    await main.getByRole('button', { name: 'Edit rates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rates' });
    const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const chooser = dialog.locator('input[type=file]');
    await chooser.setInputFiles(file('people.csv', 'Name,Phone\nAna,+34600100200'));
    await expect(dialog.getByText('people.csv is not a price list', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Marketing, Ireland', exact: true })).toHaveValue('0.0661');
    const list = 'Market,Currency,Marketing,Utility\nRest of Africa,EUR,0.02,0.004\nOther,EUR,0.06,0.008';
    await chooser.setInputFiles(file('eur.csv', list));
    await expect(dialog.getByText('2 markets read from eur.csv.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Utility, Rest of Africa' })).toHaveValue('0.004');
    await expect(dialog.getByRole('textbox', { name: 'Marketing, Ireland', exact: true })).toBeHidden();
    await dialog.getByRole('button', { name: 'Copy to a new day' }).click();
    await dialog.getByRole('textbox', { name: 'Valid from' }).fill('1 Jan 2030');
    await dialog.getByRole('textbox', { name: 'Utility, Rest of Africa' }).fill('0.005');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await main.getByRole('button', { name: 'Edit rates' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Utility, Rest of Africa' })).toHaveValue('0.005');
    await dialog.getByRole('combobox', { name: 'Price list' }).selectOption({ index: 1 });
    await expect(dialog.getByRole('textbox', { name: 'Utility, Rest of Africa' })).toHaveValue('0.004');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('every chart is also a table', async () => {
    await main.getByRole('radio', { name: 'Tables' }).check({ force: true });
    await expect(page).toHaveURL(/as=tables/);
    const table = main.getByRole('region', { name: 'Messages per day' }).getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(8);
    await expect(table.getByRole('row').last()).toContainText('1');
    await page.reload();
    await expect(table).toBeVisible();
    await expectAccessible(page, 'a report as tables');
  });

  await test.step('the file has the same figures', async () => {
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Figures: CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain('Received,Sent,New conversations');
    expect(file).toMatch(/\r\n\d{4}-\d\d-\d\d,1,0,1\r\n/);
  });

  await test.step('G and R open it, also on a phone without scrolling sideways', async () => {
    await page.goto(`${server.url}/compose`);
    await page.getByRole('main').focus();
    await waitForKeyboard(page);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(figure('Received')).toContainText('1');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(main.getByRole('button', { name: 'Export' })).toBeVisible();
    await expectAccessible(page, 'a report on a phone');
    await expectNoHorizontalScroll(page, 'a report');
  });
});

test('a saved report: kept, shared, emailed every week, changed and deleted', async ({ page, home }) => {
  const { server } = home;
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, home.user);
  const main = page.getByRole('main', { name: 'Reports' });
  const panel = page.getByRole('complementary', { name: 'Reports' });
  const dialog = page.getByRole('dialog');
  await page.goto(`${server.url}/reports?period=7d`);

  await test.step('it is saved with its period and an email', async () => {
    await main.getByRole('button', { name: 'Save report' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('Enter a name.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Every Monday');
    await dialog.getByRole('checkbox', { name: 'Share with everyone' }).check();
    await dialog.getByRole('checkbox', { name: 'Email it to me every week' }).check();
    await expectAccessible(page, 'saving a report');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(main.getByRole('heading', { name: 'Every Monday', level: 1 })).toBeVisible();
    await expect(panel.getByRole('link', { name: /^Every Monday/ })).toHaveAttribute('aria-current', 'page');
    await expect(panel.getByRole('img', { name: 'Emailed to you every week' })).toBeVisible();
  });

  await test.step('another period is looked at; the link brings the saved one back', async () => {
    await main.getByRole('button', { name: 'Period: Last 7 days' }).click();
    await page.getByRole('menuitem', { name: 'Last 30 days' }).click();
    await page.reload();
    await expect(main.getByRole('button', { name: 'Period: Last 30 days' })).toBeVisible();
    await panel.getByRole('link', { name: /^Every Monday/ }).click();
    await expect(main.getByRole('button', { name: 'Period: Last 7 days' })).toBeVisible();
    await page.reload();
    await expect(main.getByRole('button', { name: 'Period: Last 7 days' })).toBeVisible();
  });

  await test.step('its email ends with fixed days, which it cannot have', async () => {
    await main.getByRole('button', { name: 'Edit report' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Email it to me every week' })).toBeChecked();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Week');
    await dialog.getByRole('checkbox', { name: 'Email it to me every week' }).uncheck();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.getByRole('link', { name: 'Week' })).toBeVisible();
    await expect(panel.getByRole('img', { name: 'Emailed to you every week' })).toHaveCount(0);
  });

  await test.step('it is deleted; the page stays', async () => {
    await main.getByRole('button', { name: 'Edit report' }).click();
    await dialog.getByRole('button', { name: 'Delete report' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete the report Week?' })
      .getByRole('button', { name: 'Delete report' })
      .click();
    await expect(main.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Week' })).toHaveCount(0);
  });
});
