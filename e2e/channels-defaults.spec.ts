import type { Page, Route } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

// The service worker is allowed: offline storage, files, and an unreachable server are tested.
test.use({ serviceWorkers: 'allow' });

const greeting = 'Is my bike ready?';
const hourMs = 3_600_000;
type PhoneBook = { messages: { type: string; display: { body: string } | null }[] };

/** Texts of the templates on the customer's simulated phone. */
async function templatesOn(server: ParleyServer, token: string, phoneId: string): Promise<string[]> {
  const path = `/api/sandbox/phones/${encodeURIComponent(phoneId)}/updates?timeout=0`;
  const { messages } = await apiCall<PhoneBook>(server.url, 'GET', path, undefined, token);
  return messages.flatMap(({ type, display }) => (type === 'template' && display !== null ? [display.body] : []));
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Send a template' });
const field = (page: Page, variable: string) => sheet(page).getByLabel(variable);
const bubble = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Messages' }).locator('[data-last], [data-first]').filter({ hasText: words });
const arrived = (page: Page, words: string) =>
  expect(bubble(page, words).getByRole('img', { name: /^(?:Delivered|Read)$/ })).toBeVisible({ timeout: 120_000 });

test('templates are fetched and chosen as defaults of a channel, and sent where the reply window has closed', async ({
  page,
  freshServer: server,
  watch,
}) => {
  test.setTimeout(480_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const phoneId = await writeAsCustomer(server, token, greeting);
  const threadId = await waitForThread(server, token, greeting);
  await signIn(page, server, owner);

  await test.step("a channel gets its default templates from its row's menu", async () => {
    await page.goto(`${server.url}/channels`);
    await page.getByRole('button', { name: 'Actions for Sandbox' }).click();
    await page.getByRole('menuitem', { name: 'Default templates' }).click();
    await page.getByRole('button', { name: 'Sync templates' }).click();
    await expect(page.getByText(/^Templates synced: \d new/).first()).toBeVisible();
    for (const [label, template] of [
      ['When the reply window has closed', 'order_ready · en_US'],
      ['Before their first message', 'hello_world · en_US'],
    ] as const) {
      await page.getByLabel(label, { exact: false }).fill(template);
      await page.getByRole('option', { name: template }).click();
    }
    await expect(page.getByRole('figure', { name: 'How order_ready looks' })).toContainText('Hi Ana, your order A-17');
    await page.getByRole('button', { name: 'Save the templates' }).click();
    await expect(page.getByText('The templates of this channel were changed').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(/^When the reply window has closed/)).toHaveValue('order_ready · en_US');
    await expect(page.getByLabel(/^Before their first message/)).toHaveValue('hello_world · en_US');
    await expectAccessible(page, 'default templates');
    await expectNoHorizontalScroll(page, 'default templates');
  });

  await test.step('after the window has closed the default template is offered, filled in with known values', async () => {
    await page.goto(`${server.url}/inbox/${threadId}`);
    await page.getByRole('textbox', { name: 'Reply' }).fill('Half a thought');
    await apiCall(server.url, 'PUT', '/api/sandbox/clock', { offset_ms: 25 * hourMs }, token);
    await expect(page.getByText('The 24-hour window is closed.', { exact: false })).toBeVisible();
    const inPlace = page.getByRole('list', { name: 'Templates sent most' }).getByRole('button');
    await expect(inPlace.first()).toContainText('order_ready');
    await expect(inPlace.first()).toContainText('Hi Layla, your order FIX VALUE');
    await expectAccessible(page, 'templates in place of the field');
    await inPlace.first().click();
    await expect(field(page, 'First name')).toHaveValue('Layla');
    const preview = sheet(page).getByRole('figure');
    await expect(preview).toContainText('Hi Layla, your order FIX VALUE is ready to be picked up.');
    await expect(preview).toContainText('Track order');
    await expectAccessible(page, 'a template to fill in');
    await sheet(page).getByRole('button', { name: 'Send' }).click();
    await expect(field(page, 'Body variable 2')).toBeFocused();
    await expect(sheet(page).getByText('Enter a value.').first()).toBeVisible();
    await field(page, 'Body variable 2').fill('A-17 for {{NAME}}');
    await expect(preview).toContainText('your order A-17 for Layla Haddad is ready');
    await field(page, 'Body variable 2').fill('{{LAST_NAMES}}');
    await sheet(page).getByRole('button', { name: 'Send' }).click();
    await expect(sheet(page).getByText('This contact has no LAST_NAMES.', { exact: false })).toBeVisible();
    await field(page, 'Body variable 2').fill('A-17');
    await field(page, 'URL suffix of “Track order”').fill('A-17');
  });

  await test.step('sent while the server is down it waits, through a reload, and arrives once', async () => {
    watch.expect(...noAnswer);
    let lost = 0;
    const loseAnswer = async (route: Route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort();
    };
    const holdBack = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.fallback());
    await page.route('**/api/messages', holdBack);
    await sheet(page).getByRole('button', { name: 'Send' }).click();
    await expect(sheet(page)).toHaveCount(0);
    const sent = 'Hi Layla, your order A-17 is ready to be picked up.';
    await expect(bubble(page, sent).getByRole('img', { name: 'Queued' })).toBeVisible();
    await page.reload();
    await expect(bubble(page, sent).getByRole('img', { name: 'Queued' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Conversation' }).getByText('Half a thought')).toBeVisible();
    await server.kill();
    await server.start();
    // The route added last runs first: no attempt slips through in between.
    await page.route('**/api/messages', loseAnswer);
    await page.unroute('**/api/messages', holdBack);
    await arrived(page, sent);
    await page.unroute('**/api/messages', loseAnswer);
    expect(lost).toBe(1);
    await expect(bubble(page, sent)).toHaveCount(1);
    await expect(bubble(page, sent)).toContainText('Template order_ready');
    expect(await templatesOn(server, token, phoneId)).toEqual([sent]);
    watch.expectNothing();
  });

  await test.step('another one, by keyboard alone', async () => {
    await page.getByRole('button', { name: 'All templates' }).focus();
    await page.keyboard.press('Enter');
    await sheet(page).getByRole('button', { name: 'Choose another' }).focus();
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByRole('list', { name: 'Templates' }).getByRole('button').first()).toContainText(
      /order_ready.*Suggested first/,
    );
    await expectAccessible(page, 'templates to choose from');
    await sheet(page).getByLabel('Find a template').focus();
    await page.keyboard.type('hello_w');
    await expect(sheet(page).getByRole('list', { name: 'Templates' }).getByRole('button')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(sheet(page).getByRole('button', { name: 'Send' })).toBeFocused();
    await page.keyboard.press('Enter');
    await arrived(page, 'This template works without any values.');
    await expect.poll(async () => (await templatesOn(server, token, phoneId)).length).toBe(2);
  });

  await test.step('one that WhatsApp no longer accepts is refused with a message, and discarded', async () => {
    watch.expect(/ 422 /);
    const refuse = (route: Route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 422,
            json: {
              error: {
                code: 'validation_failed',
                message: '',
                data: [{ field: 'template.id', msg: 'WhatsApp calls hello_world PAUSED.' }],
                request_id: 'r',
              },
            },
          })
        : route.fallback();
    await page.route('**/api/messages', refuse);
    await page.getByRole('button', { name: 'All templates' }).click();
    await sheet(page).getByRole('button', { name: 'Choose another' }).click();
    await sheet(page)
      .getByRole('button', { name: /^hello_world/ })
      .click();
    await sheet(page).getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('WhatsApp calls hello_world PAUSED.')).toBeVisible();
    await page.unroute('**/api/messages', refuse);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('WhatsApp calls hello_world PAUSED.')).toHaveCount(0);
    expect(await templatesOn(server, token, phoneId)).toHaveLength(2);
    watch.expectNothing();
  });

  await test.step('on a phone it is full screen', async () => {
    await page.setViewportSize({ width: 320, height: 720 });
    await page.getByRole('button', { name: 'All templates' }).click();
    await expect(field(page, 'First name')).toHaveValue('Layla');
    await expect.poll(async () => (await sheet(page).boundingBox())?.width).toBe(320);
    await expectNoHorizontalScroll(page, 'a template on a phone');
    await sheet(page).getByRole('button', { name: 'From the contact into Body variable 2' }).click();
    await page.getByRole('menuitem', { name: /^Last name/ }).click();
    await expect(field(page, 'Body variable 2')).toHaveValue('Haddad');
    await sheet(page).getByRole('button', { name: 'Choose another' }).click();
    await expectNoHorizontalScroll(page, 'templates on a phone');
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
  });
});

test('without fetched templates they are fetched automatically', async ({ page, freshServer: server }) => {
  test.setTimeout(240_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  await writeAsCustomer(server, token, greeting);
  const threadId = await waitForThread(server, token, greeting);
  await apiCall(server.url, 'PUT', '/api/sandbox/clock', { offset_ms: 25 * hourMs }, token);
  await signIn(page, server, owner, `/inbox/${threadId}`);
  await page.getByRole('button', { name: 'All templates' }).click();
  await expect(sheet(page).getByRole('button', { name: /^hello_world/ })).toBeVisible();
  await expect(sheet(page).getByRole('button', { name: /^spring_offer/ })).toContainText('Marketing');
});
