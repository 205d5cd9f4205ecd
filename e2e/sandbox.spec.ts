import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createImage } from '../scripts/seed/image.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

test('settings of a phone chosen in quick succession are all applied', { tag: '@smoke' }, async ({ page, home }) => {
  await signIn(page, home.server, home.user, '/sandbox');
  const customer = page.getByRole('region', { name: 'Customer’s phone' });
  const habit = (name: string) => customer.getByRole('button', { name });
  let letGo = () => {};
  const blocked = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let puts = 0;
  // The first response is late: overtaken, it would revert the next choice.
  await page.route('**/api/sandbox/phones/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    puts += 1;
    if (puts > 1) return route.continue();
    const response = await route.fetch();
    await blocked;
    await route.fulfill({ response });
  });
  await habit('Never reads').click();
  await expect.poll(() => puts).toBe(1);
  await habit('Offline').click();
  // The request of the click would have been sent before this.
  await page.evaluate("fetch('/healthz').then(() => undefined)");
  expect(puts).toBe(1);
  letGo();
  for (const name of ['Never reads', 'Offline']) await expect(habit(name)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => puts).toBe(2);
  await page.unroute('**/api/sandbox/phones/*');
  await habit('Offline').click();
  await habit('Reads messages automatically').click();
  await expect(habit('Offline')).toHaveAttribute('aria-pressed', 'false');
  await expect(habit('Reads messages automatically')).toHaveAttribute('aria-pressed', 'true');
});

test('a sandbox whose data is damaged says so and begins anew', async ({ page, watch }) => {
  const server = await startServer();
  try {
    const { user } = await firstHome(server);
    const file = join(server.dataDir, 'simulator', 'books.sqlite');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, randomBytes(65_536));
    watch.expect(/\b503\b/);
    await signIn(page, server, user, '/sandbox');
    await expect(page.getByText('The sandbox’s data is damaged')).toBeVisible();
    await page.getByRole('button', { name: 'Begin anew' }).click();
    await page.getByRole('button', { name: 'Empty sandbox' }).click();
    await expect(page.getByRole('region', { name: 'Customer’s phone' })).toBeVisible();
  } finally {
    watch.stop();
    await server.close();
  }
});

