import { expect, signIn, test } from './support/test.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('an automation waits for an event of a contact, sends a file and calls an address with a secret', async ({
  page,
  home,
}) => {
  const { server } = home;
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/automations`);
  const steps = page.getByRole('region', { name: 'Steps' });
  const saved = page.getByText('Draft saved');
  const add = async (kind: string) => {
    await steps.getByRole('button', { name: 'Add step' }).last().click();
    await page.getByRole('menuitem', { name: kind }).click();
  };

  await test.step('it starts with an incoming webhook, whose values are named', async () => {
    await page.getByRole('button', { name: /^Welcome/ }).click();
    await steps.getByRole('button', { name: /^Trigger/ }).click();
    await steps.getByRole('combobox', { name: 'Starts with' }).fill('Contact joined a list');
    await page.getByRole('option', { name: 'Contact joined a list' }).click();
    await expect(steps.getByText('Choose a contact list.')).toBeVisible();
    await steps.getByRole('combobox', { name: 'Starts with' }).fill('Incoming webhook called');
    await page.getByRole('option', { name: 'Incoming webhook called' }).click();
    await expect(steps.getByText('Choose an incoming webhook.')).toBeVisible();
    await steps.getByRole('button', { name: 'Save a value' }).click();
    await steps.getByRole('textbox', { name: 'Path of value 1' }).fill('order.id');
    await steps.getByRole('textbox', { name: 'Variable 1' }).fill('Order');
    await steps.getByRole('combobox', { name: 'Starts with' }).fill('Message received');
    await page.getByRole('option', { name: 'Message received' }).click();
    await expect(steps.getByText('Choose an incoming webhook.')).toBeHidden();
  });

  await test.step('a file is uploaded and shown with its name', async () => {
    await add('Send file');
    await expect(steps.getByText('Choose a file.')).toBeVisible();
    await steps.locator('input[type=file]').setInputFiles({ name: 'menu.png', mimeType: 'image/png', buffer: dot });
    await expect(steps.getByText('Choose a file.')).toBeHidden();
    await steps.getByRole('textbox', { name: 'Caption' }).fill('Our menu');
  });

  await test.step('an address with a secret header, which is not shown again', async () => {
    await add('HTTP request');
    await expect(steps.getByText('Enter an address that begins with https://.')).toBeVisible();
    await steps.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/orders');
    await steps.getByRole('button', { name: 'Add header' }).click();
    await steps.getByRole('textbox', { name: 'Header 1' }).fill('Authorization');
    await steps.getByRole('textbox', { name: 'Value' }).fill('Bearer hidden');
    await steps.getByRole('button', { name: 'Store as secret' }).click();
    await expect(steps.getByText('The value is secret. It is sent to https://shop.example only.')).toBeVisible();
    await expect(saved).toBeVisible();
  });

  await test.step('all of it survives a reload; a dry run sends the file and does not call', async () => {
    await page.reload();
    await expect(steps.getByText('menu.png · Our menu')).toBeVisible();
    await steps.getByRole('button', { name: /^HTTP request/ }).click();
    await expect(steps.getByText('The value is secret. It is sent to https://shop.example only.')).toBeVisible();
    await expect(page.getByText('Bearer hidden', { exact: false })).toHaveCount(0);
    const dry = page.getByRole('region', { name: 'Dry run' });
    await dry.getByRole('textbox', { name: 'Message as the customer' }).fill('Hi');
    await dry.getByRole('button', { name: 'Send' }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'Request not sent in a dry run' });
    await expect(line).toContainText('POST https://shop.example/orders');
    await expect(dry.getByText('Our menu', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await expect(page.getByText('Version 1 live')).toBeVisible();
  });
});
