import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { connectInstallation } from '../scripts/seed/installation.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

const bubble = (page: Page, words: string) => page.locator('[data-message]').filter({ hasText: words });

/** Opens an entry of the menu by keyboard. */
async function choose(page: Page, entry: string, title: string) {
  const menu = page.getByRole('button', { name: 'More to send' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: entry }).press('Enter');
  return page.getByRole('dialog', { name: title });
}

test('location, contact card, buttons, list, link and location request from the composer', async ({
  page,
  home,
  watch,
}) => {
  test.setTimeout(300_000);
  const { server } = home;
  const token = await home.token();
  await page.context().grantPermissions(['geolocation'], { origin: server.url });
  await page.context().setGeolocation({ latitude: 51.5073, longitude: -0.1277 });
  const kwame = { name: 'Kwame Mensah', phone_number: '447700900222', custom_fields: { Email: 'kwame@example.com' } };
  await apiCall(server.url, 'POST', '/api/contacts', kwame, token);
  await writeAsCustomer(server, token, 'Where are you?');
  const threadId = await waitForThread(server, token, 'Where are you?');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}`);

  await test.step('a location by the position of the browser', async () => {
    const dialog = await choose(page, 'Location', 'Send a location');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText('This field is required.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Use my position' }).click();
    await expect(dialog.getByLabel('Coordinates')).toHaveValue('51.5073, -0.1277');
    await dialog.getByLabel(/^Name/).fill('Kestrel Cycles');
    await dialog.getByLabel(/^Address/).fill('14 Harbour Road');
    await expect(dialog.getByRole('figure', { name: 'Preview' })).toContainText('Kestrel Cycles');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog).toBeHidden();
    await expect(bubble(page, '14 Harbour Road').getByRole('img', { name: /Delivered|Read/ })).toBeVisible();
  });

  await test.step('a contact card of a contact, without its email address', async () => {
    const dialog = await choose(page, 'Contact', 'Send a contact');
    await dialog.getByLabel('Search contacts by name or number').fill('kwame');
    await dialog.getByRole('button', { name: /Kwame Mensah/ }).click();
    await dialog.getByRole('checkbox', { name: 'kwame@example.com', exact: false }).uncheck();
    await dialog.getByLabel(/^Company/).fill('Harbour Wheels');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(bubble(page, 'Harbour Wheels')).toContainText('Kwame Mensah');
    await expect(bubble(page, 'Harbour Wheels')).not.toContainText('kwame@example.com');
  });

  await test.step('reply buttons, with the limits of WhatsApp', async () => {
    const dialog = await choose(page, 'Reply buttons', 'Send reply buttons');
    await dialog.getByLabel('Message').fill('Which day suits you, {{FIRST_NAME}}?');
    await dialog.getByLabel('Button 1').fill('A title that is far too long');
    await expect(dialog.getByText('28 of 20: shorten it by 8')).toBeVisible();
    await dialog.getByLabel('Button 1').fill('Friday');
    await dialog.getByRole('button', { name: 'Add button' }).click();
    await dialog.getByLabel('Button 2').fill('Monday');
    await expect(dialog.getByRole('figure', { name: 'Preview' })).not.toContainText('{{');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(bubble(page, 'Which day suits you')).toContainText('Monday');
    await expect(bubble(page, 'Which day suits you')).not.toContainText('{{');
  });

  await test.step('a list', async () => {
    const dialog = await choose(page, 'List', 'Send a list');
    await dialog.getByLabel('Message').fill('Choose a time');
    await dialog.getByLabel('Button that opens the list').fill('See times');
    await dialog.getByLabel('Option 1').fill('Nine');
    await dialog.getByLabel(/Description of option 1/).fill('Two places left');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(bubble(page, 'Choose a time')).toContainText('Two places left');
  });

  await test.step('a link button, and a request for the location', async () => {
    const link = await choose(page, 'Link button', 'Send a link button');
    await link.getByLabel('Message').fill('Our prices are online');
    await link.getByLabel('Button').fill('Open prices');
    await link.getByLabel('Link').fill('https://example.com/prices');
    await link.getByRole('button', { name: 'Send' }).click();
    await expect(bubble(page, 'Our prices are online')).toContainText('https://example.com/prices');
    const asked = await choose(page, 'Location request', 'Request location');
    await asked.getByLabel('Message').fill('Where shall we pick it up?');
    await asked.getByRole('button', { name: 'Send' }).click();
    await expect(bubble(page, 'Where shall we pick it up?')).toContainText('Send location');
  });

  await test.step('what is sent without a connection waits through a reload', async () => {
    watch.expect(...noAnswer);
    await page.route('**/api/messages', (route) => route.abort());
    const dialog = await choose(page, 'Location', 'Send a location');
    await dialog.getByLabel('Coordinates').fill('48.8584, 2.2945');
    await dialog.getByLabel(/^Name/).fill('The other shop');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const waiting = page.getByRole('region', { name: 'Messages' }).getByText('The other shop');
    await expect(waiting).toBeVisible();
    await page.reload();
    await expect(waiting).toBeVisible();
    await page.unroute('**/api/messages');
    await page.reload();
    await expect(bubble(page, 'The other shop').getByRole('img', { name: /Delivered|Read/ })).toBeVisible();
    for (const words of ['14 Harbour Road', 'Harbour Wheels', 'Monday', 'Two places left', 'Open prices']) {
      await expect(bubble(page, words)).toBeVisible();
    }
  });

  await test.step('the customer’s phone shows each, and answers the buttons and the request', async () => {
    await page.goto(`${server.url}/sandbox`);
    const phone = page.getByRole('region', { name: 'Customer’s phone' });
    for (const words of ['14 Harbour Road', '+44 7700 900222', 'Two places left']) {
      await expect(phone.getByText(words)).toBeAttached();
    }
    await expect(phone.getByRole('link', { name: 'Open prices' })).toHaveAttribute(
      'href',
      'https://example.com/prices',
    );
    // Leaving the page would end a request that is still on its way.
    for (const name of ['Monday', 'Send location']) {
      const taken = page.waitForResponse(
        (answer) => answer.url().includes('/api/sandbox/phones/') && answer.request().method() === 'POST',
      );
      await phone.getByRole('button', { name }).click();
      await taken;
    }
    await page.goto(`${server.url}/inbox/${threadId}`);
    await expect(bubble(page, 'Covent Garden')).toBeVisible();
  });
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a template with an uploaded picture, at once and scheduled', async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Any offers?');
  const threadId = await waitForThread(server, token, 'Any offers?');
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}`);
  const drawer = page.getByRole('dialog', { name: 'Send a template' });
  const fill = async () => {
    await page.getByRole('button', { name: 'Send a template' }).click();
    await drawer.getByRole('button', { name: /spring_offer/ }).click();
    await drawer.getByLabel('Picture').setInputFiles({ name: 'spring.png', mimeType: 'image/png', buffer: pixel });
    await expect(drawer.getByLabel('Or a web address')).toBeHidden();
    await expect(drawer.getByText('spring.png')).toBeVisible();
  };

  await fill();
  await drawer.getByRole('button', { name: 'Send' }).click();
  await expect(drawer).toBeHidden();
  const sent = bubble(page, 'everything in our garden section');
  await expect(sent.getByRole('img', { name: /Delivered|Read/ })).toBeVisible();

  await fill();
  await drawer.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('button', { name: 'Schedule message' }).click();
  await expect(drawer).toBeHidden();
  const scheduled = page.getByRole('region', { name: 'Scheduled messages' });
  await expect(scheduled.getByRole('button', { name: /1 scheduled message/ })).toBeVisible();
  await page.reload();
  await scheduled.getByRole('button', { name: /1 scheduled message/ }).click();
  await expect(scheduled.getByText('Dear Layla, everything in our garden section', { exact: false })).toBeVisible();
});

