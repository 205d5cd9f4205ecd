import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { claimSetup, createAccount, owner } from './support/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/looks.ts';
import type { ParleyServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';

/** Counting, sending and what becomes of it may take their time on a busy machine. */
const patient = { timeout: 60_000 };

/** An account whose sandbox has templates and people, half of them with a bike. @returns a token of its owner */
async function withPeople(server: ParleyServer): Promise<string> {
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/sandbox/people', { from: 0, count: 12 }, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  return token;
}

const step = (page: Page, name: string) => page.getByRole('region', { name });
const openStep = (page: Page, name: string) =>
  step(page, name).getByRole('heading').getByRole('button', { name }).click();

test('a broadcast from an empty page to the people of the sandbox', async ({ page, freshServer: server }) => {
  test.setTimeout(300_000);
  const token = await withPeople(server);
  await signIn(page, server, owner);
  await page.goto(`${server.url}/broadcast`);

  await test.step('opening the page makes no draft', async () => {
    await expect(step(page, 'Name and channel').getByLabel('Name', { exact: true })).toHaveValue(/^Broadcast - /);
    const { data } = await apiCall<{ data: unknown[] }>(server.url, 'GET', '/api/campaigns', undefined, token);
    expect(data).toEqual([]);
    await expectAccessible(page, 'an empty broadcast');
  });

  await test.step('people of a list, counted by the server', async () => {
    await page.keyboard.press('Control+Enter');
    const audience = step(page, 'Audience');
    await audience
      .getByLabel(/^Sandbox people/)
      .first()
      .check();
    await expect(audience.getByText('12 people receive it')).toBeVisible(patient);
    await expect(page).toHaveURL(/id=/);
    await expectAccessible(page, 'the audience');
    await audience.getByRole('button', { name: 'Receive it' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(12);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a template, whose greeting is filled with first names by itself', async () => {
    await page.keyboard.press('Control+Enter');
    const message = step(page, 'Message');
    await message.getByRole('button', { name: /^appointment_reminder/ }).click();
    await expect(message.getByLabel('What fills {{first_name}}')).toHaveValue('FIRST_NAME');
    await expect(message.getByText('Say what {{day}} is filled with')).toHaveCount(0);
    await expect(page.getByRole('button', { name: '1 thing to fix' })).toBeVisible();
    await message.getByLabel('Text for {{day}}').fill('Friday');
    await expect(page.getByRole('complementary', { name: 'Preview' }).getByText('Friday')).toBeVisible();
    await expect(page.getByRole('button', { name: '1 thing to fix' })).toHaveCount(0);
    await expectAccessible(page, 'the message');
  });

  await test.step('when, and the check', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(step(page, 'When').getByLabel('Now')).toBeChecked();
    await expectAccessible(page, 'when');
    await page.keyboard.press('Control+Enter');
    await expect(step(page, 'Check and send').getByText('WhatsApp has approved the template')).toBeVisible();
    await expectAccessible(page, 'the check');
  });

  await test.step('a test to the phone of the sandbox', async () => {
    await page.getByRole('button', { name: 'Send test' }).click();
    const drawer = page.getByRole('dialog', { name: 'Send test' });
    await drawer.getByRole('button', { name: 'Send the test' }).click();
    await expect(drawer.getByText(/^(Delivered|Read)$/).first()).toBeVisible(patient);
    await expectAccessible(page, 'a test', { part: 'dialog' });
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('five seconds to cancel, then it goes', async () => {
    const send = page
      .getByRole('banner')
      .or(page.locator('[data-toolbar]'))
      .getByRole('button', { name: 'Send to 12 people' });
    await send.click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(send).toBeVisible();
    await send.click();
    await expect(page).toHaveURL(/\/broadcast\/history\/[0-9a-f-]{36}/, patient);
    const { data } = await apiCall<{ data: { name: string; state: string }[] }>(
      server.url,
      'GET',
      '/api/campaigns',
      undefined,
      token,
    );
    expect(data).toHaveLength(1);
    expect(data[0]?.name).toMatch(/^appointment_reminder - /);
    expect(['RUNNING', 'FINISHED']).toContain(data[0]?.state);
  });
});
