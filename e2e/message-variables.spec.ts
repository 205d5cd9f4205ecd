import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

/** Counting and sending may take long on a busy machine. */
const patient = { timeout: 60_000 };

test('a variable in a reply is filled in, and an unknown one is never sent', async ({ page, freshServer: server }) => {
  test.setTimeout(240_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const greeting = 'Is my bike ready?';
  await writeAsCustomer(server, token, greeting, 'Layla Haddad');
  const threadId = await waitForThread(server, token, greeting);
  await apiCall(server.url, 'POST', '/api/custom-fields', { name: 'Bike' }, token);
  await signIn(page, server, owner);
  await page.goto(`${server.url}/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  const messages = page.getByRole('region', { name: 'Messages' });
  const selected = () =>
    page.evaluate<string>(
      '(({ value, selectionStart: a, selectionEnd: b }) => value.slice(a, b))(document.activeElement)',
    );

  await test.step('two braces offer the variables with their values; the preview is what the customer reads', async () => {
    const offered = page.getByRole('listbox', { name: 'Variables' });
    await field.pressSequentially('Yes, {{');
    await expect(offered.getByRole('option', { name: /^FIRST_NAME/ })).toContainText('Layla');
    await expect(offered.getByRole('option', { name: /^Bike/ })).toContainText('no value');
    await field.press('Escape');
    await expect(offered).toBeHidden();
    await expect(field).toHaveValue('Yes, {{');
    await field.pressSequentially('nam');
    await field.press('ArrowDown');
    await expect(offered.getByRole('option', { name: /^FIRST_NAME/ })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page, 'variables to choose from');
    await field.press('Enter');
    await expect(field).toHaveValue('Yes, {{FIRST_NAME}}');
    await expect(offered).toBeHidden();
    await expect(page.getByRole('region', { name: 'Preview' })).toHaveText('Yes, Layla');
  });

  await field.fill('Yes, {{Frist_name}}!');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Unknown variable {{Frist_name}}' })).toBeVisible();
  await expect(field).toHaveValue('Yes, {{Frist_name}}!');
  await expect(field).toBeFocused();
  await expect.poll(selected).toBe('{{Frist_name}}');
  await expectAccessible(page, 'an unknown variable');

  await field.fill('Your {{Bike}} is ready.');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'this contact has no Bike' })).toBeVisible();

  await field.fill('Yes, {{FIRST_NAME}}, it is.');
  await field.press('Enter');
  await expect(messages).toContainText('Yes, Layla, it is.', patient);
  await expect(field).toHaveValue('');
  const sent = async () => {
    const path = `/api/threads/${threadId}/messages`;
    type Messages = { data: { direction: string; text?: { body: string } }[] };
    const { data } = await apiCall<Messages>(server.url, 'GET', path, undefined, token);
    return data.filter(({ direction }) => direction === 'OUTGOING').map(({ text }) => text?.body);
  };
  await expect.poll(sent, patient).toEqual(['Yes, Layla, it is.']);

  await test.step('a text about variables is sent as typed once that is chosen', async () => {
    await field.fill('Use {{code}} here, {{FIRST_NAME}}');
    await field.press('Enter');
    const asTyped = page.getByRole('button', { name: 'Send as typed' });
    await expect(asTyped).toBeVisible();
    await expectAccessible(page, 'a text about variables');
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      await expectNoHorizontalScroll(page, `a text about variables at ${viewport.width}`);
    }
    await asTyped.press('Enter');
    await expect(messages).toContainText('Use {{code}} here, Layla', patient);
    await expect(field).toHaveValue('');
    await expect.poll(sent, patient).toEqual(['Use {{code}} here, Layla', 'Yes, Layla, it is.']);
  });

  await test.step('a placeholder that an AI draft left open asks as well', async () => {
    await field.fill('Dear [name 3], it is ready.');
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'The AI left [name 3] open.' })).toBeVisible();
    await field.fill('');
  });

  await test.step('what a customer wrote is forwarded as it stands', async () => {
    const words = 'Is {{FIRST_NAME}} or {{code}} right?';
    await writeAsCustomer(server, token, words, 'Omar Said');
    const from = await waitForThread(server, token, words);
    await page.goto(`${server.url}/inbox/${from}`);
    await messages.getByText(words).hover();
    await messages.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Forward' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Layla Haddad/ })
      .click();
    await expect.poll(sent, patient).toContain(words);
  });
});

test('Compose shows channel and recipients, and starts over', async ({ page, freshServer: server }) => {
  test.setTimeout(300_000);
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  await apiCall(server.url, 'POST', '/api/sandbox/people', { from: 0, count: 21 }, token);
  const real = { phone_number: '+447700900777', name: 'Real Customer' };
  await apiCall(server.url, 'POST', '/api/contacts', real, token);
  await signIn(page, server, owner);
  await page.goto(`${server.url}/compose`);
  const main = page.getByRole('main');
  const to = page.getByRole('combobox', { name: 'To' });
  const chips = page.locator('[data-recipient]');
  await expect(page.getByRole('list', { name: 'Templates' })).toBeVisible();

  await test.step('the channel is shown, with the sandbox badge', async () => {
    await expect(main.getByText('Sandbox').first()).toBeVisible();
    await expect(main.getByText('Messages reach simulated contacts only.')).toBeVisible();
  });

  await test.step('a list that is too long offers a broadcast visibly', async () => {
    await to.fill('Sandbox');
    await page.getByRole('option', { name: /Sandbox contacts/ }).click();
    const offer = page.getByRole('button', { name: 'Make this a broadcast' });
    await expect(offer).toBeVisible(patient);
    await expect(page.getByRole('option')).toHaveCount(0);
    // Nothing covers it.
    await offer.click({ trial: true });
    await to.fill('');
  });

  await test.step('a real contact is marked, blocked and not counted', async () => {
    await to.fill('+447700900777');
    await to.press('Enter');
    await expect(chips.first()).toHaveAttribute('data-recipient', 'real');
    await to.fill('+447700900801, +447700900802');
    await to.press('Enter');
    await expect(chips.nth(2)).toHaveAttribute('data-recipient', 'new');
    await page.getByRole('button', { name: /^hello_world/ }).click();
    await expect(page.getByRole('button', { name: 'Send 2 messages' })).toBeVisible();
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await expect(page.getByText(/only reaches sandbox contacts.*Real Customer/)).toBeVisible();
    await expectAccessible(page, 'a contact the sandbox does not reach');
    await expectNoHorizontalScroll(page, 'a contact the sandbox does not reach');
    await page.getByRole('button', { name: 'Remove Real Customer' }).click();
  });

  await test.step('the others get the message', async () => {
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await expect(page.getByRole('region', { name: /The server has 2 messages/ })).toBeVisible(patient);
  });

  await test.step('Compose in the rail starts a new message', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compose' }).click();
    await expect(to).toBeVisible();
    await expect(chips).toHaveCount(0);
  });
});
