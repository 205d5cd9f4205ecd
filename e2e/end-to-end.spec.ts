import type { Page } from '@playwright/test';
import { business, owner } from './support/api.ts';
import { expect, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

// The service worker is allowed: offline storage, files, and an unreachable server are tested.
test.use({ serviceWorkers: 'allow' });

const greeting = 'Hello';
const reply = 'Hello from Kestrel Cycles. What can we do for you?';
const afterwards = 'Still here after the crash.';

/** The bubble with a text, wherever a page shows the conversation. */
function bubble(page: Page, words: string) {
  return page.locator('[data-first], [data-last], [data-message]').filter({ hasText: words }).last();
}

/** Records every state of a bubble's ticks, also short ones. */
async function noteTicks(page: Page, words: string): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const seen = (window.seenTicks = []);
    const look = () => {
      for (const item of document.querySelectorAll('[data-first], [data-last], [data-message]')) {
        if (!item.textContent.includes(${JSON.stringify(words)})) continue;
        const state = item.querySelector('[role="img"]')?.getAttribute('aria-label');
        if (state && seen.at(-1) !== state) seen.push(state);
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }`);
  return () => page.evaluate<string[]>('window.seenTicks');
}

test('a customer writes, the team answers, and a crash loses nothing', { tag: '@data' }, async ({
  context,
  freshServer,
  watch,
}) => {
  const inbox = await context.newPage();
  const sandbox = await context.newPage();

  await test.step('the setup link creates the first user', async () => {
    await inbox.goto(await freshServer.setupUrl());
    await inbox.getByLabel('Your name').fill(owner.name);
    await inbox.getByLabel('Email').fill(owner.email);
    await inbox.getByLabel('Password').fill(owner.password);
    await inbox.getByRole('button', { name: 'Continue' }).click();
    await expect(inbox.getByRole('heading', { name: 'About your business' })).toBeVisible();
  });

  await test.step('business name, country and time zone create the account', async () => {
    await inbox.getByLabel('Business name').fill(business.name);
    for (const [label, words, option] of [
      ['Country', 'United King', 'United Kingdom'],
      ['Time zone', 'London', /London/],
    ] as const) {
      const field = inbox.getByRole('combobox', { name: label }).or(inbox.getByRole('textbox', { name: label }));
      await field.click();
      await field.fill(words);
      await inbox.getByRole('option', { name: option }).first().click();
    }
    await inbox.getByRole('button', { name: 'Continue' }).click();
    await inbox.getByRole('button', { name: 'Skip for now' }).click();
    await expect(inbox.getByRole('heading', { name: 'Connect a number, or try first?' })).toBeVisible();
    await inbox.getByRole('link', { name: 'Skip for now' }).click();
    await expect(inbox).toHaveURL(`${freshServer.url}/inbox`);
    await expect(inbox).toHaveTitle('Inbox · Parley');
  });

  const customer = sandbox.getByRole('region', { name: 'Customer’s phone' });
  await test.step('the customer writes on the simulated phone', async () => {
    await sandbox.goto(`${freshServer.url}/sandbox`);
    await customer.getByLabel('Message').fill(greeting);
    await customer.getByRole('button', { name: 'Send' }).click();
    await expect(bubble(sandbox, greeting)).toBeVisible();
  });

  const row = inbox.getByRole('main').getByRole('link').filter({ hasText: 'Layla Haddad' });
  await test.step('the thread appears in the inbox live', async () => {
    await expect(row).toContainText(greeting);
    await row.click();
    await expect(bubble(inbox, greeting)).toBeVisible();
  });

  await test.step('the ticks follow the phone: clock, one, two, filled', async () => {
    // A button shows the change before the simulated WhatsApp has applied it.
    for (const name of ['Never reads', 'Offline']) {
      const applied = sandbox.waitForResponse('**/api/sandbox/phones/*');
      await customer.getByRole('button', { name }).click();
      await expect(customer.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
      await applied;
    }
    const states = await noteTicks(inbox, reply);

    await inbox.getByRole('textbox', { name: 'Reply' }).fill(reply);
    await inbox.getByRole('textbox', { name: 'Reply' }).press('Enter');
    await expect(bubble(inbox, reply).getByRole('img', { name: 'Sent' })).toBeVisible();

    await customer.getByRole('button', { name: 'Offline' }).click();
    await expect(bubble(inbox, reply).getByRole('img', { name: 'Delivered' })).toBeVisible();
    await expect(customer.getByText(reply)).toBeVisible();

    await customer.getByRole('button', { name: 'Reads messages automatically' }).click();
    await expect(bubble(inbox, reply).getByRole('img', { name: 'Read' })).toBeVisible();
    expect(await states()).toEqual(['Queued', 'Sent', 'Delivered', 'Read']);
  });

  await test.step('after kill -9 and a restart everything is there, and work continues', async () => {
    watch.expect(...noAnswer);
    await freshServer.kill();
    await freshServer.start();
    await Promise.all([inbox.reload(), sandbox.reload()]);
    await expect(bubble(inbox, greeting)).toBeVisible();
    await expect(bubble(inbox, reply).getByRole('img', { name: 'Read' })).toBeVisible();
    await expect(inbox).toHaveURL(/\/inbox\//);
    await expect(customer.getByText(reply)).toBeVisible();
    watch.expectNothing();

    await inbox.getByRole('textbox', { name: 'Reply' }).fill(afterwards);
    await inbox.getByRole('textbox', { name: 'Reply' }).press('Enter');
    await expect(customer.getByText(afterwards)).toBeVisible();
    await expect(bubble(inbox, afterwards).getByRole('img', { name: 'Read' })).toBeVisible();
    await expect(customer.getByText(reply)).toHaveCount(1);
    await expect(inbox.locator('[data-message]').filter({ hasText: reply })).toHaveCount(1);
  });
});
