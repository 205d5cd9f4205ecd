import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForInboxKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';

test('away in one click, the load beside each name, and a note for whoever gets a conversation', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await apiCall(server.url, 'POST', '/api/user-groups', { name: 'Workshop' }, token);
  await writeAsCustomer(server, token, 'My brake squeals', 'Ana Silva');
  await writeAsCustomer(server, token, 'And my bell is silent', 'Noor Haddad');
  const ana = await waitForThread(server, token, 'My brake squeals');
  await waitForThread(server, token, 'And my bell is silent');
  await signIn(page, server, user, `/inbox/${ana}`);

  await test.step('away from the account menu, with an end', async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Set myself as away' }).click();
    const until = page.getByRole('combobox', { name: 'Away' });
    await expect(until).toHaveValue('');
    await until.selectOption('For 4 hours');
    await expect(until.getByRole('option', { name: /^Until .*\d/ })).toHaveCount(1);
    await expectAccessible(page, 'account menu while away');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Account, away' })).toBeVisible();
  });

  const toast = page.getByRole('status').filter({ hasText: 'ssigned' });
  const header = page.getByRole('banner').or(page.getByRole('main'));
  await test.step('by keyboard: assigned to a group at once; the note that mentions it is added after', async () => {
    await waitForInboxKeyboard(page);
    await page.keyboard.press('a');
    await expect(page.getByRole('menuitemradio', { name: /me · away · 0 open$/ })).toBeVisible();
    await page.keyboard.press('w');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Assigned to Workshop' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(toast).toContainText('Assigned to Workshop');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('note for the assignee');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Note for Workshop' })).toBeVisible();
    await page.keyboard.type('The front one, bought in May.');
    await expectAccessible(page, 'a note for a hand-over');
    await page.keyboard.press('Enter');
    await expect(header.getByText('The front one, bought in May.').first()).toBeVisible();
    await expect(page.getByText('@Workshop').first()).toBeVisible();
  });

  await test.step('Ctrl+Z takes the assignment back, not the note', async () => {
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: 'Unassigned', exact: true })).toBeVisible();
  });

  await test.step('several at once, each with the note', async () => {
    const rows = page.getByRole('region', { name: 'Conversations' });
    await page.keyboard.press('x');
    await rows.getByRole('checkbox', { name: /Noor Haddad/ }).check();
    await page.getByRole('region', { name: 'Selected conversations' }).getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('menuitemradio', { name: /^Workshop/ }).click();
    await expect(toast).toContainText('2 conversations assigned');
    await toast.getByRole('button', { name: 'Add note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Note for Workshop' });
    await dialog.getByLabel('Internal note').fill('Both on Monday.');
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText('Both on Monday.').first()).toBeVisible();
    await rows.getByRole('link').filter({ hasText: 'Noor Haddad' }).click();
    await expect(page.getByText('Both on Monday.').first()).toBeVisible();
  });

  await test.step('back again', async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'I’m back' }).click();
    await expect(page.getByRole('button', { name: 'Set myself as away' })).toBeVisible();
  });
});
