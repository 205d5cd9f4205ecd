import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { business, signInOverApi, waitForThread, writeAsCustomer } from './support/api.ts';
import { delayRequests } from './support/delay-requests.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor } from './support/users.ts';

/** The server has saved a value. */
const savedOnServer = (page: Page, value: string) =>
  page.waitForResponse((response) => response.request().postData()?.includes(value) === true && response.ok());

test('a personal time zone is saved when chosen, shown, undone, and applied on the next device', {
  tag: '@smoke',
}, async ({ page, home }) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/personal/edit');
  const zone = page.getByRole('combobox', { name: /^Time zone/ });
  await expect(zone).toHaveValue(/^Same as device: London, Europe/);
  await zone.fill('Auckland');
  await page.getByRole('option', { name: /^Auckland, Pacific/ }).click();
  await expect(page.getByText('Time zone saved').first()).toBeVisible();
  await expect(zone).toHaveValue(/^Auckland, Pacific/);
  await expectAccessible(page, 'personal settings');
  await page.goto(`${server.url}/settings/personal`);
  await expect(page.getByText(/^Auckland, Pacific/)).toBeVisible();

  await test.step('times are shown in it', async () => {
    const token = await signInOverApi(server, user);
    await writeAsCustomer(server, token, 'My brake squeals');
    const threadId = await waitForThread(server, token, 'My brake squeals');
    const path = `/api/threads/${threadId}/messages`;
    const { data } = await apiCall<{ data: { timestamp: string }[] }>(server.url, 'GET', path, undefined, token);
    const hourIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
        new Date(data[0]?.timestamp ?? ''),
      );
    await page.goto(`${server.url}/inbox/${threadId}`);
    await expect(page.getByRole('main').getByText(hourIn('Pacific/Auckland')).first()).toBeVisible();
    await expect(page.getByRole('main').getByText(hourIn('Europe/London'))).toHaveCount(0);
  });

  await page.goto(`${server.url}/settings/personal/edit`);
  await zone.fill('Tokyo');
  await page.getByRole('option', { name: /^Tokyo, Asia/ }).click();
  await expect(page.getByText('Time zone saved').first()).toBeVisible();
  await expect(zone).toHaveValue(/^Tokyo, Asia/);
  const undone = savedOnServer(page, 'Pacific/Auckland');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(zone).toHaveValue(/^Auckland, Pacific/);
  await undone;
  await page.reload();
  await expect(zone).toHaveValue(/^Auckland, Pacific/);
});

test('what is typed while a field is being saved is saved after it', async ({ page, home }) => {
  await signIn(page, home.server, home.user, '/settings/personal/edit');
  const name = page.getByRole('textbox', { name: /^Name for customers/ });
  const answer = await delayRequests(page, '**/api/team/*', 'changes');
  await name.fill('Dana');
  await name.press('Enter');
  await expect(page.getByText('Saving…')).toBeVisible();
  await name.fill('Dana from the workshop');
  await name.blur();
  const second = savedOnServer(page, 'Dana from the workshop');
  answer();
  await second;
  await expect(name).toHaveValue('Dana from the workshop');
  await page.reload();
  await expect(name).toHaveValue('Dana from the workshop');
});

test('of two choices in quick succession the last one stays', async ({ page, home }) => {
  await signIn(page, home.server, home.user, '/settings/personal/edit');
  const clock = page.getByRole('radiogroup', { name: 'Time format' });
  const answer = await delayRequests(page, '**/api/auth/profile', 'changes');
  await clock.getByRole('radio', { name: '12 hours' }).check();
  await expect(page.getByText('Saving…')).toBeVisible();
  await clock.getByRole('radio', { name: '24 hours' }).check();
  const second = savedOnServer(page, '"hour_format":"24"');
  answer();
  await second;
  await expect(clock.getByRole('radio', { name: '24 hours' })).toBeChecked();
  await page.reload();
  await expect(clock.getByRole('radio', { name: '24 hours' })).toBeChecked();
});

