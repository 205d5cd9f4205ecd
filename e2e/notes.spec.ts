import type { Browser, Page, Route } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { addMember, owner, signInOverApi, type TestUser, waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard } from './support/keys.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, firstHome, signIn, type TestAccount, test } from './support/test.ts';
import { omar as colleague, uniqueUser } from './support/users.ts';
import { waitForServiceWorker } from './support/vitals.ts';
import { noAnswer } from './support/watch.ts';

// The service worker is allowed: offline storage, files, and an unreachable server are tested.
test.use({ serviceWorkers: 'allow' });

const tomasz: TestUser = { name: 'Tomasz Zieliński', email: 'tomasz@kestrel.example', password: 'spokes and nipples' };
const greeting = 'Can I have a discount?';
type Notes = { data: Array<{ body: string; mentions: { user_ids: string[]; group_ids: string[] } }> };
type Scene = { token: string; omar: TestUser; omarId: string; groupId: string; threadId: string };

/** An account with a second member, a group and one conversation. */
async function setScene(home: TestAccount): Promise<Scene> {
  const { server } = home;
  const token = await home.token();
  const omar = uniqueUser(colleague);
  const omarId = await addMember(server, token, omar);
  const group = { name: 'Workshop', member_ids: [omarId] };
  const { id: groupId } = await apiCall<{ id: string }>(server.url, 'POST', '/api/user-groups', group, token);
  await writeAsCustomer(server, token, greeting);
  return { token, omar, omarId, groupId, threadId: await waitForThread(server, token, greeting) };
}

async function notesOf(server: ParleyServer, token: string, threadId: string): Promise<Notes['data']> {
  const path = `/api/threads/${threadId}/notes`;
  return (await apiCall<Notes>(server.url, 'GET', path, undefined, token)).data;
}

