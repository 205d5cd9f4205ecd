import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { addMember, claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor, uniqueUser } from './support/users.ts';
import { noAnswer } from './support/watch.ts';

const patient = { timeout: 30_000 };

test('a draft is shared, seen by another member, taken over, sent, and survives reload and kill -9', {
  tag: '@data',
}, async ({ page, browser, freshServer: server, watch }) => {
  test.setTimeout(180_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const second = { ...uniqueUser(owner), name: 'Omar Okafor' };
  await addMember(server, token, second);
  await writeAsCustomer(server, token, 'Is the repair done?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the repair done?');
  const other = await newVisitor(browser);
  await signIn(page, server, owner, '/inbox');
  await signIn(other, server, second, '/inbox');
  await page.goto(`${server.url}/inbox/${threadId}?view=active`);
  await other.goto(`${server.url}/inbox/${threadId}?view=active`);
  const partOf = (at: typeof page) => at.getByRole('region', { name: 'Shared drafts' });
  const replyOf = (at: typeof page) => at.getByRole('textbox', { name: 'Reply' });
  const shareOf = async (at: typeof page) => {
    await at.getByRole('button', { name: 'More to send' }).click();
    await at.getByRole('menuitem', { name: 'Share draft' }).click();
  };

  await test.step('only what is shared is seen, live and as it is typed', async () => {
    await page.getByRole('button', { name: 'More to send' }).click();
    await expect(page.getByRole('menuitem', { name: 'Share draft' })).toBeHidden();
    await page.keyboard.press('Escape');
    await replyOf(page).fill('It is ready');
    await shareOf(page);
    await expect(partOf(page)).toContainText('Your draft is shared with the team.', patient);
    await expect(partOf(other)).toContainText('Draft by Dana', patient);
    await expect(partOf(other)).toContainText('It is ready');
    await replyOf(page).fill('It is ready tomorrow');
    await expect(partOf(other)).toContainText('It is ready tomorrow', patient);
    await expectAccessible(other, 'a shared draft');
  });

  await test.step('private again, then shared again', async () => {
    await partOf(page).getByRole('button', { name: 'Stop sharing' }).click();
    await expect(partOf(other)).toBeHidden(patient);
    await expect(replyOf(page)).toHaveValue('It is ready tomorrow');
    await shareOf(page);
    await expect(partOf(other)).toContainText('It is ready tomorrow', patient);
  });

  await test.step('there after a reload and a killed server; without a connection it says so', async () => {
    await other.reload();
    await expect(partOf(other)).toContainText('It is ready tomorrow', patient);
    watch.expect(...noAnswer);
    await server.kill();
    await expect(partOf(other)).toContainText('You’re offline. Shared drafts may have changed.', patient);
    await expect(partOf(other).getByRole('button', { name: 'Use draft by Dana' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await server.start();
    await expect(partOf(other)).not.toContainText('You’re offline', { timeout: 60_000 });
    await expect(partOf(other)).toContainText('It is ready tomorrow');
    await expect(partOf(page)).toContainText('Your draft is shared with the team.', { timeout: 60_000 });
    await expect(partOf(page)).not.toContainText('You’re offline', { timeout: 60_000 });
  });

  await test.step('taken over by keyboard on a phone: it is in the field, and its first member is told', async () => {
    await other.setViewportSize({ width: 390, height: 844 });
    await expectNoHorizontalScroll(other, 'a shared draft on a phone');
    await partOf(other).getByRole('button', { name: 'Use draft by Dana' }).focus();
    await other.keyboard.press('Enter');
    await expect(replyOf(other)).toHaveValue('It is ready tomorrow', patient);
    await expect(replyOf(other)).toBeFocused();
    await expect(partOf(other)).toContainText('Your draft is shared with the team.', patient);
    await expect(partOf(page)).toContainText('Omar took over your draft', patient);
    await page.reload();
    await expect(partOf(page)).toContainText('Omar took over your draft', patient);
    await expect(replyOf(page)).toHaveValue('');
    await other.reload();
    await expect(replyOf(other)).toHaveValue('It is ready tomorrow', patient);
  });

  await test.step('sent, it is gone for both, also after a reload', async () => {
    await replyOf(other).press('End');
    await replyOf(other).pressSequentially('.');
    await other.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('[data-message]').filter({ hasText: 'It is ready tomorrow.' })).toHaveCount(1, patient);
    await expect(partOf(page)).toBeHidden(patient);
    await expect(partOf(other)).toBeHidden(patient);
    await page.reload();
    await expect(page.locator('[data-message]').filter({ hasText: 'It is ready tomorrow.' })).toHaveCount(1, patient);
    await expect(partOf(page)).toBeHidden();
    await expect(replyOf(page)).toHaveValue('');
  });
  await other.context().close();
});
