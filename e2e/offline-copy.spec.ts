import type { Page, Route } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

/** Three conversations of these are more than a megabyte, two are less. */
const longText = '語'.repeat(3_900);
const textsEach = 36;

const noResponse = (route: Route) => route.abort();
const section = (page: Page) => page.getByRole('region', { name: 'Offline copy' });
const openSettings = (page: Page, url: string) => page.goto(`${url}/settings/personal#offline-copy`);

/** The conversations whose messages this browser stores. */
function storedConversations(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const found = (await indexedDB.databases()).find(({ name }) => /^parley:[^:]+:[^:]+$/.test(name));
    if (found === undefined) return [];
    const database = await done(indexedDB.open(found.name));
    const kept = await done(database.transaction('windows').objectStore('windows').getAllKeys());
    database.close();
    return kept;
  })()`);
}

/** The drafts on this device, as JSON. */
function storedDrafts(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const found = (await indexedDB.databases()).find(({ name }) => /^parley:[^:]+:[^:]+$/.test(name));
    if (found === undefined) return '';
    const database = await done(indexedDB.open(found.name));
    const kept = await done(database.transaction('drafts').objectStore('drafts').getAll());
    database.close();
    return JSON.stringify(kept);
  })()`);
}

test('the offline copy: its size is chosen, what was not opened for longest is removed, and clearing it leaves drafts and unsent messages', async ({
  page,
  home,
  watch,
}) => {
  test.setTimeout(600_000);
  const { server, user } = home;
  const token = await home.token();
  const threads: { text: string; id: string }[] = [];
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    await writeAsCustomer(server, token, `First words of ${name}`, name);
    for (let sent = 0; sent < textsEach; sent += 6) {
      await Promise.all(
        Array.from({ length: 6 }, (_, index) => writeAsCustomer(server, token, `${sent + index} ${longText}`, name)),
      );
    }
    const text = `Last words of ${name}`;
    await writeAsCustomer(server, token, text, name);
    threads.push({ text, id: await waitForThread(server, token, text) });
  }
  await signIn(page, server, user);
  for (const { text, id } of threads) {
    await page.goto(`${server.url}/inbox/${id}`);
    await expect(page.getByRole('main').getByText(text).last()).toBeVisible();
    // What was not written yet when the page is left is read again another time.
    await expect.poll(() => storedConversations(page)).toContain(id);
  }
  const [ada, , cleo] = threads;

  await test.step('says how much is stored; a wrong size is refused at its field', async () => {
    await openSettings(page, server.url);
    await expect(section(page).getByText('3 conversations stored')).toBeVisible();
    await expect(section(page).getByText(/ of 40 MB$/)).toBeVisible();
    const size = section(page).getByRole('textbox', { name: /^Maximum size in MB/ });
    await expect(size).toHaveValue('40');
    await size.fill('0.5');
    await size.press('Enter');
    await expect(section(page).getByText('Enter a number of MB, 1 to 10,000.')).toBeVisible();
    await expect(size).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'the offline copy');
  });

  await test.step('a smaller size applies at once and after a reload', async () => {
    const size = section(page).getByRole('textbox', { name: /^Maximum size in MB/ });
    await size.fill('1');
    await size.press('Enter');
    await expect(section(page).getByText(/^[12] conversations? stored$/)).toBeVisible();
    await expect(section(page).getByText(/ of 1 MB$/)).toBeVisible();
    await page.reload();
    await expect(size).toHaveValue('1');
    await page.goto(`${server.url}/settings`);
    await expect(page.getByRole('link', { name: /^Offline copy 1 MB/ })).toBeVisible();
  });

  await test.step('what was opened last is still here, what was opened first is not', async () => {
    watch.expect(...noAnswer);
    await page.route('**/api/threads/*/messages*', noResponse);
    await page.goto(`${server.url}/inbox/${cleo?.id}`);
    await expect(
      page
        .getByRole('main')
        .getByText(cleo?.text ?? '')
        .last(),
    ).toBeVisible();
    const asked = page.waitForRequest(`**/api/threads/${ada?.id}/messages*`);
    await page.goto(`${server.url}/inbox/${ada?.id}`);
    await asked;
    await expect(page.getByRole('log').getByText(ada?.text ?? '', { exact: false })).toHaveCount(0);
    await page.unroute('**/api/threads/*/messages*', noResponse);
  });

  await test.step('clearing it leaves what was written', async () => {
    await page.route('**/api/messages', noResponse);
    await page.goto(`${server.url}/inbox/${cleo?.id}`);
    const composer = page.getByRole('textbox', { name: 'Reply' });
    await composer.fill('Written before clearing');
    await composer.press('Enter');
    await composer.fill('A draft that stays');
    await expect(page.getByRole('main').getByText('Written before clearing').last()).toBeVisible();
    await expect.poll(() => storedDrafts(page)).toContain('A draft that stays');
    await openSettings(page, server.url);
    await section(page).getByRole('button', { name: 'Clear the offline copy' }).click();
    await expect(
      page.getByText('Offline copy cleared. Drafts and unsent messages are still here.').first(),
    ).toBeVisible();
    await expect(section(page).getByText('No conversations stored')).toBeVisible();
    await page.goto(`${server.url}/inbox/${cleo?.id}`);
    await expect(composer).toHaveValue('A draft that stays');
    await expect(
      page
        .getByRole('main')
        .getByText(cleo?.text ?? '')
        .last(),
    ).toBeVisible();
    await expect(page.getByRole('main').getByText('Written before clearing').last()).toBeVisible();
    await page.unroute('**/api/messages', noResponse);
    await page.reload();
    const sent = async () => {
      const path = `/api/threads/${cleo?.id}/messages`;
      const { data } = await apiCall<{ data: { text?: { body: string } }[] }>(
        server.url,
        'GET',
        path,
        undefined,
        token,
      );
      return data.filter((message) => message.text?.body === 'Written before clearing').length;
    };
    await expect.poll(sent).toBe(1);
    watch.expectNothing();
  });

  await test.step('fits on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSettings(page, server.url);
    await expect(section(page).getByText(/of 1 MB$/)).toBeVisible();
    await expectNoHorizontalScroll(page, 'the offline copy on a phone');
  });
});

test('clearing the offline copy in one tab leaves another one right', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is it ready?');
  const threadId = await waitForThread(server, token, 'Is it ready?');
  await signIn(page, server, user, '/inbox');
  const list = (tab: Page) => tab.getByRole('main').getByText('Is it ready?').first();
  await expect(list(page)).toBeVisible();
  const other = await page.context().newPage();
  await openSettings(other, server.url);
  await section(other).getByRole('button', { name: 'Clear the offline copy' }).click();
  await expect(other.getByText(/^Offline copy cleared/).first()).toBeVisible();
  await other.close();
  await writeAsCustomer(server, token, 'Or on Monday?');
  await expect(page.getByRole('main').getByText('Or on Monday?').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('Or on Monday?').first()).toBeVisible();
  await page.goto(`${server.url}/inbox/${threadId}`);
  await expect(page.getByRole('main').getByText('Is it ready?').last()).toBeVisible();
});
