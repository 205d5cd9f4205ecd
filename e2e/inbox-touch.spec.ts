import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { finger } from './support/finger.ts';
import { expectLayersFit } from './support/layers.ts';
import { expect, signIn, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a long press opens what can be done with a message, and nothing moves under the finger', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  const long = `Is the bell in stock? ${'I would collect two of them on Saturday. '.repeat(4)}`;
  for (const text of ['Good morning', long, 'Thank you']) await writeAsCustomer(server, token, text, 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Thank you');
  await signIn(page, server, home.user, `/inbox/${threadId}`);
  const bubble = page.locator('[data-message]').filter({ hasText: 'Is the bell in stock?' });
  await expect(bubble.getByRole('button', { name: 'More actions', includeHidden: true })).toBeAttached();
  const words = bubble.getByText(/Is the bell in stock/);
  const before = await words.boundingBox();
  const touch = await finger(page);
  const menu = page.getByRole('menu', { name: 'Message actions' });
  const bar = page.getByRole('toolbar', { name: 'Reactions' });
  // Also the second time, when its buttons are there already.
  for (const turn of ['first', 'second']) {
    await test.step(`the ${turn} time`, async () => {
      await touch.down(words);
      await expect(bubble).toHaveAttribute('data-held');
      expect(await words.boundingBox()).toEqual(before);
      await touch.up();
      await expect(menu).toBeVisible();
      expect(await words.boundingBox()).toEqual(before);
      await expectLayersFit(page, 'what can be done with a message');
      await menu.getByRole('menuitem', { name: 'React' }).tap();
      await expect(bar.getByRole('button')).toHaveCount(7);
      await expectLayersFit(page, 'the reactions');
      await page.keyboard.press('Escape');
      await expect(bar).toBeHidden();
    });
  }
  await words.tap();
  expect(await words.boundingBox()).toEqual(before);
});

test('a row is done in reading direction, assigned against it, and the list refreshes when it is pulled', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  await writeAsCustomer(server, token, 'Thank you', 'Ben Okafor');
  await waitForThread(server, token, 'Thank you');
  await signIn(page, server, user, '/inbox');
  const touch = await finger(page);
  const row = page.getByRole('link', { name: /Ana Silva/ });
  const box = page.getByRole('region', { name: 'Conversations' });
  await expect(row).toHaveCSS('touch-action', 'pan-y pinch-zoom');
  const before = await row.boundingBox();

  await test.step('a short swipe does nothing, and neither does one after scrolling began', async () => {
    // The list is there before the code of its gestures.
    await expect(async () => {
      await touch.down(row);
      await touch.move(40);
      await expect(row).toHaveAttribute('data-swiped', 'begun', { timeout: 1_000 }).finally(touch.up);
    }).toPass({ timeout: 20_000 });
    await expect(row).not.toHaveAttribute('data-swiped');
    await touch.down(row);
    await touch.move(0, -30);
    await touch.move(150);
    await expect(row).not.toHaveAttribute('data-swiped');
    await touch.up();
    expect(await row.boundingBox()).toEqual(before);
  });

  await test.step('in reading direction it is done, which can be undone', async () => {
    await touch.down(row);
    await touch.move(120);
    await expect(row).toHaveAttribute('data-swiped', 'enough');
    await touch.up();
    await expect(page.getByText('Conversation done')).toBeVisible();
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(row).toBeVisible();
  });

  await test.step('against it the members are offered', async () => {
    await touch.down(row);
    await touch.move(-120);
    await touch.up();
    const members = page.getByRole('menu', { name: 'Assign' });
    await expectLayersFit(page, 'the members');
    await members.getByRole('menuitemradio', { name: /\bme\b/ }).tap();
    await expect(members).toBeHidden();
    await expect(row).toHaveAccessibleName(/Assigned to/);
  });

  await test.step('a conversation that comes meanwhile takes no other one’s place under the finger', async () => {
    await touch.down(row);
    await touch.move(120);
    await expect(row).toHaveAttribute('data-swiped', 'enough');
    await writeAsCustomer(server, token, 'Do you open on Sunday?', 'Chidi Eze');
    await expect(page.getByRole('link', { name: /Chidi Eze/ })).toBeVisible();
    await touch.up();
    await expect(row).toBeHidden();
    for (const name of [/Ben Okafor/, /Chidi Eze/]) await expect(page.getByRole('link', { name })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(row).toBeVisible();
  });

  await test.step('pulled down, the list is read again, without moving', async () => {
    const top = await box.getByRole('list').first().boundingBox();
    const read = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/threads');
    await touch.down(row);
    await touch.move(0, 200);
    await expect(page.getByText('Release to refresh')).toBeVisible();
    expect(await box.getByRole('list').first().boundingBox()).toEqual(top);
    await touch.up();
    await read;
    await expect(page.getByText('Refreshing…')).toBeHidden();
  });
});

test('from right to left a row is done and a message quoted towards the left', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'هل الجرس متوفر؟', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'هل الجرس متوفر؟');
  await signIn(page, server, user, '/inbox');
  await apiCall(server.url, 'PUT', '/api/auth/preferences', { direction: 'rtl' }, token);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const touch = await finger(page);
  const row = page.getByRole('link', { name: /Ana Silva/ });
  await expect(async () => {
    await touch.down(row);
    await touch.move(120);
    await expect(row).toHaveAttribute('data-swiped', 'enough', { timeout: 1_000 }).finally(touch.up);
  }).toPass({ timeout: 20_000 });

  await test.step('to the right the members are offered', async () => {
    const members = page.getByRole('menu', { name: 'Assign' });
    await expect(members).toBeVisible();
    await expectLayersFit(page, 'the members, from right to left');
    await page.keyboard.press('Escape');
    await expect(members).toBeHidden();
  });

  await test.step('to the left it is done; what it will be stands where the row has left', async () => {
    await touch.down(row);
    await touch.move(-120);
    const [word, moved] = [await page.locator('[data-kind="done"] svg').boundingBox(), await row.boundingBox()];
    expect(word?.x ?? 0).toBeGreaterThanOrEqual((moved?.x ?? 0) + (moved?.width ?? 0));
    await touch.up();
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(row).toBeVisible();
  });

  await test.step('a message is quoted to the left, and only there', async () => {
    await page.goto(`${server.url}/inbox/${threadId}`);
    const bubble = page.locator('[data-message]');
    const words = bubble.getByText('هل الجرس متوفر؟');
    await touch.down(words);
    await touch.move(120);
    await expect(bubble).not.toHaveAttribute('data-swiped');
    await touch.up();
    await touch.down(words);
    await touch.move(-120);
    await expect(bubble).toHaveAttribute('data-swiped', 'enough');
    await touch.up();
    await expect(page.getByRole('button', { name: 'Answer without quoting' })).toBeVisible();
  });
});
