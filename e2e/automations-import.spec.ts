import type { Automation, Flow } from '@parley/contract/types';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';

const vip = '11111111-1111-4111-8111-111111111111';
const flow: Flow = {
  ...{ trigger: { kind: 'message' }, conditions: [], start: 'l' },
  steps: [
    { id: 'l', kind: 'label', add: [vip], remove: [], next: 's' },
    { id: 's', kind: 'send_text', text: 'Hello', next: null },
  ],
  settings: { quiet_minutes: 30, max_runs: 20, pass_on: false },
};

test('an automation of another account says what is missing here, and takes what is chosen instead', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  const label = (name: string) =>
    apiCall<{ id: string }>(server.url, 'POST', '/api/labels', { name }, token).then(({ id }) => id);
  const gold = await label('Gold');
  await signIn(page, server, home.user, '/automations');
  const choose = (name: string, text: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  const dialog = page.getByRole('dialog', { name: 'Import an automation' });
  const file = (changed: object) => JSON.stringify({ format: 'parley-automation-1', name: 'Front desk', ...changed });

  await test.step('a broken file says what is wrong, and where', async () => {
    await choose('cut.json', file({ flow }).slice(0, 80));
    await expect(dialog.getByRole('alert')).toContainText('cut.json isn’t valid JSON');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await choose('edited.json', file({ flow: { ...flow, start: 5 } }));
    await expect(dialog.getByText('flow.start')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('what the account lacks is named and chosen', async () => {
    await choose('desk.json', file({ flow, names: { [vip]: 'VIP' } }));
    await dialog.getByRole('combobox', { name: 'Label “VIP”' }).fill('Gold');
    await page.getByRole('option', { name: 'Gold' }).click();
    await expectAccessible(page, 'the import of an automation', { part: 'dialog' });
    await expectNoHorizontalScroll(page, 'the import of an automation');
    await dialog.getByRole('button', { name: 'Import as a draft' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Front desk');
    const { data } = await apiCall<{ data: Automation[] }>(server.url, 'GET', '/api/automations', undefined, token);
    expect(data.map(({ problems, flow: { steps } }) => [problems, steps[0]])).toEqual([
      [[], { id: 'l', kind: 'label', add: [gold], remove: [], next: 's' }],
    ]);
  });
});
