import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { broadcastsOf, sandboxPhones } from './support/broadcasts.ts';
import { waitForKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';

// Whole journeys: on a busy machine each takes minutes.
test.describe.configure({ timeout: 360_000 });

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Broadcasts' }).getByRole('row').filter({ hasText: name });
const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Figures' }).getByRole('button', { name: new RegExp(`^${name}`) });
/** The number beside the bar of a figure. */
const countOf = async (page: Page, name: string) =>
  Number((await figure(page, name).locator('b').innerText()).replaceAll(',', ''));
const recipients = (page: Page) => page.getByRole('table', { name: 'Recipients' }).locator('tbody tr');
const press = async (page: Page, key: string) => {
  await page.getByRole('main').focus();
  await waitForKeyboard(page);
  await page.keyboard.press(key);
};

test('a broadcast while it is sent: paused, resumed, cancelled, archived', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  const broadcasts = await broadcastsOf(server, token);
  await signIn(page, server, user);

  await test.step('an account without broadcasts offers two ways to create one', async () => {
    await page.goto(`${server.url}/broadcast/history`);
    await expect(page.getByRole('heading', { name: 'No broadcasts yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create broadcast' })).toHaveAttribute('href', '/broadcast');
    await expect(page.getByRole('button', { name: 'Try it in the sandbox' })).toBeVisible();
    await expectAccessible(page, 'no broadcasts');
  });

  // Enough recipients that it does not end before the checks.
  const sale = await broadcasts.draft('Spring sale', sandboxPhones(4_000));
  await test.step('broadcasts created and started in another browser appear in the table and the rail', async () => {
    await expect(row(page, 'Spring sale')).toContainText('Draft');
    await broadcasts.start(sale);
    await expect(row(page, 'Spring sale')).toContainText('Sending');
    await expect(row(page, 'Spring sale')).toContainText('4,000', { timeout: 60_000 });
    await expect(page.getByRole('link', { name: /Broadcast.*1 running/ })).toBeVisible();
  });

  await test.step('J and Enter open it; its figures update without a reload', async () => {
    await press(page, 'j');
    await expect(page.locator('[data-row="0"] [data-row-open]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/broadcast/history/${sale.id}$`));
    await expect(page.getByRole('progressbar', { name: 'Sending' })).toBeVisible();
    await expect.poll(() => countOf(page, 'Delivered'), { timeout: 60_000 }).toBeGreaterThan(0);
    await expect(recipients(page).first()).toContainText(/Sent|Delivered/);
  });

  await test.step('it pauses, and says so', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Paused. No more messages are sent.', { exact: false })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Paused' })).toBeVisible();
    await expect.poll(async () => (await broadcasts.now(sale)).state).toBe('PAUSED');
    await expect(page.getByRole('link', { name: /Broadcast.*running/ })).toHaveCount(0);
    await expectAccessible(page, 'a paused broadcast');
    await expectNoHorizontalScroll(page, 'a paused broadcast');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a figure shows its recipients, and the address contains the filter', async () => {
    await figure(page, 'Queued').click();
    await expect(page).toHaveURL(/show=queued/);
    await page.reload();
    await expect(figure(page, 'Queued')).toHaveAttribute('aria-pressed', 'true');
    await expect(recipients(page).first()).toContainText('Queued');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('900003');
    await expect(page).toHaveURL(/q=.*900003/);
    await expect(recipients(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Show all' }).click();
  });

  await test.step('its name is edited in place', async () => {
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring sale, first week');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Spring sale, first week');
    await expect.poll(async () => (await broadcasts.now(sale)).name).toBe('Spring sale, first week');
  });

  await test.step('it resumes, and is cancelled after a confirmation with the count', async () => {
    const before = await countOf(page, 'Sent');
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('progressbar', { name: 'Sending' })).toBeVisible();
    await expect.poll(() => countOf(page, 'Sent'), { timeout: 60_000 }).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Stop' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Stop Spring sale, first week permanently?');
    await question.getByRole('button', { name: /^Stop and skip [\d,]+ recipients$/ }).click();
    await expect(question).toHaveCount(0);
    const stopped = await broadcasts.becomes(
      sale,
      ({ state, counters }) => state === 'CANCELLED' && counters.queued === 0,
    );
    await expect.poll(() => countOf(page, 'Excluded')).toBe(stopped.counters.skipped);
    await figure(page, 'Excluded').click();
    await expect(recipients(page).first()).toContainText('The broadcast was stopped before their turn');
  });

  await test.step('the timeline shows who did what, the message tab what was sent', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('Dana Whitfield stopped the broadcast')).toBeVisible();
    await expect(page.getByText('Dana Whitfield paused the broadcast')).toBeVisible();
    await page.getByRole('tab', { name: 'Message' }).click();
    await expect(page.getByText('Hello from the sandbox')).toBeVisible();
    await expectAccessible(page, 'the message of a broadcast');
  });

  await test.step('an ended broadcast is archived, and restored by Undo', async () => {
    await page.getByRole('button', { name: 'Archive' }).click();
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await undo.hover();
    await expect.poll(async () => (await broadcasts.now(sale)).archived_at).not.toBeNull();
    await undo.click();
    await expect.poll(async () => (await broadcasts.now(sale)).archived_at).toBeNull();
  });
});

