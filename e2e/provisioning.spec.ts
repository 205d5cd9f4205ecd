import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';
import { omar, uniqueUser } from './support/users.ts';

test('an identity provider is connected with a token that is shown once, adds a member, and is turned away when revoked', {
  tag: '@smoke',
}, async ({ page, home }) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings');
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('okta');
  await page.getByRole('link', { name: /^User provisioning/ }).click();
  const section = page.getByRole('region', { name: 'User provisioning' });
  await section.getByRole('button', { name: 'New SCIM token' }).click();
  const form = page.getByRole('dialog', { name: 'New SCIM token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByText('Enter a name for the token.')).toBeVisible();
  await form.getByLabel('Name').fill('Okta');
  await expectAccessible(page, 'a new SCIM token');
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new token Okta' });
  const token = await shown.getByRole('textbox', { name: 'SCIM token' }).inputValue();
  const address = await shown.getByRole('textbox', { name: 'Base URL' }).inputValue();
  expect(address).toBe(`${server.url}/scim/v2`);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown.getByRole('alert')).toContainText('You haven’t copied the token.');
  await shown.getByRole('checkbox', { name: 'I have saved it' }).check();
  await shown.getByRole('button', { name: 'Done' }).click();

  const person = uniqueUser(omar);
  const call = (method: string, path: string, body?: object) =>
    fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { status } = await call('POST', '/Users', { userName: person.email, displayName: 'Omar From Okta' });
  expect(status).toBe(201);
  expect((await call('POST', '/Users', { userName: 'omar' })).status).toBe(400);
  await page.reload();
  const row = section.getByRole('listitem').filter({ hasText: 'Okta' });
  await expect(row).toContainText('Last used');
  await section.getByText('Last refused calls').click();
  await expect(section.getByRole('row', { name: /POST \/Users.*400 userName/ })).toBeVisible();
  await expectAccessible(page, 'user provisioning');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page, 'user provisioning');

  await row.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change Okta' });
  await change.getByLabel('Name').fill('Okta of the firm');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toHaveCount(0);
  await section.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke Okta of the firm?' })
    .getByRole('button', { name: 'Revoke token' })
    .click();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  expect((await call('GET', '/Users')).status).toBe(401);

  await page.goto(`${server.url}/settings/business?show=audit`);
  const main = page.getByRole('main');
  await expect(main.getByText('SCIM token revoked')).toBeVisible();
  await expect(main.getByText('Member added by the identity provider')).toBeVisible();
});

test('a destination of the audit log is added, tried, paused and removed, and says what is wrong', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  await signIn(page, server, user, '/settings/business?show=audit');
  await page.getByRole('button', { name: 'Forwarding' }).click();
  const panel = page.getByRole('complementary', { name: 'Audit log forwarding' });
  await panel.getByRole('button', { name: 'New destination' }).click();
  const form = page.getByRole('dialog', { name: 'New destination' });
  await form.getByLabel('Name').fill('SIEM');
  await form.getByLabel('URL').fill('https://receiver.invalid/log');
  await expectAccessible(page, 'a new destination of the audit log');
  await form.getByRole('button', { name: 'Add destination' }).click();
  const secret = page.getByRole('dialog', { name: 'Webhook secret' });
  await expect(secret.getByRole('textbox', { name: 'Webhook secret' })).toHaveValue(/^whsec_/);
  await secret.getByRole('checkbox', { name: 'I have saved it' }).check();
  await secret.getByRole('button', { name: 'Done' }).click();

  const row = panel.getByRole('listitem');
  await expect(row).toContainText('Failing');
  await expect(row).toContainText(/Last error .*No answer/);
  await expect(row).toContainText('Nothing forwarded yet');
  await row.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByText(/The test failed: No answer/)).toBeVisible();
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused');
  await page.reload();
  await page.getByRole('button', { name: 'Forwarding' }).click();
  await expect(row).toContainText('Paused');
  await expectAccessible(page, 'forwarding of the audit log');
  await row.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove SIEM?' })
    .getByRole('button', { name: 'Remove destination' })
    .click();
  await expect(row).toHaveCount(0);
});
