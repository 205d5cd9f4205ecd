import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';
import { waitForServiceWorker } from './support/vitals.ts';

// The service worker is allowed: offline storage, files, and an unreachable server are tested.
test.use({ serviceWorkers: 'allow' });

/** Counting, sending and statuses may take long on a busy machine. */
const patient = { timeout: 60_000 };

/** An account whose sandbox has templates and contacts. @returns a token of its owner */
async function createAudience(server: ParleyServer, count = 12): Promise<string> {
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/sandbox/people', { from: 0, count }, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  return token;
}

const step = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`${name}$`) });
test('a broadcast from an empty page to sandbox contacts', { tag: '@smoke' }, async ({ page, freshServer: server }) => {
  test.setTimeout(300_000);
  const token = await createAudience(server);
  await signIn(page, server, owner, '/broadcast');

  await test.step('opening the page creates no draft', async () => {
    await expect(step(page, 'Name and channel').getByLabel('Name')).toHaveValue(/^Broadcast - /);
    const { data } = await apiCall<{ data: unknown[] }>(server.url, 'GET', '/api/campaigns', undefined, token);
    expect(data).toEqual([]);
    await expectAccessible(page, 'an empty broadcast');
  });

  await test.step('contacts of a list, counted by the server', async () => {
    await waitForKeyboard(page);
    await page.keyboard.press('Control+Enter');
    const audience = step(page, 'Audience');
    await audience
      .getByLabel(/^Sandbox contacts/)
      .first()
      .check();
    await expect(audience.getByText('12 recipients')).toBeVisible(patient);
    await expect(page).toHaveURL(/id=/);
    await expectAccessible(page, 'the audience');
    await audience.getByRole('button', { name: 'Recipients' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(12);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a template, with its greeting prefilled with first names', async () => {
    await page.keyboard.press('Control+Enter');
    const message = step(page, 'Message');
    await message.getByRole('button', { name: /^appointment_reminder/ }).click();
    await expect(message.getByLabel('Value for {{first_name}}')).toHaveValue('FIRST_NAME');
    await expect(message.getByText('Choose a value for {{day}}')).toHaveCount(0);
    await expect(page.getByRole('button', { name: '1 thing to fix' })).toBeVisible();
    await message.getByLabel('Text for {{day}}').fill('Friday');
    await expect(
      page.getByRole('complementary', { name: 'Preview' }).getByText('Friday', { exact: false }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: '1 thing to fix' })).toHaveCount(0);
    await expectAccessible(page, 'the message');
  });

  await test.step('the schedule, and the check', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(step(page, 'When').getByLabel('Now')).toBeChecked();
    await expectAccessible(page, 'when');
    await page.keyboard.press('Control+Enter');
    await expect(
      step(page, 'Check and send').getByText('WhatsApp has approved the template', { exact: false }),
    ).toBeVisible();
    await expectAccessible(page, 'the check');
  });

  await test.step('a test to the sandbox phone', async () => {
    await page.locator('[data-toolbar]').getByRole('button', { name: 'Send test' }).click();
    const drawer = page.getByRole('dialog', { name: 'Send test' });
    await drawer.getByRole('button', { name: 'Send the test' }).click();
    await expect(drawer.getByText(/^(Delivered|Read)$/).first()).toBeVisible(patient);
    await expectAccessible(page, 'a test', { part: 'dialog' });
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('five seconds to cancel, then it is sent', async () => {
    const send = page
      .getByRole('banner')
      .or(page.locator('[data-toolbar]'))
      .getByRole('button', { name: 'Send to 12 recipients' });
    await send.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(send).toBeVisible();
    await send.click();
    await expect(page).toHaveURL(/\/broadcast\/history\/[0-9a-f-]{36}/, patient);
    const { data } = await apiCall<{ data: { name: string; state: string }[] }>(
      server.url,
      'GET',
      '/api/campaigns',
      undefined,
      token,
    );
    expect(data).toHaveLength(1);
    expect(data[0]?.name).toMatch(/^appointment_reminder - /);
    expect(['RUNNING', 'FINISHED']).toContain(data[0]?.state);
  });
});

test('a draft survives reload, a killed server and a lost network, and shows its problems', { tag: '@data' }, async ({
  page,
  freshServer: server,
  watch,
}) => {
  test.setTimeout(300_000);
  const token = await createAudience(server, 600);
  // A sandbox customer with a one-word name: no last name.
  await writeAsCustomer(server, token, 'Hello', 'Cher');
  await waitForThread(server, token, 'Hello');
  type Contacts = { data: { phone_number: string }[] };
  const { data } = await apiCall<Contacts>(server.url, 'GET', '/api/contacts?search=Cher', undefined, token);
  const number = `+${data[0]?.phone_number}`;
  await signIn(page, server, owner, '/broadcast?step=audience');
  const saved = page.getByText('Saved');
  const audience = step(page, 'Audience');
  const message = step(page, 'Message');

  await test.step('reloading restores everything', async () => {
    await audience
      .getByLabel(/^Sandbox contacts/)
      .first()
      .check();
    await audience.getByRole('textbox', { name: /^Numbers/ }).fill(`${number}, 12`);
    await expect(audience.getByText('2 numbers: 1 contact, 1 invalid')).toBeVisible(patient);
    await expect(saved).toBeVisible(patient);
    await page.reload();
    await expect(audience.getByRole('textbox', { name: /^Numbers/ })).toHaveValue(`${number}\n12`);
    await expect(audience.getByLabel(/^Sandbox contacts/).first()).toBeChecked();
  });

  await test.step('text typed while the server is down is saved when it is back, also after a reload', async () => {
    watch.expect(/./);
    await page.goto(`${page.url().replace('step=audience', 'step=name')}`);
    await expect(step(page, 'Name and channel').getByLabel('Name')).toBeVisible();
    // Code that is still loading when the server dies would reload the page.
    await waitForServiceWorker(page);
    await server.kill();
    await step(page, 'Name and channel').getByLabel('Name').fill('Winter tyres');
    await expect(page.getByText('Saved on this device; synced when the server responds')).toBeVisible(patient);
    await server.start();
    await page.reload();
    await expect(step(page, 'Name and channel').getByLabel('Name')).toHaveValue('Winter tyres');
    await expect(saved).toBeVisible(patient);
    await expect
      .poll(async () => {
        const path = '/api/campaigns?state=DRAFT';
        return (await apiCall<{ data: { name: string }[] }>(server.url, 'GET', path, undefined, token)).data[0]?.name;
      }, patient)
      .toBe('Winter tyres');
    watch.expectNothing();
  });

  await test.step('contacts without a value are listed, and excluded on request', async () => {
    await page.goto(page.url().replace('step=name', 'step=message'));
    await message.getByRole('button', { name: /^order_ready.*en_US/ }).click();
    await message.getByLabel('Value for Body variable 1').selectOption('LAST_NAME');
    await message.getByLabel('Text for Body variable 2').fill('A-17');
    await message.getByLabel(/^Text for URL suffix/).fill('A-17');
    await expect(message.getByText('1 recipient has no value for Body variable 1')).toBeVisible(patient);
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expect(preview.getByText(/Hi FIX VALUE, your order A-17/)).toBeVisible(patient);
    await expectAccessible(page, 'a value to fix');
    await expectNoHorizontalScroll(page, 'a value to fix');
    await message.getByRole('button', { name: 'Exclude them' }).click();
    await expect(message.getByText('1 recipient has no value for Body variable 1')).toHaveCount(0);
    await expect(preview.getByText(/Hi FIX VALUE/)).toHaveCount(0, patient);
  });

  await test.step('more than 500 recipients: the number must be typed', async () => {
    const send = page.locator('[data-toolbar]').getByRole('button', { name: 'Send to 600 recipients' });
    await expect(send).toBeVisible(patient);
    await send.click();
    const number = page.getByLabel('Type the number of recipients to confirm');
    await expect(number).toBeFocused();
    await expect(page.getByText('Nothing was sent yet. Type 600, then send again.')).toBeVisible();
    await number.fill('60');
    await expect(page.getByText('The number doesn’t match the number of recipients.')).toBeVisible();
    await number.fill('600');
    await send.click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible(patient);
  });

  await test.step('leaving before the five seconds are over sends nothing', async () => {
    await page.getByRole('link', { name: 'Broadcast history' }).click();
    await expect(page.getByText('Not sent. You left before the countdown ended; your draft is saved.')).toBeVisible();
    const path = '/api/campaigns';
    const { data } = await apiCall<{ data: { state: string }[] }>(server.url, 'GET', path, undefined, token);
    expect(data.map(({ state }) => state)).toEqual(['DRAFT']);
  });
});
