import { addMember, claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor, uniqueUser } from './support/users.ts';
import { noAnswer } from './support/watch.ts';

const patient = { timeout: 30_000 };

test('two members in one conversation see each other, also after a kill -9, and do not answer twice unasked', {
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
  const row = page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link')
    .filter({ hasText: 'Is the repair done?' });
  const presence = page.getByRole('region', { name: 'Conversation' }).getByText(/^Omar is /);
  const replyOf = (at: typeof page) => at.getByRole('textbox', { name: 'Reply' });

  await test.step('who looks at a conversation and who types is seen in the list and above the field', async () => {
    await other.goto(`${server.url}/inbox/${threadId}?view=active`);
    await expect(row).toContainText('Omar is viewing', patient);
    await page.goto(`${server.url}/inbox/${threadId}?view=active`);
    await expect(presence).toHaveText('Omar is viewing', patient);
    await replyOf(other).pressSequentially('It is');
    await expect(presence).toHaveText('Omar is typing', patient);
  });

  await test.step('a reply beside one that is being written is asked about', async () => {
    await replyOf(page).fill('Tomorrow.');
    // Omar writes until the question is there, however slow the machine is.
    let asked = false;
    const writing = (async () => {
      while (!asked) await replyOf(other).pressSequentially(' on', { delay: 200 });
    })();
    try {
      await expect(presence).toHaveText('Omar is typing', patient);
      await replyOf(page).press('Enter');
      await expect(page.getByRole('alertdialog', { name: /^Omar.* is writing\. Send anyway\?$/ })).toBeVisible();
    } finally {
      asked = true;
      await writing;
    }
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(replyOf(page)).toHaveValue('Tomorrow.');
  });

  await test.step('killed and started again, both are seen again without a reload', async () => {
    watch.expect(...noAnswer);
    await server.kill();
    await expect(presence).toBeHidden(patient);
    await server.start();
    await expect(presence).toBeVisible({ timeout: 60_000 });
  });

  await test.step('a reply written offline, answered by another member meanwhile, is sent only when confirmed', async () => {
    await page.context().setOffline(true);
    await replyOf(page).fill('It is ready tomorrow.');
    await replyOf(page).press('Enter');
    const own = page.getByRole('region', { name: 'Conversation' }).getByText('It is ready tomorrow.');
    await expect(own).toBeVisible();
    await replyOf(other).fill('It was picked up.');
    await replyOf(other).press('Enter');
    await expect(other.locator('[data-message]').filter({ hasText: 'It was picked up.' })).toBeVisible();
    await waitForThread(server, token, 'It was picked up.');
    await page.context().setOffline(false);
    await expect(page.getByText('Omar already replied. Send anyway?')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await expect(other.locator('[data-message]').filter({ hasText: 'It is ready tomorrow.' })).toHaveCount(1, patient);
    await page.reload();
    await expect(own).toHaveCount(1, patient);
  });

  await test.step('who leaves is not shown any more', async () => {
    await other.context().close();
    await expect(presence).toBeHidden(patient);
  });
});
