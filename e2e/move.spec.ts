import { administratorToken, startChatwoot } from '../apps/server/src/testing/chatwoot.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

/** A busy machine is slow; every wait is for an asserted state. */
const slow = { timeout: 60_000 };

const chat = `03/04/2024, 21:41 - Messages and calls are end-to-end encrypted.
03/04/2024, 21:41 - Ana Ruiz: Is the blue bike still there?
03/04/2024, 21:44 - Kestrel Cycles: Yes, until Friday
04/04/2024, 09:05 - Ana Ruiz: <Media omitted>
`;

test('a chat that a phone exported: read, asked about, imported, looked at and undone', async ({ page, home }) => {
  await signIn(page, home.server, home.user, '/settings');
  await page.getByRole('searchbox').fill('import conversations');
  await page.getByRole('link', { name: /^Move to Parley/ }).click();
  await page.getByText('How do I bring an account from another Parley?').click();
  await expect(page.getByLabel('Command', { exact: true })).toHaveValue(/^npm run import-account -- /);
  await expectAccessible(page, 'the choice of a file');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'WhatsApp Chat with Ana Ruiz.txt', mimeType: 'text/plain', buffer: Buffer.from(chat) });

  await expect(page.getByText('This file has 1 conversation and 3 messages.')).toBeVisible(slow);
  await expect(page.getByText(/can be read either way/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Kestrel Cycles/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /Ana Ruiz/ })).not.toBeChecked();
  await expectAccessible(page, 'what a chat leaves open');
  await expectNoHorizontalScroll(page, 'what a chat leaves open');
  // Nothing is imported before somebody says whose number it is.
  await page.getByRole('button', { name: 'Import 3 messages' }).click();
  await expect(page.getByText('Enter the customer’s number.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Customer’s number' }).fill('+44 7700 900871');
  await page.reload();
  await page.getByRole('textbox', { name: 'Customer’s number' }).fill('+44 7700 900871');
  await page.getByRole('button', { name: 'Import 3 messages' }).click();

  await expect(page.getByText('Imported', { exact: true })).toBeVisible(slow);
  await expectAccessible(page, 'what was imported');
  await page.getByText('1 line is left out').click();
  await expect(page.getByText(/Line 1: WhatsApp’s own note/)).toBeVisible();
  await page.getByRole('link', { name: 'Show in the inbox' }).click();
  await page.getByRole('link', { name: /Ana Ruiz/ }).click();
  await expect(page.getByText('Is the blue bike still there?').last()).toBeVisible(slow);
  await expect(page.getByText('Kestrel Cycles', { exact: true }).last()).toBeVisible();
  await expect(page.getByText(/it was made without media/).first()).toBeVisible();

  await page.goto(`${home.server.url}/settings/move`);
  await page.getByRole('link', { name: /WhatsApp Chat with Ana Ruiz/ }).click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible(slow);
});

test('Chatwoot: connected, its inboxes chosen, imported', async ({ page, watch }) => {
  test.setTimeout(300_000);
  const contact = { id: 1, name: 'Ana Ruiz', phone_number: '+447700900872' };
  const chatwoot = await startChatwoot({
    inboxes: [
      { id: 1, name: 'Shop number', channel_type: 'Channel::Whatsapp' },
      { id: 2, name: 'Website', channel_type: 'Channel::WebWidget' },
    ],
    ...{ agents: [], contacts: [contact] },
    conversations: [
      {
        ...{ id: 1, inbox_id: 1, contact, status: 'resolved', labels: [] },
        messages: [{ id: 1, content: 'Is the red bike there?', message_type: 0, created_at: 1_709_287_200 }],
      },
    ],
  });
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: chatwoot.host });
  try {
    const { user } = await firstHome(server);
    await signIn(page, server, user, '/settings/move');
    await page.getByRole('radio', { name: 'WATI' }).check();
    await expect(page.getByLabel('API endpoint')).toBeVisible();
    await page.getByText('What is imported?').click();
    await expectNoHorizontalScroll(page, 'the connection of WATI');
    await page.getByRole('radio', { name: 'Chatwoot' }).check();
    await expectAccessible(page, 'the connection of Chatwoot');
    await page.getByLabel('Address of Chatwoot').fill(chatwoot.url);
    // Of the wrong key.
    watch.expect(/422/);
    await page.getByLabel('Access token').fill('wrong');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText(/Chatwoot refused this key/)).toBeVisible(slow);
    await page.getByLabel('Access token').fill(administratorToken);
    await page.getByRole('button', { name: 'Connect' }).click();

    await expect(page.getByText(/Connected to the account Kestrel Cycles/)).toBeVisible(slow);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: /Shop number/ })).toBeChecked(slow);
    await expect(page.getByRole('checkbox', { name: /Website/ })).toBeDisabled();
    await expectAccessible(page, 'the inboxes of Chatwoot');
    await expectNoHorizontalScroll(page, 'the inboxes of Chatwoot');
    await expect(page.getByText('You can undo the import for 30 days.')).toBeVisible();
    await page.getByRole('button', { name: 'Import 1 conversation' }).click();
    await expect(page.getByText('Imported', { exact: true })).toBeVisible(slow);
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await expect(page.getByText('Labels and custom fields that it made stay.', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    const importUrl = page.url();
    await page.getByRole('link', { name: 'Import again' }).click();
    await expect(page.getByRole('radio', { name: 'Chatwoot' })).toBeChecked();
    // The server is away: said, and there again when it is back.
    watch.expect(/ERR_FAILED/);
    await page.route('**/api/history-imports?*', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Couldn’t load earlier imports.')).toBeVisible(slow);
    await page.unroute('**/api/history-imports?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Earlier imports' })).toBeVisible();
    await page.goto(importUrl);
    await page.getByRole('link', { name: 'Show in the inbox' }).click();
    await page.getByRole('link', { name: /Ana Ruiz/ }).click();
    await expect(page.getByText('Is the red bike there?').last()).toBeVisible(slow);
  } finally {
    watch.stop();
    await server.close();
    await chatwoot.close();
  }
});
