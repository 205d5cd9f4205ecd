import type { Page, Route } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, signIn, type TestAccount, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

const greeting = 'Is the blue bike still there?';
const stranger = '+44 7700 900801';
type Scene = { token: string; threadId: string; number: string };
type Composed = { data: { id: string; to: string; type: string; status: number }[] };

/** An account with templates and one customer whose window is open. */
async function setScene(home: TestAccount): Promise<Scene> {
  const { server } = home;
  const token = await home.token();
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  await writeAsCustomer(server, token, greeting);
  const threadId = await waitForThread(server, token, greeting);
  const path = `/api/threads/${threadId}`;
  const { contact } = await apiCall<{ contact: { phone_number: string } }>(server.url, 'GET', path, undefined, token);
  return { token, threadId, number: `+${contact.phone_number}` };
}

const composed = (server: ParleyServer, token: string) =>
  apiCall<Composed>(server.url, 'GET', '/api/compose/history', undefined, token);

const to = (page: Page) => page.getByRole('combobox', { name: 'To' });
const template = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Templates' }).getByRole('button', { name });
const send = (page: Page) => page.getByRole('button', { name: /^Send( \d+ messages)?$/ });
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const results = (page: Page) => page.getByRole('region', { name: /The server has/ }).getByRole('listitem');
const patient = { timeout: 60_000 };

async function addNumber(page: Page, number: string): Promise<void> {
  await to(page).fill(number);
  await to(page).press('Enter');
  await expect(to(page)).toHaveValue('');
}

