import { apiCall } from '../scripts/api-call.ts';
import { waitForThreadOf, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

test('a recipe becomes an automation that answers, and its run says why', { tag: '@smoke' }, async ({ page, home }) => {
  const { server } = home;
  const token = await home.token();
  const { channel } = await apiCall<{ channel: { id: string } }>(server.url, 'GET', '/api/sandbox', undefined, token);
  await apiCall(server.url, 'POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false }, token);
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/automations`);
  const steps = page.getByRole('region', { name: 'Steps' });

  await test.step('one tap makes a draft; what is missing is said while editing', async () => {
    await page.getByRole('button', { name: /^Welcome/ }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Welcome');
    await steps.getByRole('button', { name: /^Send text/ }).click();
    await steps.getByRole('textbox', { name: 'Text' }).fill('');
    await expect(steps.getByText('Enter a text.')).toBeVisible();
    await steps.getByRole('textbox', { name: 'Text' }).fill('Hello {{FIRST_NAME}}, we are on it.');
    await expect(steps.getByText('Enter a text.')).toBeHidden();
    await steps.getByRole('button', { name: 'Add step' }).click();
    await page.getByRole('menuitem', { name: 'Add note' }).click();
    await steps.getByRole('textbox', { name: 'Text' }).fill('Greeted');
    await expect(page.getByText('Draft saved')).toBeVisible();
  });

  await test.step('a template needs every value, without new lines', async () => {
    await steps.getByRole('button', { name: 'Add step' }).click();
    await page.getByRole('menuitem', { name: 'Send template' }).click();
    await steps.getByRole('combobox', { name: 'Template' }).fill('order_ready (en_US)');
    await page.getByRole('option', { name: 'order_ready (en_US)' }).click();
    await expect(
      steps.getByText('Fill in body variable 1, body variable 2, the value of “Track order”.'),
    ).toBeVisible();
    const first = steps.getByRole('textbox', { name: 'Body variable 1' });
    await expect(first).toHaveAccessibleDescription('Enter a value.');
    await first.fill('Ana\nSilva');
    await steps.getByRole('button', { name: 'Use “Ana Silva”' }).click();
    await expect(first).toHaveValue('Ana Silva');
    await expect(steps.getByText('Fill in body variable 2, the value of “Track order”.')).toBeVisible();
    const preview = steps.getByRole('figure', { name: 'Preview' });
    await expect(preview).toContainText('Ana Silva');
    await expect(preview).toContainText('{{2}}');
    await steps.getByRole('button', { name: 'Remove: Send template' }).click();
    await expect(first).toBeHidden();
    await expect(page.getByText('Draft saved')).toBeVisible();
  });

  await test.step('the draft survives a reload, and a dry run sends nothing', async () => {
    await page.reload();
    await expect(steps.getByText('Hello {{FIRST_NAME}}, we are on it.')).toBeVisible();
    const dry = page.getByRole('region', { name: 'Dry run' });
    await dry.getByRole('textbox', { name: 'Message as the customer' }).fill('Hi');
    await dry.getByRole('button', { name: 'Send' }).click();
    await expect(dry.getByText('Hello Amara, we are on it.')).toBeVisible();
    await expect(dry.getByText('Finished')).toBeVisible();
  });

  await test.step('published, it answers a new customer as the bot', async () => {
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await expect(page.getByText('Version 1 live')).toBeVisible();
    await writeAsCustomer(server, token, 'Good morning', 'Ana Silva');
    const threadId = await waitForThreadOf(server, token, 'Ana Silva');
    const runs = page.getByRole('region', { name: 'Why did this run?' });
    await runs.getByRole('button', { name: /Ana Silva/ }).click();
    await expect(runs.getByText('Trigger matched')).toBeVisible();
    await expect(runs.getByText('Hello Ana, we are on it.')).toBeVisible();
    await page.goto(`${server.url}/inbox/${threadId}`);
    await expect(
      page.getByRole('region', { name: 'Conversation' }).getByText('Hello Ana, we are on it.'),
    ).toBeVisible();
  });

  await test.step('off in the list, and on again', async () => {
    await page.goto(`${server.url}/automations`);
    const on = page.getByRole('switch', { name: 'Welcome' });
    await on.click();
    await expect(on).not.toBeChecked();
    await page.reload();
    await expect(on).not.toBeChecked();
    await on.click();
    await expect(on).toBeChecked();
  });
});
