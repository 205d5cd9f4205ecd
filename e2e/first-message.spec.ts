import { business, owner } from './support/api.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

// The service worker is allowed: offline storage, files, and an unreachable server are tested.
test.use({ serviceWorkers: 'allow' });

const greeting = 'Is my bike ready?';
const reply = 'It is. Come by today.';

/*
 * From a start on an empty folder to a message each way, with one user and one browser. The count is printed, not
 * asserted: speed belongs to the measurements.
 */
test('a first message each way on a new folder', { tag: '@smoke' }, async ({ page, watch }) => {
  const beganMs = performance.now();
  const server = await startServer({}, 'empty');
  const startedMs = performance.now();
  try {
    await page.goto(await server.setupUrl());
    await page.getByLabel('Your name').fill(owner.name);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Business name').fill(business.name);
    for (const [label, words, option] of [
      ['Country', 'United King', 'United Kingdom'],
      ['Time zone', 'London', /London/],
    ] as const) {
      const field = page.getByRole('combobox', { name: label }).or(page.getByRole('textbox', { name: label }));
      await field.fill(words);
      await page.getByRole('option', { name: option }).first().click();
    }
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await expect(page.getByRole('heading', { name: 'Connect a number, or try first?' })).toBeVisible();

    await page.goto(`${server.url}/sandbox`);
    const customer = page.getByRole('region', { name: 'Customer’s phone' });
    const team = page.getByRole('region', { name: 'Your team' });
    await customer.getByLabel('Message').fill(greeting);
    await customer.getByRole('button', { name: 'Send' }).click();
    await expect(team.getByText(greeting)).toBeVisible();
    await team.getByLabel('Reply to Layla Haddad').fill(reply);
    await team.getByRole('button', { name: 'Send' }).click();
    await expect(customer.getByText(reply)).toBeVisible();

    const seconds = (fromMs: number) => ((performance.now() - fromMs) / 1000).toFixed(1);
    const count = `${seconds(beganMs)} s, ${seconds(startedMs)} s of them after the start`;
    test.info().annotations.push({ type: 'first message each way', description: count });
    console.log(`first message each way after ${count}`);
  } finally {
    watch.stop();
    await server.close();
  }
});
