import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';

test('the API reference is searched, copied from, and tries calls with a key', async ({ page, home, watch }) => {
  const { server } = home;
  const token = await home.token();
  const scopes = ['contacts:read', 'contacts:write'];
  const { key } = await apiCall<{ key: string }>(server.url, 'POST', '/api/api-keys', { name: 'Try', scopes }, token);
  await signIn(page, server, home.user, '/settings/api-keys');
  await page.getByRole('button', { name: 'Using the API' }).first().click();
  const panel = page.getByRole('complementary', { name: 'Using the API' });
  await panel.getByRole('tab', { name: 'Reference' }).click();
  const reference = panel.getByRole('region', { name: 'Reference' });
  const search = reference.getByRole('searchbox', { name: 'Search calls' });
  const call = (name: string) => reference.getByRole('button', { name, exact: false });
  await expect(call('POST /api/messages Send')).toBeVisible();
  await expectAccessible(page, 'the API reference');

  await test.step('a call with a body: what is required, an example, refused by the fields, then done', async () => {
    await search.fill('adds a contact');
    await call('POST /api/contacts Adds a contact.').click();
    await expect(reference.getByRole('list', { name: 'Body' })).toContainText('phone_number');
    await expectAccessible(page, 'a call of the API reference');
    await expect(reference.getByRole('button', { name: 'Send request' })).toBeDisabled();
    await reference.getByLabel(/^API key for trying calls/).fill(key);
    const body = reference.getByLabel('Body (JSON)');
    await body.fill('{');
    await expect(reference.getByText('This is not valid JSON.')).toBeVisible();
    watch.expect(/422/);
    await body.fill('{"phone_number": "nonsense"}');
    await reference.getByRole('button', { name: 'Send request' }).click();
    await expect(reference.getByRole('status')).toContainText('422');
    await body.fill('{"phone_number": "+447700900456", "name": "Reference Rita"}');
    await expect(reference.getByLabel('Command')).toHaveValue(/Reference Rita/);
    await reference.getByRole('button', { name: 'Send request' }).click();
    await expect(reference.getByRole('status')).toContainText('Answered');
  });

  await test.step('a call with values in its address', async () => {
    await search.fill('GET /api/contacts contacts, by a sort');
    await call('GET /api/contacts Contacts').click();
    await reference.getByLabel('search', { exact: false }).last().fill('Rita');
    await expect(reference.getByLabel('Command')).toHaveValue(/search=Rita/);
    await reference.getByRole('button', { name: 'Send request' }).click();
    await expect(reference.getByRole('status')).toContainText('Reference Rita');
    await search.fill('no such call');
    await expect(reference.getByText('No call found')).toBeVisible();
  });

  await test.step('the open call and the search have an address, which survives a reload and another width', async () => {
    await search.fill('adds a contact');
    await call('POST /api/contacts Adds a contact.').click();
    await expect(page).toHaveURL(/\?use=reference&find=adds.*call=postContacts/);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('searchbox', { name: 'Search calls' })).toHaveValue('adds a contact');
    await expect(page.getByRole('list', { name: 'Body' })).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expect(search).toHaveValue('adds a contact');
    await expect(reference.getByRole('list', { name: 'Body' })).toBeVisible();
  });

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('searchbox', { name: 'Search calls' }).fill('labels');
    await expectNoHorizontalScroll(page, 'the API reference on a phone');
  });
});
