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
