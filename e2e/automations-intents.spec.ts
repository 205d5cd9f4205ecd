import { startAiProvider } from '../apps/server/src/testing/ai-provider.ts';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThreadOf, writeAsCustomer } from './support/api.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

test('an AI intent is described, shown, agreed to, tried without a call, published and asked', async ({
  page,
  watch,
}) => {
  test.setTimeout(240_000);
  const provider = await startAiProvider();
  provider.answer = () => ({ text: '1' });
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: provider.host });
  try {
    const { user, token } = await firstHome(server);
    await apiCall(
      ...([server.url, 'PUT', '/api/ai/settings'] as const),
      {
        ...{ base_url: provider.baseUrl, api_key: 'sk-test', model: 'small', functions: ['intent'] },
        ...{ monthly_tokens: 100_000, input_price: 1, output_price: 2, currency: 'EUR', includes_names: false },
      },
      await token(),
    );
    const flow = {
      ...{ trigger: { kind: 'message' }, conditions: [], start: 's' },
      steps: [
        {
          ...{ id: 's', kind: 'intent', sample: null, otherwise: 'o' },
          intents: [{ id: 'i', name: '', about: '', next: 'd' }],
        },
        { id: 'd', kind: 'send_text', text: 'We look it up.', next: null },
        { id: 'o', kind: 'send_text', text: 'A person answers.', next: null },
      ],
      settings: { quiet_minutes: 0, max_runs: 20, pass_on: false },
    };
    const made = await apiCall<{ id: string }>(
      ...([server.url, 'POST', '/api/automations', { name: 'Sort', flow }, await token()] as const),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, server, user, `/automations?edit=${made.id}`);
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.getByRole('button', { name: /^AI intent/ }).click();
    await steps.getByRole('textbox', { name: 'Intent 1' }).fill('Delivery');
    await steps.getByRole('textbox', { name: 'Description 1' }).fill('Asks where an order is');
    await expect(steps.getByText('An Admin has to agree to what AI sends for intents.')).toBeVisible();
    await expectAccessible(page, 'the form of an AI intent');

    await steps.getByRole('button', { name: 'Show what AI sends' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this text to your AI provider?' });
    await expect(dialog.getByText('1. Delivery: Asks where an order is', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Agree' }).click();
    await expect(steps.getByText('Each run sends the customer’s last message to your AI provider.')).toBeVisible();

    await expect(steps.getByText('An Admin has to agree to what AI sends for intents.')).toBeHidden();
    const dry = page.getByRole('region', { name: 'Dry run' });
    await dry.getByRole('textbox', { name: 'Message as the customer' }).fill('Where is it?');
    await dry.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('AI not asked in a dry run')).toBeVisible();
    await expect(dry.getByText('A person answers.').first()).toBeVisible();
    expect(provider.asked).toEqual([]);

    for (const [width, theme] of [1440, 1025, 390].flatMap(
      (one) =>
        [
          [one, 'light'],
          [one, 'dark'],
        ] as const,
    )) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      await expectNoHorizontalScroll(page, `an AI intent at ${width}`);
      const folder = process.env['SHOTS_OF_INTENTS'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/intent-${width}-${theme}.png` });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await expect(page.getByText('Version 1 live')).toBeVisible();
    await writeAsCustomer(server, await token(), 'Where is my order?', 'Ana Silva');
    await waitForThreadOf(server, await token(), 'Ana Silva');
    const runs = page.getByRole('region', { name: 'Why did this run?' });
    await runs.getByRole('button', { name: /Ana Silva/ }).click();
    await expect(runs.getByText('AI chose Delivery')).toBeVisible();
    await expect(runs.getByText('We look it up.')).toBeVisible();
    expect(provider.asked).toHaveLength(1);
  } finally {
    watch.stop();
    await server.close();
    await provider.close();
  }
});