test('failed recipients are grouped by reason and retried; two broadcasts are compared', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  const broadcasts = await broadcastsOf(server, token);
  const first = await broadcasts.draft('Without luck', sandboxPhones(3));
  const second = await broadcasts.draft('With luck', sandboxPhones(5));
  await broadcasts.failNext(131_053);
  await broadcasts.start(first);
  await broadcasts.becomes(first, ({ state, counters }) => state === 'FINISHED' && counters.failed === 1);
  await broadcasts.start(second);
  await broadcasts.becomes(second, ({ state }) => state === 'FINISHED');
  await signIn(page, server, user);

  await test.step('filters are part of the address', async () => {
    await page.goto(`${server.url}/broadcast/history`);
    await expect(row(page, 'Without luck')).toContainText('Finished with failures');
    await page.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Draft' }).click();
    await expect(page).toHaveURL(/status=draft/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No matching broadcasts' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('searchbox', { name: 'Name of a broadcast' }).fill('without');
    await expect(row(page, 'With luck')).toHaveCount(0);
    await expect(row(page, 'Without luck')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Name of a broadcast' }).fill('');
    await expect(row(page, 'With luck')).toBeVisible();
    await expectAccessible(page, 'the history of broadcasts');
    await expectNoHorizontalScroll(page, 'the history of broadcasts');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('two are compared by their rates', async () => {
    await page.getByRole('checkbox', { name: 'Select Without luck' }).check();
    await page.getByRole('checkbox', { name: 'Select With luck' }).check();
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare two broadcasts' });
    await expect(dialog.getByRole('row', { name: /^Failed/ })).toContainText('33.3%');
    await expectAccessible(page, 'two broadcasts', { part: 'dialog' });
    await page.keyboard.press('Escape');
  });

  await test.step('a failure reason shows its count, the next step and one button', async () => {
    await row(page, 'Without luck').locator('[data-row-open]').click();
    const why = page.getByRole('region', { name: 'Why 1 recipient didn’t get it' });
    await expect(why).toContainText('WhatsApp does not accept the file');
    await why.getByRole('button', { name: /^Show 1/ }).click();
    await expect(page).toHaveURL(/reason=whatsapp_131053/);
    await expect(recipients(page)).toHaveCount(1);
    await expect(recipients(page)).toContainText('Failed');
    await expectAccessible(page, 'a broadcast with failures');
  });

  await test.step('E keeps a file of them', async () => {
    await page.getByRole('main').focus();
    await waitForKeyboard(page);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
    expect(file.suggestedFilename()).toBe('Without luck.xlsx');
  });

  await test.step('E saves a file of them', async () => {
    await page.getByRole('button', { name: 'Show all' }).click();
    await press(page, 'r');
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('checkbox', { name: 'Failed, 1 recipient' })).toBeChecked();
    await question.getByRole('button', { name: 'Send again to 1' }).click();
    await expect(question).toHaveCount(0);
    const sent = await broadcasts.becomes(
      first,
      ({ state, counters }) => state === 'FINISHED' && counters.failed === 0,
    );
    expect(sent.counters.delivered + sent.counters.sent + sent.counters.read).toBe(3);
    await expect(page.getByRole('region', { name: /^Why/ })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('Dana Whitfield resent to undelivered recipients')).toBeVisible();
  });

  await test.step('a duplicate is a draft that can be edited', async () => {
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await expect(page).toHaveURL(/\/broadcast\?id=/);
    await page.goto(`${server.url}/broadcast/history`);
    await expect(row(page, 'Without luck again')).toContainText('Draft');
  });
});

test('a missing broadcast, or one of another account, is the 404 page', async ({ page, home, watch }) => {
  await signIn(page, home.server, home.user);
  // The page relies on the server's 404.
  watch.expect(/404/);
  for (const id of ['01890000-0000-7000-8000-000000000000', 'no-such-id']) {
    await page.goto(`${home.server.url}/broadcast/history/${id}`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
});