test('a carousel from the composer: its draft outlives a reload, and the customer answers a card', async ({
  page,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Which bikes do you have?');
  const threadId = await waitForThread(server, token, 'Which bikes do you have?');
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/inbox/${threadId}`);
  let dialog = await choose(page, 'Carousel', 'Send a carousel');
  await dialog.getByLabel('Message').fill('Two bikes for {{FIRST_NAME}}');
  await dialog.getByLabel('Pictures and videos').setInputFiles([
    { name: 'heron.png', mimeType: 'image/png', buffer: pixel },
    { name: 'finch.png', mimeType: 'image/png', buffer: pixel },
  ]);
  await dialog.getByLabel(/^Text of card 2/).fill('The *Finch*, 900 €');
  const first = dialog.getByRole('group', { name: /Card 1/ });
  const second = dialog.getByRole('group', { name: /Card 2/ });
  await first.getByLabel('Button').fill('Order Heron');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(second.getByText('This field is required.')).toBeVisible();
  await second.getByLabel('Button').fill('Order Finch');
  await test.step('of too many files those without a place are said to be left out', async () => {
    const more = Array.from({ length: 9 }, (_, at) => ({
      name: `more-${at}.png`,
      mimeType: 'image/png',
      buffer: pixel,
    }));
    await dialog.getByLabel('Pictures and videos').setInputFiles(more);
    await expect(dialog.getByRole('group', { name: /Card 10/ })).toBeVisible();
    await expect(dialog.getByText('Up to 10. Remove one first.')).toBeVisible();
    for (let number = 10; number > 2; number--) {
      await dialog.getByRole('button', { name: `Remove card ${number}`, exact: true }).click();
    }
    await expect(dialog.getByRole('button', { name: 'Remove card 2', exact: true })).toBeFocused();
  });
  const preview = dialog.getByRole('figure', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'Photo' })).toHaveCount(2);
  await expect(preview).not.toContainText('{{');

  await test.step('what is filled in is there again after a reload', async () => {
    await page.reload();
    dialog = await choose(page, 'Carousel', 'Send a carousel');
    await expect(dialog.getByLabel('Message')).toHaveValue('Two bikes for {{FIRST_NAME}}');
    await expect(second.getByLabel('Button')).toHaveValue('Order Finch');
    await dialog.getByRole('button', { name: 'Move card 2 up' }).click();
    await expect(first.getByLabel('Button')).toHaveValue('Order Finch');
    await expect(dialog.getByRole('button', { name: 'Move card 1 down' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog).toBeHidden();
  });
  const sent = bubble(page, 'Two bikes for');
  await expect(sent.getByRole('img', { name: /Delivered|Read/ })).toBeVisible();
  await expect(sent.getByRole('list', { name: 'Carousel, 2 cards' }).getByRole('listitem').first()).toContainText(
    'Finch',
  );
  await expect(sent.getByRole('img', { name: 'Photo' })).toHaveCount(2);
  dialog = await choose(page, 'Carousel', 'Send a carousel');
  await expect(dialog.getByLabel('Message')).toHaveValue('');
  await page.keyboard.press('Escape');

  await test.step('one that failed is edited in its form, and a scheduled one shows its cards', async () => {
    const installation = await connectInstallation(server.dataDir, server.url, async () => undefined);
    await installation.owner.query(
      `with failed as (
         update messages set status = -1, send_state = 'failed', version = version + 1,
           error = '{"code": "provider_refused", "message": "WhatsApp did not take it.", "next_step": ""}'
         where type = 'interactive' and thread_id = $1 returning client_id, id, version)
       insert into changes_new (client_id, collection, row_id, marker, version)
         select client_id, 'messages', id::text, 'MODIFIED', version from failed`,
      [threadId],
    );
    await installation.close();
    await page.reload();
    await page.getByRole('button', { name: 'Edit and send' }).click();
    dialog = page.getByRole('dialog', { name: 'Edit and send' });
    await expect(dialog.getByLabel('Message')).toHaveValue('Two bikes for Layla');
    await expect(dialog.getByRole('figure', { name: 'Preview' }).getByRole('img', { name: 'Photo' })).toHaveCount(2);
    await dialog.getByLabel('Message').fill('Two bikes again');
    await dialog.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('button', { name: 'Schedule message' }).click();
    await expect(dialog).toBeHidden();
    const scheduled = page.getByRole('region', { name: 'Scheduled messages' });
    await scheduled.getByRole('button', { name: /1 scheduled message/ }).click();
    const cards = scheduled.getByRole('list', { name: 'Carousel, 2 cards' }).getByRole('listitem');
    await expect(cards.first()).toContainText('Order Finch');
    await expect(cards.getByRole('img', { name: 'Photo' })).toHaveCount(2);
    await scheduled.getByRole('button', { name: 'Cancel scheduled message' }).click();
  });

  await page.goto(`${server.url}/sandbox`);
  const phone = page.getByRole('region', { name: 'Customer’s phone' });
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/taps'));
  await phone.getByRole('button', { name: 'Order Heron' }).click();
  await taken;
  await page.goto(`${server.url}/inbox/${threadId}`);
  await expect(bubble(page, 'Order Heron').last()).toBeVisible();
});
