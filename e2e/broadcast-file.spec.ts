import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

const patient = { timeout: 60_000 };

test('a file for one broadcast: its rows, its columns as values, after a reload and a killed server', {
  tag: '@data',
}, async ({ page, freshServer: server, watch }) => {
  test.setTimeout(240_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  await apiCall(server.url, 'POST', '/api/custom-fields', { name: 'Stage' }, token);
  await signIn(page, server, owner, '/broadcast');
  await expect(page.getByLabel('Name')).toHaveValue(/^Broadcast - /);
  await page.getByRole('button', { name: 'Next: Audience' }).click();
  const audience = page.getByRole('region', { name: /Audience$/ });
  const content = [
    'Who;Line;Day',
    'Zoë;+44 7700 900201;Friday',
    'Ben;+44 7700 900202;',
    'Nobody;none;Monday',
    'Zoë;+44 7700 900201;Sunday',
  ].join('\r\n');

  await test.step('rows are counted by kind, each opening its rows', async () => {
    await audience
      .locator('input[type=file]')
      .setInputFiles({ name: 'visits.csv', mimeType: 'text/csv', buffer: Buffer.from(content, 'latin1') });
    await expect(audience.getByText('visits.csv')).toBeVisible(patient);
    // The name of the column says nothing, and one of its cells is no number: a member chooses it.
    await expect(audience.getByText('Choose the column of the phone numbers.')).toBeVisible(patient);
    await audience.getByLabel('Phone number column').selectOption({ label: 'Line' });
    const counts = audience.getByRole('list', { name: 'Rows of the file' });
    await expect(counts.getByRole('listitem')).toHaveText([
      'Rows with a phone number 2',
      'Rows without a valid number 1',
      'Rows with a repeated number 1',
    ]);
    await expect(audience.getByText('2 recipients')).toBeVisible(patient);
    await counts.getByRole('button', { name: 'Rows without a valid number' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rows without a valid number: 1' });
    await expect(dialog.getByText('none is not a phone number.')).toBeVisible();
    await expectAccessible(page, 'rows of a file', { part: 'dialog' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectAccessible(page, 'a file of recipients');
  });

  await test.step('kept with the draft', async () => {
    await expect(page.getByText('Saved').first()).toBeVisible(patient);
    watch.expect(...noAnswer);
    await server.kill();
    await server.start();
    await page.reload();
    await expect(audience.getByText('visits.csv')).toBeVisible(patient);
    await expect(audience.getByText('2 recipients')).toBeVisible(patient);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoHorizontalScroll(page, 'a file of recipients');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const message = page.getByRole('region', { name: /Message$/ });
  await test.step('columns fill variables; who has no value is counted', async () => {
    await waitForKeyboard(page);
    await page.keyboard.press('Control+Enter');
    await message.getByRole('button', { name: /^appointment_reminder/ }).click();
    await message.getByLabel('Value for {{first_name}}').selectOption({ label: 'Who' });
    await message.getByLabel('Value for {{day}}').selectOption({ label: 'Day' });
    await expect(message.getByText('1 recipient has no value for {{day}}')).toBeVisible(patient);
    await message.getByLabel('If {{day}} is empty').fill('soon');
    await expect(message.getByText('1 recipient has no value for {{day}}')).toHaveCount(0, patient);
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expect(preview.getByText(/Zoë|Ben/).first()).toBeVisible(patient);
  });

  await test.step('what counts as a conversion', async () => {
    await page.keyboard.press('Control+Enter');
    const when = page.getByRole('region', { name: /When$/ });
    await when.getByLabel(/^Count as a conversion/).check();
    await expect(when.getByLabel('Counts when this changes')).toHaveValue('field Stage');
    await when.getByLabel(/^To this value/).fill('won');
    await expectAccessible(page, 'a conversion');
  });

  await test.step('sent with the values of each row', async () => {
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-toolbar]').getByRole('button', { name: 'Send to 2 recipients' }).click();
    await expect(page).toHaveURL(/\/broadcast\/history\/[0-9a-f-]{36}/, patient);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await expect
      .poll(async () => {
        const { data } = await apiCall<{ data: { values: Record<string, string> }[] }>(
          server.url,
          'GET',
          `/api/campaigns/${id}/recipients`,
          undefined,
          token,
        );
        return data.map(({ values }) => `${values['body.first_name']} ${values['body.day']}`).sort();
      }, patient)
      .toEqual(['Ben soon', 'Zoë Friday']);
  });

  await test.step('who converts is the last bar of the funnel, and a filter', async () => {
    // Delivered first: only then it counts.
    await expect(page.getByRole('button', { name: /^Delivered/ }).first()).toContainText('2', patient);
    const campaign = new URL(page.url()).pathname.split('/').at(-1);
    const { data } = await apiCall<{ data: { contact_id: string; values: Record<string, string> }[] }>(
      server.url,
      'GET',
      `/api/campaigns/${campaign}/recipients`,
      undefined,
      token,
    );
    const id = data.find(({ values }) => values['body.first_name'] === 'Zoë')?.contact_id;
    const body = { id, operation: 'SET', name: 'Stage', value: 'Won' };
    await apiCall(server.url, 'POST', `/api/contacts/${id}/modify-custom-field`, body, token);
    const bar = page.getByRole('button', { name: /^Converted/ });
    await expect(bar).toContainText('1', patient);
    await bar.click();
    await expect(page).toHaveURL(/converted=1/);
    await expect(page.getByText('447700900202', { exact: false })).toHaveCount(0);
    await expectAccessible(page, 'conversions');
  });

  await test.step('removed from another draft, its columns are named as missing', async () => {
    const { data } = await apiCall<{ data: { audience: object; variables: object; template_id: string }[] }>(
      server.url,
      'GET',
      '/api/campaigns',
      undefined,
      token,
    );
    const [{ audience: from, variables, template_id } = { audience: {}, variables: {}, template_id: '' }] = data;
    const draft = { name: 'Again', channel_id: channel.id, template_id, audience: from, variables };
    const { id } = await apiCall<{ id: string }>(server.url, 'POST', '/api/campaigns', draft, token);
    await page.goto(`${server.url}/broadcast?id=${id}&step=audience`);
    await audience.getByRole('button', { name: 'Remove the file' }).click();
    await expect(audience.locator('input[type=file]')).toHaveCount(1);
    await expect(page.getByText('Choose a value for {{first_name}}').first()).toBeVisible(patient);
  });
});
