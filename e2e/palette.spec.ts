import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { addContacts } from './support/contacts.ts';
import { waitForKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
}

test('the palette finds a section of the settings by another word for it, and opens it at its place', async ({
  page,
  home,
}) => {
  await signIn(page, home.server, home.user, '/settings');
  const settings = palette(page).getByRole('group', { name: 'Settings' });
  await waitForKeyboard(page);

  for (const [words, title, hash] of [
    ['opening hours', 'Working hours', 'hours'],
    // From another section of the same page.
    ['csat', 'Satisfaction rating', 'ratings'],
    ['recovery codes', 'Two-step verification', 'two-step'],
  ] as const) {
    await search(page, words);
    await expect(chosen(page)).toHaveText(title);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#${hash}$`));
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
  }
  await search(page, 'audit');
  await settings.getByRole('option', { name: 'Audit log' }).click();
  await expect(page).toHaveURL(/\/settings\/business\?show=audit$/);
  // What is a command as well is offered once.
  await search(page, 'keyboard');
  await expect(palette(page).getByRole('option', { name: /^Keyboard shortcuts/ })).toHaveCount(1);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('hotkeys');
  await expect(chosen(page)).toHaveText('Keyboard shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('messages in the palette show who wrote them and when, and all of them open in the inbox', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the bell in stock?');
  const call = <T>(method: string, path: string, body?: unknown) => apiCall<T>(server.url, method, path, body, token);
  const { channel_id } = await call<{ channel_id: string }>('GET', `/api/threads/${threadId}`);
  const text = { source: 'INBOX', type: 'text', text: { body: 'The bell is in stock.' } };
  await call('POST', '/api/messages', { channel_id, thread_id: threadId, ...text });
  await signIn(page, server, user, '/contacts');
  await waitForKeyboard(page);
  await search(page, 'bell');
  const messages = palette(page).getByRole('group', { name: 'Messages' }).getByRole('option');
  await expect(messages).toHaveText([
    /Ana Silva\s*You: The bell is in stock\.\s*\d\d:\d\d/,
    /Ana Silva\s*Ana Silva: Is the bell in stock\?\s*\d\d:\d\d/,
    'Show all results',
  ]);
  await expect(messages.locator('mark')).toHaveText(['bell', 'bell']);
  await messages.last().click();
  await expect(page).toHaveURL(/\/inbox/);
  await expect(page.getByRole('searchbox', { name: 'Search conversations by name or number' })).toHaveValue('bell');
  const list = page.getByRole('region', { name: 'Conversations' });
  await expect(list.getByRole('region', { name: 'Messages' }).getByRole('link')).toHaveCount(2);
});

test('names that begin with the text come first, in the palette and in Compose, and Enter takes the highlighted one', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  await addContacts(server, await home.token(), [
    { name: 'Amara Okafor', phone_number: '+447700900634' },
    { name: 'Ben Amara', phone_number: '+447700900635' },
    { name: 'Aisha Kamara', phone_number: '+447700900636' },
  ]);
  const order = [/Amara Okafor/, /Ben Amara/, /Aisha Kamara/];
  await signIn(page, server, user, '/compose');
  await waitForKeyboard(page);
  await search(page, 'amara');
  await expect(palette(page).getByRole('group', { name: 'Contacts' }).getByRole('option')).toHaveText(order);
  await expect(palette(page).getByRole('option').locator('mark')).toHaveText(['Amara', 'Amara', 'amara']);
  await expect(chosen(page)).toHaveText(order[0] as RegExp);
  await page.keyboard.press('Escape');

  const to = page.getByRole('combobox', { name: 'To' });
  await to.fill('amara');
  const offers = page.getByRole('listbox', { name: 'Contacts and lists' }).getByRole('option');
  await expect(offers).toHaveText(order);
  await expect(offers.locator('mark')).toHaveText(['Amara', 'Amara', 'amara']);
  await expect(offers.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Amara Okafor' })).toBeVisible();

  await test.step('a number is taken as it is typed, unless another is chosen', async () => {
    await to.fill('077009006');
    await expect(offers).not.toHaveCount(0);
    await expect(offers.and(page.locator('[aria-selected="true"]'))).toHaveCount(0);
    await page.keyboard.press('ArrowUp');
    await expect(offers.last()).toHaveAttribute('aria-selected', 'true');
  });
});