test('the sandbox: clock, failures, behavior, files, traffic, scenarios, reset', async ({ page, home, watch }) => {
  test.setTimeout(600_000);
  const { server, user } = home;
  await signIn(page, server, user, '/sandbox');
  const customer = page.getByRole('region', { name: 'Customer’s phone' });
  const team = page.getByRole('region', { name: 'Your team' });
  const world = page.getByRole('region', { name: 'Clock and faults' });
  const say = async (words: string) => {
    await customer.getByLabel('Message').fill(words);
    await customer.getByLabel('Message').press('Enter');
    await expect(team.getByText(words)).toBeVisible();
  };
  const answer = async (words: string) => {
    await team.getByLabel('Reply to Layla Haddad').fill(words);
    await team.getByLabel('Reply to Layla Haddad').press('Enter');
  };

  await test.step('a message and its answer', async () => {
    await customer.getByRole('button', { name: 'Send hello' }).click();
    await expect(team.getByText('Hello')).toBeVisible();
    await answer('Good morning');
    await expect(customer.getByText('Good morning')).toBeVisible();
    // What a screen reader hears is of the one who wrote it, on both screens.
    for (const screen of [customer, team]) {
      await expect(screen.getByText('From the customer:').first()).toBeAttached();
      await expect(screen.locator('[data-first]').filter({ hasText: 'Good morning' })).toContainText('From us:');
      await expect(screen.locator('[data-first]').filter({ hasText: 'Hello' })).toContainText('From the customer:');
    }
  });

  await test.step('25 hours later the window is closed, until the customer writes', async () => {
    await world.getByRole('button', { name: '+ 25 h' }).click();
    await expect(world.getByText('25 hours ahead of the real time')).toBeVisible();
    await expect(team.getByText('The 24-hour window is closed.', { exact: false })).toBeVisible();
    await say('Still here');
    await expect(team.getByLabel('Reply to Layla Haddad')).toBeVisible();
  });

  await test.step('the clock has shortcuts', async () => {
    await page.getByRole('heading', { name: 'Sandbox' }).click();
    await page.keyboard.press('-');
    await expect(world.getByText('24 hours ahead of the real time')).toBeVisible();
    await world.getByRole('button', { name: 'Back to now' }).click();
    await expect(world.getByText('The real time')).toBeVisible();
    await say('Back again');
  });

  await test.step('the next message fails, the one after it arrives', async () => {
    // The radio button shows the change before the simulated WhatsApp has applied it.
    const taken = page.waitForResponse('**/api/sandbox/faults');
    await world.getByRole('radio', { name: /Can’t receive/ }).check();
    await taken;
    await answer('This one fails');
    await expect(team.locator('[data-failed]').filter({ hasText: 'This one fails' })).toBeVisible();
    await world.getByRole('radio', { name: 'Nothing' }).check();
    await answer('This one arrives');
    await expect(customer.getByText('This one arrives')).toBeVisible();
    await expect(customer.getByText('This one fails')).toHaveCount(0);
  });

  await test.step('an image both branches', async () => {
    const photo = {
      name: 'bike.png',
      mimeType: 'image/png',
      buffer: createImage([41, 98, 107], [226, 214, 188], 320, 240),
    };
    await customer.getByRole('button', { name: 'Send something else' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'Photo or video' }).click(),
    ]);
    await chooser.setFiles(photo);
    await expect(customer.getByRole('img', { name: 'Picture' })).toHaveCount(1);
    await expect(team.locator('img').first()).toBeVisible();
    await team.getByLabel('Team’s file').setInputFiles(photo);
    await expect(customer.getByRole('img', { name: 'Picture' })).toHaveCount(2);
  });

  await test.step('a sent message is edited and revoked', async () => {
    await say('At fvie');
    const bubble = customer.locator('[data-last]').filter({ hasText: 'At fvie' });
    await bubble.hover();
    await bubble.getByRole('button', { name: 'Change it' }).click();
    await customer.getByLabel('Message').fill('At five');
    await customer.getByLabel('Message').press('Enter');
    await expect(team.getByText('At five')).toBeVisible();
    await expect(customer.getByText('edited')).toBeVisible();
  });

  await test.step('a customer who blocks us neither receives nor writes', async () => {
    // The button shows the change before the simulated WhatsApp has applied it.
    const applied = page.waitForResponse('**/api/sandbox/phones/*');
    await customer.getByRole('button', { name: 'Blocks us' }).click();
    await expect(customer.getByRole('button', { name: 'Blocks us' })).toHaveAttribute('aria-pressed', 'true');
    await applied;
    await answer('Into the void');
    await expect(team.locator('[data-failed]').filter({ hasText: 'Into the void' })).toBeVisible();
    await customer.getByRole('button', { name: 'Blocks us' }).click();
    await expect(customer.getByRole('button', { name: 'Blocks us' })).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('traffic is shown, and a replayed webhook changes nothing', async () => {
    await say('Counted once');
    await world.getByRole('button', { name: 'Open' }).click();
    const drawer = page.getByRole('dialog', { name: 'Traffic' });
    await drawer.getByRole('radio', { name: 'Webhooks' }).check();
    const entry = drawer.locator('details').filter({ hasText: 'Counted once' }).first();
    await entry.locator('summary').click();
    await entry.getByRole('button', { name: 'Post again' }).click();
    await expect(page.getByText('Posted again: answered 200.').first()).toBeVisible();
    await expectAccessible(page, 'traffic');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(team.getByText('Counted once')).toHaveCount(1);
  });

  await test.step('a replayed call: the customer gets it again, the team sent it once', async () => {
    await answer('Said by a program');
    await expect(customer.getByText('Said by a program')).toBeVisible();
    await world.getByRole('button', { name: 'Open' }).click();
    const drawer = page.getByRole('dialog', { name: 'Traffic' });
    await drawer.getByRole('radio', { name: 'Calls' }).check();
    const entry = drawer.locator('details').filter({ hasText: 'Said by a program' }).first();
    await entry.locator('summary').click();
    await entry.getByRole('button', { name: 'Repeat' }).click();
    await expect(page.getByText('Repeated: answered 200.').first()).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(customer.getByText('Said by a program')).toHaveCount(2);
    await expect(team.getByText('Said by a program')).toHaveCount(1);
  });

  await test.step('the customer changes to another number; the conversation stays one', async () => {
    await customer.getByRole('button', { name: 'Send something else' }).click();
    await page.getByRole('menuitem', { name: 'Changed number' }).click();
    await expect(page.getByText('Layla Haddad changed their number.').first()).toBeVisible();
    await expect(customer.getByText(/^Layla Haddad, \+1 201/)).toBeVisible();
    // The conversation opens again at its unread messages.
    await team.getByRole('button', { name: /Jump to latest message$/ }).click();
    await expect(team.getByText('Said by a program')).toBeVisible();
    await say('From my new number');
  });

  await test.step('a real test phone waits until it is verified', async () => {
    await world.getByRole('button', { name: 'Manage test phones' }).click();
    const drawer = page.getByRole('dialog', { name: 'Real test phones' });
    await drawer.getByLabel('Whose phone').fill('My own phone');
    await drawer.getByLabel('Phone number').fill('+44 7700 900456');
    await drawer.getByRole('button', { name: 'Add test phone' }).click();
    const row = drawer.getByRole('article').filter({ hasText: 'My own phone' });
    await expect(row.getByText('Not verified yet')).toBeVisible();
    await expect(row.getByText('Connect a WhatsApp number first; this phone then writes to it.')).toBeVisible();
    await expectAccessible(page, 'test phones');
    await row.getByRole('button', { name: 'Remove My own phone' }).click();
    await expect(row).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(world.getByText('None. Test sends reach the sandbox only.')).toBeVisible();
  });

  await test.step('ten sandbox contacts are created, marked and left out of the count', async () => {
    await world.getByRole('button', { name: '10' }).click();
    await expect(world.getByText('10 in the list “Sandbox contacts”')).toBeVisible();
  });

  await test.step('a scenario is played to its expected end', async () => {
    await page.getByRole('button', { name: 'Scenarios' }).click();
    const drawer = page.getByRole('dialog', { name: 'Scenarios' });
    const row = drawer.getByRole('article').filter({ hasText: 'A first conversation' });
    await row.getByRole('button', { name: 'Play' }).click();
    await expect(row.getByText('Finished.')).toBeVisible();
    await drawer.getByLabel('Name of the scenario').fill('What I did');
    await drawer
      .getByRole('article')
      .filter({ hasText: 'Your activity' })
      .getByRole('button', { name: 'Keep' })
      .click();
    await expect(drawer.getByRole('article').filter({ hasText: 'What I did' }).first()).toBeVisible();
    await expectAccessible(page, 'scenarios');
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('reset empties both sides; scenarios stay', async () => {
    // The conversation on the screen is deleted: its requests at that moment find nothing.
    watch.expect(/404 .*\/api\/threads\//);
    // A look at the call of the phone that goes may come too late.
    watch.expect(/\b404\b.*\/phones\/\d+\/calls/);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Empty sandbox' }).click();
    await expect(customer.getByRole('button', { name: 'Send hello' })).toBeVisible();
    await expect(team.getByText('No conversation yet')).toBeVisible();
    await page.goto(`${server.url}/inbox`);
    await expect(page.getByText('Layla Haddad', { exact: false })).toHaveCount(0);
    await page.goto(`${server.url}/sandbox`);
    await page.getByRole('button', { name: 'Scenarios' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'What I did' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('on a phone one side at a time', async () => {
    await page.setViewportSize({ width: 320, height: 720 });
    await expectNoHorizontalScroll(page, 'the customer on a phone');
    await page.getByRole('button', { name: 'Simulation' }).click();
    await expect(world.getByText('Next send fails with')).toBeVisible();
    await expectNoHorizontalScroll(page, 'the world on a phone');
    await expectAccessible(page, 'the world on a phone');
  });
});
