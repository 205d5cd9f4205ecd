import { apiCall } from '../scripts/api-call.ts';
import { expect, signIn, test } from './support/test.ts';

test('a label tells Meta of a purchase: what leaves is read before, and the draft survives a reload', async ({
  page,
  home,
}) => {
  const { server } = home;
  await apiCall(server.url, 'POST', '/api/labels', { name: 'Bought' }, await home.token());
  await signIn(page, server, home.user);
  await page.goto(`${server.url}/automations`);
  const steps = page.getByRole('region', { name: 'Steps' });
  const choose = async (field: string, option: string) => {
    await steps.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await page.getByRole('button', { name: /^Welcome/ }).click();
  await steps.getByRole('button', { name: /^Trigger/ }).click();
  await choose('Starts with', 'Moved to a stage');
  await expect(steps.getByText('No stages yet.', { exact: false })).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Add stages in the business settings' })).toHaveAttribute(
    'href',
    '/settings/business#stages',
  );
  await choose('Starts with', 'Label added');
  await expect(steps.getByText('Choose a label.')).toBeVisible();
  await choose('Label', 'Bought');
  await expect(steps.getByText('Choose a label.')).toBeHidden();

  await steps.getByRole('button', { name: 'Add step' }).last().click();
  await page.getByRole('menuitem', { name: 'Conversion for Meta ads' }).click();
  await expect(steps.getByText('No name, number or message.', { exact: false })).toBeVisible();
  await choose('Conversion', 'Purchase');
  await expect(steps.getByText('Choose what the purchase is worth.')).toBeVisible();
  await choose('Value', 'Amount');
  await steps.getByRole('textbox', { name: 'Amount GBP' }).fill('49.90');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(steps.getByText('Purchase · 49.90')).toBeVisible();
  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await expect(page.getByText('Version 1 live')).toBeVisible();
});