/** Another user's browser. */
async function newVisitor(browser: Browser, size?: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    ...(size && { viewport: size }),
  });
  return context.newPage();
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const note = (page: Page, words: string) => page.locator('[data-note]').filter({ hasText: words });
const mentions = (page: Page) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Mentions/ });
/** The row of the conversation in the list. */
const row = (page: Page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link');

async function expectSaved(page: Page, words: string): Promise<void> {
  await expect(note(page, words)).toBeVisible();
  // Neither queued nor refused.
  await expect(note(page, words)).not.toHaveAttribute('data-state', { timeout: 60_000 });
}

/** Pressed once: a second one would be written into the field. */
async function pressForNote(page: Page): Promise<void> {
  await waitForInboxKeyboard(page);
  await page.keyboard.press('n');
  await expect(field(page)).toBeFocused();
}

/** The contents of a store of the account's database on this device, as JSON. */
function onDevice(page: Page, store: 'drafts' | 'outbox'): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const [made] = (await indexedDB.databases()).filter((each) => /^parley:.+:.+/.test(each.name));
    if (made === undefined) return '';
    const ask = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = await ask(indexedDB.open(made.name));
    const rows = await ask(database.transaction('${store}').objectStore('${store}').getAll());
    database.close();
    return JSON.stringify(rows);
  })()`);
}

test('a member and a group are mentioned in a note: count, row and note appear live', { tag: '@smoke' }, async ({
  page: dana,
  browser,
  home,
}) => {
  test.setTimeout(360_000);
  const { server, user } = home;
  const { token, omar, omarId, groupId, threadId } = await setScene(home);
  const limited = await addMember(server, token, uniqueUser(tomasz));
  await apiCall(server.url, 'PUT', `/api/team/${limited}`, { restrictions: { only_assigned: true } }, token);
  const guest = await newVisitor(browser);
  await signIn(guest, server, omar);
  await expect(mentions(guest)).toHaveText('Mentions0');
  await expect(row(guest)).toContainText(greeting);

  await test.step('by keyboard alone: the note and its mentions, and nothing for the customer', async () => {
    await signIn(dana, server, user, `/inbox/${threadId}`);
    await expect(dana.getByRole('region', { name: 'Messages' }).getByText(greeting)).toBeVisible();
    await pressForNote(dana);
    await dana.keyboard.press('Control+Shift+n');
    await expect(reply(dana)).toBeFocused();
    await dana.keyboard.press('Control+Shift+n');
    await expect(field(dana)).toBeFocused();
    await field(dana).pressSequentially('Ten percent? @tom');
    await expect(dana.getByRole('option', { name: /Tomasz Zieliński.*can’t see this/ })).toBeDisabled();
    await dana.keyboard.press('Escape');
    await expect(dana.getByRole('listbox')).toHaveCount(0);
    await expect(field(dana)).toBeFocused();
    await field(dana).fill('Ten percent? ');
    await field(dana).press('End');
    await field(dana).pressSequentially('@');
    await expect(dana.getByRole('option', { name: 'Omar Haddad' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(dana, 'whom a note may name');
    await field(dana).press('ArrowDown');
    await expect(dana.getByRole('option', { name: /Workshop/ })).toHaveAttribute('aria-selected', 'true');
    await field(dana).press('ArrowUp');
    await field(dana).press('Enter');
    await field(dana).pressSequentially('or @work');
    await expect(dana.getByRole('option')).toHaveCount(1);
    await field(dana).press('Tab');
    await expect(field(dana)).toHaveValue('Ten percent? @Omar Haddad or @Workshop ');
    await expect(dana.getByRole('button', { name: 'Don’t notify Workshop' })).toBeVisible();
    await field(dana).press('Enter');
    await expect(note(dana, 'Ten percent?')).toContainText('@Omar Haddad or @Workshop');
    await expect(note(dana, 'Ten percent?')).toContainText('Note by Dana, only your team sees this');
    await expectSaved(dana, 'Ten percent?');
    await expect(field(dana)).toHaveValue('');
    const [written] = await notesOf(server, token, threadId);
    expect(written?.mentions).toEqual({ user_ids: [omarId], group_ids: [groupId] });
    const path = `/api/threads/${threadId}/messages`;
    const { data } = await apiCall<{ data: unknown[] }>(server.url, 'GET', path, undefined, token);
    expect(data).toHaveLength(1);
  });

  await test.step('the mentioned member immediately sees count and mark, and the note in the view', async () => {
    await expect(mentions(guest)).toHaveText('Mentions1');
    await expect(row(guest).getByRole('img', { name: 'You are mentioned in a note' })).toBeVisible();
    await mentions(guest).click();
    await expect(row(guest)).toContainText('Dana: Ten percent? @Omar Haddad or @Workshop');
    await expectAccessible(guest, 'mentions');
    await expectNoHorizontalScroll(guest, 'mentions');
    await guest.setViewportSize({ width: 1440, height: 900 });
    await row(guest).click();
    await expect(note(guest, 'Ten percent?')).toBeVisible();
  });

  await test.step('viewing it marks it as read, here and after a reload', async () => {
    await expect(row(guest).getByRole('img', { name: 'You are mentioned in a note' })).toHaveCount(0);
    await expect
      .poll(async () => {
        const own = await signInOverApi(server, omar);
        const path = '/api/mentions/unread';
        return (await apiCall<{ thread_ids: string[] }>(server.url, 'GET', path, undefined, own)).thread_ids;
      })
      .toEqual([]);
    await guest.goto(`${server.url}/inbox?view=mentions`);
    await expect(mentions(guest)).toHaveText('Mentions0');
    await expect(row(guest)).toContainText('Ten percent?');
  });

  await test.step('a note that arrives while the conversation is open; names are current', async () => {
    await guest.goto(`${server.url}/inbox/${threadId}`);
    await pressForNote(guest);
    await field(guest).fill('Ten is fine');
    await guest
      .getByRole('region', { name: 'Conversation' })
      .getByRole('button', { name: /^Add note/ })
      .click();
    await expect(note(dana, 'Ten is fine')).toContainText('Note by Omar');
    await apiCall(server.url, 'PUT', `/api/user-groups/${groupId}`, { name: 'Garage' }, token);
    await expect(note(dana, 'Ten percent?')).toContainText('@Omar Haddad or @Garage');
  });
  await guest.context().close();
});

test('a note is never lost: a reload, no network, a killed server', { tag: '@data' }, async ({
  page,
  freshServer: server,
  watch,
}) => {
  test.setTimeout(360_000);
  const { token, threadId } = await setScene(await firstHome(server));
  await signIn(page, server, owner, `/inbox/${threadId}`);

  await test.step('the draft of the note is restored, beside the draft of the answer', async () => {
    await reply(page).fill('An answer');
    await expect.poll(() => onDevice(page, 'drafts')).toContain('An answer');
    await page.getByRole('button', { name: 'Note' }).click();
    await field(page).pressSequentially('Begun, @om');
    await page.getByRole('option', { name: 'Omar Haddad' }).click();
    await expect(field(page)).toBeFocused();
    await expect.poll(() => onDevice(page, 'drafts')).toContain('@[Omar Haddad]');
    await page.reload();
    await expect(field(page)).toHaveValue('Begun, @Omar Haddad ');
    await expect(page.getByRole('button', { name: 'Don’t notify Omar Haddad' })).toBeVisible();
    await page.getByRole('button', { name: 'Reply' }).click();
    await expect(reply(page)).toHaveValue('An answer');
    await page.getByRole('button', { name: 'Note' }).click();
  });

  await test.step('without a network it waits, through a reload, and is sent once', async () => {
    watch.expect(...noAnswer);
    const holdBack = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.fallback());
    await page.route('**/api/threads/*/notes', holdBack);
    await field(page).press('Enter');
    await expect(note(page, 'Begun').getByRole('img', { name: 'Not saved yet' })).toBeVisible();
    await expect.poll(() => onDevice(page, 'outbox')).toContain('@[Omar Haddad]');
    await page.reload();
    await expect(note(page, 'Begun, @Omar Haddad').getByRole('img', { name: 'Not saved yet' })).toBeVisible();
    await page.unroute('**/api/threads/*/notes', holdBack);
    await expectSaved(page, 'Begun');
  });

  await test.step('written while the server is down, and once when its response was lost', async () => {
    await page.getByRole('button', { name: 'Note' }).click();
    // Code that is still loading when the server dies would reload the page.
    await waitForServiceWorker(page);
    await server.kill();
    await field(page).fill('Written to nobody');
    await field(page).press('Enter');
    await expect(note(page, 'Written to nobody').getByRole('img', { name: 'Not saved yet' })).toBeVisible();
    await server.start();
    await expectSaved(page, 'Written to nobody');

    let lost = 0;
    const loseAnswer = async (route: Route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/threads/*/notes', loseAnswer);
    await field(page).fill('Said twice');
    await field(page).press('Enter');
    await expectSaved(page, 'Said twice');
    await page.unroute('**/api/threads/*/notes', loseAnswer);
    expect(lost).toBe(1);
    const bodies = async () => (await notesOf(server, token, threadId)).map(({ body }) => body.replace(/\(.*/, ''));
    expect(await bodies()).toEqual(['Said twice', 'Written to nobody', 'Begun, @[Omar Haddad]']);
    await expect(note(page, 'Said twice')).toHaveCount(1);
  });
});

test('a refused note says why, and is restored to the field or discarded', async ({ page, home, watch }) => {
  const { server, user } = home;
  const { token, threadId } = await setScene(home);
  watch.expect(...noAnswer);
  await signIn(page, server, user, `/inbox/${threadId}`);
  await page.getByRole('button', { name: 'Note' }).click();
  const refuse = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 404,
          json: { error: { code: 'not_found', message: 'This member was not found.', data: [], request_id: 'r' } },
        })
      : route.fallback();
  await page.route('**/api/threads/*/notes', refuse);
  await field(page).fill('Refused');
  await field(page).press('Enter');
  await expect(note(page, 'Refused')).toContainText('Not saved. This member was not found.');
  await expectAccessible(page, 'a refused note');
  await page.reload();
  await note(page, 'Refused').getByRole('button', { name: 'Back' }).click();
  await expect(field(page)).toHaveValue('Refused');
  await expect(note(page, 'Refused')).toHaveCount(0);
  await field(page).press('Enter');
  await note(page, 'Refused').getByRole('button', { name: 'Discard' }).click();
  await expect(note(page, 'Refused')).toHaveCount(0);
  await field(page).fill('Taken at last');
  await field(page).press('Enter');
  await expect(note(page, 'Taken at last')).toContainText('Not saved.');
  await page.unroute('**/api/threads/*/notes', refuse);
  await note(page, 'Taken at last').getByRole('button', { name: 'Try again' }).click();
  await expectSaved(page, 'Taken at last');
  expect(await notesOf(server, token, threadId)).toHaveLength(1);
});

test('on a phone, with the reply window closed, a note is written by touch', async ({ browser, home }) => {
  const { server, user } = home;
  const { token, threadId } = await setScene(home);
  await apiCall(server.url, 'PUT', '/api/sandbox/clock', { offset_ms: 25 * 3_600_000 }, token);
  const page = await newVisitor(browser, { width: 390, height: 844 });
  await signIn(page, server, user, `/inbox/${threadId}`);
  await expect(page.getByText('The 24-hour window is closed.')).toBeVisible();
  await page.getByRole('button', { name: 'Note' }).click();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Mention someone' }).click();
  await page.getByRole('option', { name: /Workshop/ }).click();
  await field(page).pressSequentially('call them tomorrow');
  await expectNoHorizontalScroll(page, 'a note');
  await page.getByRole('button', { name: 'Don’t notify Workshop' }).click();
  await expect(field(page)).toHaveValue('Workshop call them tomorrow');
  await page
    .getByRole('region', { name: 'Conversation' })
    .getByRole('button', { name: /^Add note/ })
    .click();
  await expectSaved(page, 'Workshop call them tomorrow');
  await expectAccessible(page, 'a note on a phone');
  await page.getByRole('button', { name: 'Reply' }).click();
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused();
  const [written] = await notesOf(server, token, threadId);
  expect(written).toMatchObject({ body: 'Workshop call them tomorrow', mentions: { user_ids: [], group_ids: [] } });
  await page.context().close();
});