test('a region and a clock are saved on their own, shown at once, undone, and used on another device', async ({
  page,
  home,
  browser,
}) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/personal/edit');
  const example = page.getByRole('region', { name: 'Example' });
  await expect(example.getByText('1,234,567.89')).toBeVisible();
  await expect(example.getByText('Mon Tue Wed Thu Fri Sat Sun')).toBeVisible();
  const region = page.getByRole('combobox', { name: 'Region' });
  await expect(region).toHaveValue('Same as browser: United Kingdom');
  await region.fill('Germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await expect(page.getByText('Region saved').first()).toBeVisible();
  await expect(example.getByText('1.234.567,89')).toBeVisible();
  await expect(example.getByText(/^1\.234,50\s€$/)).toBeVisible();
  const clock = page.getByRole('radiogroup', { name: 'Time format' });
  await clock.getByRole('radio', { name: '12 hours' }).check();
  await expect(example.getByText(/^2:05\spm$/i)).toBeVisible();
  await page.getByRole('radiogroup', { name: 'First day of the week' }).getByRole('radio', { name: 'Sunday' }).check();
  await expect(example.getByText('Sun Mon Tue Wed Thu Fri Sat')).toBeVisible();
  // The toast of the choice before has an Undo too.
  const toast = page.getByRole('status').filter({ hasText: 'First day of the week saved' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(example.getByText('Mon Tue Wed Thu Fri Sat Sun')).toBeVisible();
  await page
    .getByRole('radiogroup', { name: 'First day of the week' })
    .getByRole('radio', { name: 'Saturday' })
    .check();
  await expect(example.getByText('Sat Sun Mon Tue Wed Thu Fri')).toBeVisible();
  await expectAccessible(page, 'language and region');

  const token = await home.token();
  await writeAsCustomer(server, token, 'The bell is broken');
  const threadId = await waitForThread(server, token, 'The bell is broken');
  const { data } = await apiCall<{ data: { timestamp: string }[] }>(
    server.url,
    'GET',
    `/api/threads/${threadId}/messages`,
    undefined,
    token,
  );
  const other = await newVisitor(browser);
  await signIn(other, server, user, `/inbox/${threadId}`);
  const hour = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Europe/London', hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
  }).format(new Date(data[0]?.timestamp ?? ''));
  await expect(other.getByRole('main').getByText(hour).first()).toBeVisible();
  await other.goto(`${server.url}/settings/personal`);
  const section = other.getByRole('region', { name: 'Language and region' });
  await expect(section.getByText('Germany')).toBeVisible();
  await expect(section.getByText('12 hours')).toBeVisible();
  await test.step('calendars begin the week on the chosen day', async () => {
    await other.goto(`${server.url}/broadcast/history?view=month`);
    await expect(other.getByRole('columnheader').first()).toHaveText(/^Sat/);
  });
  await other.context().close();
});

test('an answer that was asked for before a choice does not take it back', async ({ page, home }) => {
  const { server, user } = home;
  let deliver = () => {};
  const saved = new Promise<void>((done) => {
    deliver = done;
  });
  await page.route('**/api/bootstrap', async (route) => {
    const response = await route.fetch();
    await saved;
    await route.fulfill({ response });
  });
  await signIn(page, server, user, '/settings/personal/edit');
  const example = page.getByRole('region', { name: 'Example' });
  const region = page.getByRole('combobox', { name: 'Region' });
  await region.fill('Germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await expect(example.getByText('1.234.567,89')).toBeVisible();
  const answered = page.waitForResponse('**/api/bootstrap');
  deliver();
  await (await answered).finished();
  // The application takes an answer in tasks that are queued by now: a task later it is taken.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done)))');
  await expect(example.getByText('1.234.567,89')).toBeVisible();
});

test('the name for customers signs transcripts, the team sees the other one', async ({ page, home }) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/personal/edit');
  const name = page.getByRole('textbox', { name: /^Name for customers/ });
  await name.fill('Dana from the workshop');
  await name.press('Enter');
  await expect(page.getByText('Name for customers saved').first()).toBeVisible();
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is my wheel true?');
  const threadId = await waitForThread(server, token, 'Is my wheel true?');
  const { channel_id } = await apiCall<{ channel_id: string }>(
    server.url,
    'GET',
    `/api/threads/${threadId}`,
    undefined,
    token,
  );
  const text = { source: 'INBOX', type: 'text', text: { body: 'It is.' } };
  await apiCall(server.url, 'POST', '/api/messages', { channel_id, thread_id: threadId, ...text }, token);
  await page.goto(`${server.url}/inbox/${threadId}`);
  await expect(page.getByRole('main').getByText('It is.').first()).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download transcript' }).click();
  const lines = await readFile(await (await download).path(), 'utf8');
  expect(lines).toContain('Dana from the workshop: It is.');
  expect(lines).not.toContain(`${user.name}: It is.`);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the accounts are a sheet over the current page', async ({ page, home }) => {
    const { server, user } = home;
    const token = await home.token();
    await apiCall(server.url, 'POST', '/api/clients', { ...business, name: 'Heron Bike Hire' }, token);
    await signIn(page, server, user, '/settings');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Switch account' }).click();
    const sheet = page.getByRole('dialog', { name: 'Choose an account' });
    await expect(sheet.getByRole('button', { name: /Heron Bike Hire/ }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/settings$/);
    // It slides in as it appears.
    await expect
      .poll(async () => {
        const box = await sheet.boundingBox();
        return box && { bottom: Math.round(box.y + box.height), width: box.width };
      })
      .toEqual({ bottom: 844, width: 390 });
    await expectAccessible(page, 'the accounts as a sheet');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/settings$/);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Switch account' }).click();
    await sheet.getByRole('link', { name: 'Create a new account' }).click();
    await expect(page).toHaveURL(/\/initial-setup\/business-info/);
    await expect(sheet).toHaveCount(0);

    await page.goto(`${server.url}/switch-account`);
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await expectAccessible(page, '/switch-account on a phone');
    await expectNoHorizontalScroll(page, '/switch-account on a phone');
    await page.locator('[data-account]').filter({ hasText: 'Heron Bike Hire' }).click();
    await expect(page).not.toHaveURL(/switch-account/);
  });
});