test('a first message by template, saved as a contact in the same step, survives reload and is sent once', {
  tag: '@smoke',
}, async ({ page, home, watch }) => {
  test.setTimeout(360_000);
  const { server, user } = home;
  const { token } = await setScene(home);
  await signIn(page, server, user);
  await page.goto(`${server.url}/compose?to=${encodeURIComponent(stranger)}`);
  await expect(page.getByRole('button', { name: /Remove \+44 7700 900801/ })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/compose`);
  await expect(page.locator('[data-recipient]')).toHaveAttribute('data-recipient', 'new');
  await expect(template(page, /order_ready en_US/)).toBeVisible();

  await test.step('nothing is sent while a value is missing, and the field shows it', async () => {
    await send(page).click();
    await expect(page.getByText('Choose a template.')).toBeFocused();
    await template(page, /order_ready en_US/).click();
    await send(page).click();
    await expect(page.getByLabel(/^For contacts without a value/)).toBeFocused();
    await expect(page.getByText(/1 recipient has nothing here/)).toBeVisible();
    await expect(preview(page)).toContainText('FIX VALUE');
    expect((await composed(server, token)).data).toEqual([]);
  });

  await test.step('the name of the new contact is in the message', async () => {
    await page.getByRole('checkbox', { name: 'Save +44 7700 900801 as contact' }).check();
    await page.getByLabel(/^Name of \+44 7700 900801/).fill('Layla Haddad');
    // A greeting gets the first name automatically; another variable is chosen and reset.
    const source = page.getByRole('combobox', { name: /is filled from/ }).nth(1);
    await source.click();
    await page.getByRole('option', { name: 'Phone number' }).click();
    await expect(preview(page)).toContainText('your order +447700900801');
    await source.click();
    await page.getByRole('option', { name: 'Fixed value' }).click();
    await page.getByLabel('Value for everyone').first().fill('A-17');
    await page.getByLabel('Value for everyone').last().fill('A-17');
    await expect(preview(page)).toContainText('Hi Layla, your order A-17 is ready to be picked up.');
    await expectAccessible(page, 'compose');
    await expectNoHorizontalScroll(page, 'compose');
  });

  await test.step('everything is there after a reload', async () => {
    await page.reload();
    await expect(preview(page)).toContainText('Hi Layla, your order A-17 is ready to be picked up.');
    await expect(page.getByLabel(/^Name of \+44 7700 900801/)).toHaveValue('Layla Haddad');
  });

  await test.step('a call without a response is repeated: one message', async () => {
    watch.expect(...noAnswer);
    let calls = 0;
    const lose = async (route: Route) => {
      calls += 1;
      if (calls > 1) return route.fallback();
      // The server has it, but its response is lost.
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route('**/api/compose', lose);
    await send(page).click();
    await expect(results(page)).toHaveCount(1, patient);
    expect(calls).toBeGreaterThan(1);
    await page.unroute('**/api/compose', lose);
    const { data } = await composed(server, token);
    expect(data.map(({ to: number, type }) => [number, type])).toEqual([['447700900801', 'template']]);
  });

  await test.step('the result updates automatically, and links to the conversation', async () => {
    await expect(results(page).getByText(/^(Sent|Delivered|Read)$/)).toBeVisible(patient);
    await expect(results(page)).toContainText('Layla Haddad');
    await expectAccessible(page, 'what became of it');
    await page.getByRole('link', { name: 'Open conversation' }).click();
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Hi Layla, your order A-17');
  });
});

test('a message that is sent while its number is looked up waits for the answer, and leaves by itself', async ({
  page,
  home,
}) => {
  test.setTimeout(240_000);
  const { server, user } = home;
  const { token, number } = await setScene(home);
  await signIn(page, server, user);
  await page.goto(`${server.url}/compose`);
  await template(page, /hello_world/).click();
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/contacts/multi*', async (route) => {
    await released;
    await route.continue();
  });
  await addNumber(page, number);
  await expect(page.locator('[data-recipient]')).toHaveAttribute('data-recipient', 'looking');
  await send(page).click();
  await expect(page.getByText('Sends when the numbers are checked.', { exact: false })).toBeVisible();
  await expect(send(page)).toHaveAttribute('aria-busy', 'true');

  await test.step('waiting can be given up', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(send(page)).not.toHaveAttribute('aria-busy', 'true');
    expect((await composed(server, token)).data).toEqual([]);
  });

  await waitForKeyboard(page);
  await page.keyboard.press('Control+Enter');
  await expect(send(page)).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(results(page)).toHaveCount(1, patient);
  const { data } = await composed(server, token);
  expect(data.map(({ to: sent }) => `+${sent}`)).toEqual([number]);
});

test('free text where the window is open, a template to the others; a refusal keeps every field', async ({
  page,
  home,
  watch,
}) => {
  test.setTimeout(360_000);
  const { server, user } = home;
  const { token, number, threadId } = await setScene(home);
  await signIn(page, server, user);
  await page.goto(`${server.url}/compose`);
  await expect(page.getByRole('list', { name: 'Templates' })).toBeVisible();

  await test.step('many numbers at once are recognised separately', async () => {
    await to(page).focus();
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text', '${number}\\n07700 900802; 12\\n07700 900802');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    const chips = page.locator('[data-recipient]');
    await expect(chips).toHaveCount(4);
    await expect(chips.nth(0)).toHaveAttribute('data-recipient', 'known');
    await expect(chips.nth(1)).toHaveAttribute('data-recipient', 'new');
    await expect(chips.nth(2)).toHaveAttribute('data-recipient', 'invalid');
    await expect(chips.nth(3)).toHaveAttribute('data-recipient', 'duplicate');
    await page.getByRole('radio', { name: 'Free text' }).check();
    await send(page).click();
    await expect(page.getByText(/Not phone numbers: 12/)).toBeVisible();
    await expect(to(page)).toBeFocused();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect(chips).toHaveCount(2);
  });

  await test.step('two groups, no recipient is missing', async () => {
    await expect(page.getByText(/Open conversation instead/)).toBeVisible();
    await expect(page.getByText(/, whose window is open\./)).toBeVisible();
    await expect(page.getByRole('heading', { name: /Template for \+44 7700 900802/ })).toBeVisible();
    await page.getByLabel('Text').fill('Yes, {{FIRST_NAME}}, it is.');
    await template(page, /hello_world/).click();
    await expect(preview(page)).toContainText('it is.');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(preview(page)).toContainText('+44 7700 900802');
  });

  await test.step('a refusal by the server writes nothing and keeps every field', async () => {
    watch.expect(/422/);
    await waitForKeyboard(page);
    const contact = await apiCall<{ contact_id: string }>(
      server.url,
      'GET',
      `/api/threads/${threadId}`,
      undefined,
      token,
    );
    const path = `/api/contacts/${contact.contact_id}/suppression`;
    await apiCall(server.url, 'PUT', path, { scope: 'all' }, token);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/marked as not to be written to/)).toBeVisible();
    await expect(page.getByLabel('Text')).toHaveValue('Yes, {{FIRST_NAME}}, it is.');
    expect((await composed(server, token)).data).toEqual([]);
    await apiCall(server.url, 'DELETE', path, undefined, token);
    watch.expectNothing();
  });

  await test.step('both go out together', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(results(page)).toHaveCount(2, patient);
    const { data } = await composed(server, token);
    expect(data.map(({ type }) => type).sort()).toEqual(['template', 'text']);
  });

  await test.step('more than five need a confirmation; more than twenty are not accepted', async () => {
    await page.getByRole('button', { name: 'Write another message' }).click();
    for (let at = 0; at < 6; at++) await addNumber(page, `07700 90081${at}`);
    // The list of templates moves down with each number that turns out to be new.
    await expect(page.getByRole('checkbox', { name: /^Save \+44/ })).toHaveCount(6);
    await template(page, /hello_world/).click();
    await expect(preview(page)).toContainText('works without any values');
    await send(page).click();
    await expect(page.getByRole('dialog', { name: 'Send 6 messages?' })).toBeVisible();
    await page.getByRole('button', { name: 'Not yet' }).click();
    await to(page).fill(Array.from({ length: 15 }, (_, at) => `07700 9009${10 + at}`).join(', '));
    await to(page).press('Enter');
    await expect(page.getByText(/up to 20 recipients; this would be 21/)).toBeVisible();
    await expect(to(page)).not.toHaveValue('');
    expect((await composed(server, token)).data).toHaveLength(2);
    await page.getByRole('button', { name: 'Make this a broadcast' }).click();
    await expect(page).toHaveURL(/\/broadcast\?/);
    await expect(
      page
        .getByRole('region', { name: /Audience$/ })
        .getByText(/21/)
        .first(),
    ).toBeVisible(patient);
    await expect(page.getByRole('region', { name: /Message$/ })).toContainText('hello_world');
  });

  await test.step('the history lists them, filters, repeats and exports', async () => {
    await page.goto(`${server.url}/compose/history`);
    const table = page.getByRole('table', { name: 'Composed messages' });
    await expect(table).toContainText('Yes,');
    await expect(table).toContainText('hello_world');
    await expectAccessible(page, 'compose history');
    await expectNoHorizontalScroll(page, 'compose history');
    await page.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Not sent' }).click();
    await expect(page.getByText('No matching messages')).toBeVisible();
    await expect(page).toHaveURL(/status=failed/);
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(table).toContainText('Yes,');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await file).suggestedFilename()).toBe('composed-messages.csv');
    await table
      .getByRole('row')
      .filter({ hasText: 'Yes,' })
      .getByRole('button', { name: /Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Replace it' }).click();
    await expect(page.getByLabel('Text')).toHaveValue(/^Yes, .*it is\.$/);
  });
});
