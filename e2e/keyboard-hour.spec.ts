import type { Locator, Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { addMember, waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard, waitForListKeyboard } from './support/keys.ts';
import { expect, signIn, type TestAccount, test } from './support/test.ts';
import { omar, uniqueUser } from './support/users.ts';

/* An agent's hour by keyboard alone: nothing in this file uses a pointer, and every test checks that. */

test.use({ viewport: { width: 1440, height: 900 } });

const patient = { timeout: 30_000 };
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const message = (page: Page, words: string) => messages(page).locator('[data-message]').filter({ hasText: words });

type Scene = Awaited<ReturnType<typeof setScene>>;

/** Three customers who wrote, a colleague, a label and a saved reply. */
async function setScene(page: Page, home: TestAccount) {
  const { server, user } = home;
  const token = await home.token();
  const call = <T>(method: string, path: string, body?: unknown) =>
    apiCall<T>(server.url, method, `/api${path}`, body, token);
  await addMember(server, token, uniqueUser(omar));
  const label = await call<{ id: string }>('POST', '/labels', { name: 'Service' });
  const saved = { name: 'Bells', shortcut: '/bells', body: '{{FIRST_NAME}}, two bells are left.' };
  await call('POST', '/session-templates', saved);
  const threads: Record<string, string> = {};
  for (const [name, text] of [
    ['Jon Berg', 'Any news?'],
    ['Noor Haddad', 'When do you open?'],
    ['Ana Silva', 'Is the blue bell in stock?'],
  ] as const) {
    await writeAsCustomer(server, token, text, name);
    threads[name] = await waitForThread(server, token, text);
  }
  const { channel } = await call<{ channel: { id: string } }>('GET', '/sandbox');
  await page.addInitScript(`addEventListener('pointerdown', () => sessionStorage.setItem('pointer', 'used'), true)`);
  await signIn(page, server, user, '/inbox');
  await page.evaluate(`sessionStorage.removeItem('pointer')`);
  await waitForListKeyboard(page);
  type State = { state: string; assignee_id: string | null; label_ids: string[]; snoozed_until: string | null };
  return {
    call,
    label: label.id,
    thread: (name: string) => call<State>('GET', `/threads/${threads[name]}`),
    opened: (name: string) => page.waitForURL(new RegExp(`/inbox/${threads[name]}`)),
    setChannel: (state: 'ACTIVE' | 'PAUSED') => call('PUT', `/channels/${channel.id}`, { state }),
    setError: (code: number | null) => call('PUT', '/sandbox/faults', { next_send_error: code }),
  };
}

/** Presses a key until an element has the focus. */
async function pressUntil(page: Page, key: string, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const focused = wanted.and(page.locator(':focus'));
  for (let n = 0; n < 60 && (await focused.count()) === 0; n++) await page.keyboard.press(key);
  await expect(wanted).toBeFocused();
}

/** From the field to a message, by Shift+Tab to the messages and the arrows in them. */
async function goToMessage(page: Page, words: string): Promise<void> {
  const within = messages(page)
    .locator(':focus')
    .or(messages(page).and(page.locator(':focus')));
  for (let n = 0; n < 60 && (await within.count()) === 0; n++) await page.keyboard.press('Shift+Tab');
  for (const key of [...Array(8).fill('ArrowUp'), 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  await pressUntil(page, 'ArrowDown', message(page, words));
}

async function leaveField(page: Page): Promise<void> {
  await expect(page.locator('textarea:focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('textarea:focus')).toBeHidden();
}

async function usesPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  await expect(palette.getByRole('option', { name: new RegExp(words) }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
}

async function opensTheFirst(page: Page, scene: Scene): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await scene.opened('Ana Silva');
  await expect(reply(page)).toBeVisible();
  await waitForInboxKeyboard(page);
}

async function answersAndGoesOn(page: Page, scene: Scene): Promise<void> {
  await page.keyboard.press('r');
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type('/bells');
  await expect(page.getByRole('option', { name: /\/bells/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(reply(page)).toHaveValue('{{FIRST_NAME}}, two bells are left.');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Ana, two bells are left.')).toBeVisible();
  await leaveField(page);
  await page.keyboard.press('Alt+ArrowDown');
  await scene.opened('Noor Haddad');
  await expect(reply(page)).toBeVisible();
}

async function handsOver(page: Page, scene: Scene): Promise<void> {
  await page.keyboard.press('a');
  await expect(page.getByRole('menuitemradio', { name: /^Omar Haddad/ })).toBeVisible();
  await page.keyboard.type('omar');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Assigned to Omar/ })).toBeVisible();
  await usesPalette(page, 'note for the assignee');
  await expect(page.getByRole('dialog', { name: /^Note for Omar/ })).toBeVisible();
  await page.keyboard.type('She asks for Saturday.');
  await page.keyboard.press('Enter');
  await expect(messages(page).getByText('She asks for Saturday.')).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('option', { name: 'Service' })).toBeVisible();
  await page.keyboard.type('s');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Service' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await scene.thread('Noor Haddad')).label_ids).toEqual([scene.label]);
  await page.keyboard.press('n');
  await expect(note(page)).toBeFocused();
  await page.keyboard.type('Please call her, @om');
  await expect(page.getByRole('option', { name: /Omar Haddad/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await page.keyboard.type('today');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-note]').filter({ hasText: '@Omar Haddad today' })).toBeVisible();
  await leaveField(page);
}

async function mendsAndFinishes(page: Page, scene: Scene): Promise<void> {
  await page.keyboard.press('r');
  await expect(reply(page)).toBeFocused();
  await scene.setError(131_009);
  await page.keyboard.type('We open at nine.');
  await page.keyboard.press('Enter');
  const failed = message(page, 'We open at nine.');
  await expect(failed.getByRole('button', { name: 'Send again' })).toBeVisible(patient);
  await scene.setError(null);
  await pressUntil(page, 'Shift+Tab', failed.getByRole('button', { name: 'Send again' }));
  await page.keyboard.press('Enter');
  await expect(failed.getByRole('img', { name: /^(Sent|Delivered|Read)$/ })).toBeVisible(patient);
  await scene.setChannel('PAUSED');
  await pressUntil(page, 'Tab', reply(page));
  await page.keyboard.type('On Sundays too.');
  await page.keyboard.press('Enter');
  const held = message(page, 'On Sundays too.');
  await expect(held.getByRole('button', { name: 'Discard' })).toBeVisible(patient);
  await pressUntil(page, 'Shift+Tab', held.getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(held.getByText(/^Discarded by .+\. It was never sent\.$/)).toBeVisible();
  await scene.setChannel('ACTIVE');
}

async function findsForwardsSnoozesAndReopens(page: Page, scene: Scene): Promise<void> {
  await usesPalette(page, 'Ana Silva');
  await scene.opened('Ana Silva');
  await expect(reply(page)).toBeVisible();
  await page.keyboard.press('f');
  const search = page.getByRole('search', { name: 'Search in conversation' });
  await expect(search.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('blue bell');
  await expect(search.getByRole('status')).toHaveText('1 message');
  await pressUntil(page, 'Tab', search.getByRole('button', { name: /blue bell/ }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.keyboard.press('r');
  await expect(reply(page)).toBeFocused();
  await goToMessage(page, 'Is the blue bell in stock?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Forward' })).toBeVisible();
  await page.keyboard.type('f');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Forward message' });
  await expect(dialog).toBeVisible();
  await page.keyboard.type('Jon');
  await pressUntil(page, 'Tab', dialog.getByRole('button', { name: /Jon Berg/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Forwarded to Jon Berg' })).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('menuitem', { name: 'Until they reply' })).toBeVisible();
  await page.keyboard.type('u');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await scene.thread('Ana Silva')).snoozed_until).toBe('reply');
}

async function finishesAndReopens(page: Page, scene: Scene, name: string): Promise<void> {
  await usesPalette(page, name);
  await scene.opened(name);
  await expect(reply(page)).toBeVisible();
  await page.keyboard.press('e');
  await expect.poll(async () => (await scene.thread(name)).state).toBe('DONE');
  await usesPalette(page, name);
  await scene.opened(name);
  await page.keyboard.press('e');
  await expect.poll(async () => (await scene.thread(name)).state).toBe('ACTIVE');
}

const expectNoPointer = async (page: Page) =>
  expect(await page.evaluate(`sessionStorage.getItem('pointer')`)).toBeNull();

test('the first unread conversation is answered with a saved reply, and the next one opened', {
  tag: '@smoke',
}, async ({ page, home }) => {
  const scene = await setScene(page, home);
  await opensTheFirst(page, scene);
  await answersAndGoesOn(page, scene);
  await expectNoPointer(page);
});

test('a conversation is assigned with a note, labelled, and a colleague named', { tag: '@smoke' }, async ({
  page,
  home,
}) => {
  const scene = await setScene(page, home);
  await usesPalette(page, 'Noor Haddad');
  await scene.opened('Noor Haddad');
  await waitForInboxKeyboard(page);
  await handsOver(page, scene);
  await expectNoPointer(page);
});

test('a failed message is sent again and one that waits discarded', { tag: '@smoke' }, async ({ page, home }) => {
  const scene = await setScene(page, home);
  await opensTheFirst(page, scene);
  await mendsAndFinishes(page, scene);
  await expectNoPointer(page);
});

test('an agent’s hour by keyboard alone', async ({ page, home }) => {
  test.setTimeout(240_000);
  const scene = await setScene(page, home);
  await test.step('reads and answers', () => opensTheFirst(page, scene).then(() => answersAndGoesOn(page, scene)));
  await test.step('hands over', () => handsOver(page, scene));
  await test.step('mends what did not leave', () => mendsAndFinishes(page, scene));
  await test.step('finds, forwards, snoozes', () => findsForwardsSnoozesAndReopens(page, scene));
  await test.step('is done, and reopens', () => finishesAndReopens(page, scene, 'Jon Berg'));
  await test.step('used no pointer', () => expectNoPointer(page));
});
