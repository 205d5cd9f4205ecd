import { type AiProvider, startAiProvider } from '../apps/server/src/testing/ai-provider.ts';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThreadOf, writeAsCustomer } from './support/api.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

const flowWith = (name: string, about: string) => ({
  ...{ trigger: { kind: 'message' }, conditions: [], start: 's' },
  steps: [
    {
      ...{ id: 's', kind: 'intent', min_confidence: 70, sample: null, otherwise: 'o' },
      intents: [{ id: 'i', name, about, next: 'd' }],
    },
    { id: 'd', kind: 'send_text', text: 'We look it up.', next: null },
    { id: 'o', kind: 'send_text', text: 'A person answers.', next: null },
  ],
  settings: { quiet_minutes: 0, max_runs: 20, pass_on: false },
});

async function connect(server: { url: string }, provider: AiProvider, token: string): Promise<void> {
  const settings = {
    ...{ base_url: provider.baseUrl, api_key: 'sk-test', model: 'small', functions: ['intent'] },
    ...{ monthly_tokens: 100_000, input_price: 1, output_price: 2, currency: 'EUR', includes_names: false },
  };
  await apiCall(server.url, 'PUT', '/api/ai/settings', settings, token);
}

async function agree(server: { url: string }, token: string): Promise<void> {
  const intents = [{ name: 'Delivery', about: 'Asks where an order is' }];
  const path = '/api/ai/intent-preview';
  const { consent_id } = await apiCall<{ consent_id: string }>(server.url, 'POST', path, { intents }, token);
  await apiCall(server.url, 'PUT', '/api/ai/consents', { action: 'intent', consent_id }, token);
}

test('an AI intent is described, shown, agreed to, tried without a call, published and asked', async ({
  page,
  watch,
}) => {
  test.setTimeout(240_000);
  const provider = await startAiProvider();
  provider.answer = () => ({ text: '{"intent": 1, "confidence": 91}' });
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: provider.host });
  try {
    const { user, token } = await firstHome(server);
    await connect(server, provider, await token());
    const made = await apiCall<{ id: string }>(
      ...([server.url, 'POST', '/api/automations', { name: 'Sort', flow: flowWith('', '') }, await token()] as const),
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
    await expect(steps.getByText(/^Each run sends the customer’s last message to your AI provider\./)).toBeVisible();

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
    await expect(runs.getByText('AI chose Delivery (91% sure)')).toBeVisible();
    await expect(runs.getByText('We look it up.')).toBeVisible();
    expect(provider.asked).toHaveLength(1);
  } finally {
    watch.stop();
    await server.close();
    await provider.close();
  }
});

test('an AI intent is tried on past conversations, marked, given its bar there, and published only then', async ({
  page,
  watch,
}) => {
  test.setTimeout(240_000);
  const provider = await startAiProvider();
  provider.answer = ({ body }) => {
    if (provider.asked.length === 5) return 'hang';
    const asksForReturn = String(body.messages.at(-1)?.content).includes('back');
    return { text: JSON.stringify({ intent: 1, confidence: asksForReturn ? 55 : 95 }) };
  };
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: provider.host });
  try {
    const { user, token } = await firstHome(server);
    await connect(server, provider, await token());
    await agree(server, await token());
    const made = await apiCall<{ id: string }>(
      ...([
        server.url,
        'POST',
        '/api/automations',
        { name: 'Sort', flow: flowWith('Delivery', 'Asks where an order is') },
        await token(),
      ] as const),
    );
    for (let n = 1; n <= 11; n++) {
      await writeAsCustomer(server, await token(), n === 11 ? 'I send it back' : `Where is order ${n}?`, `Guest ${n}`);
    }
    for (let n = 1; n <= 11; n++) await waitForThreadOf(server, await token(), `Guest ${n}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, server, user, `/automations?edit=${made.id}`);
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.getByRole('button', { name: /^AI intent/ }).click();
    const todo = 'Try this step on past conversations and mark at least 10 answers first.';
    await expect(steps.getByText(todo)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish version 1' })).toHaveAttribute('aria-disabled', 'true');

    const open = () => steps.getByRole('button', { name: 'Try on past conversations' }).click();
    await open();
    const dialog = page.getByRole('dialog', { name: 'Try on past conversations' });
    await dialog.getByRole('radio', { name: '25' }).check();
    await dialog.getByRole('button', { name: 'Try 25 messages' }).click();
    // Killed in the middle, it goes on with the question that had no answer.
    await expect.poll(() => provider.hanging()).toBe(1);
    watch.stop();
    await server.kill();
    await server.start();
    await page.reload();
    await steps.getByRole('button', { name: /^AI intent/ }).click();
    await open();
    await expect(dialog.getByText('95% sure')).toHaveCount(10);
    await expect(dialog.getByText('55% sure · below the minimum')).toBeVisible();
    const answers = dialog.getByRole('listitem');
    for (const [at, answer] of (await answers.all()).entries()) {
      const isReturn = (await answer.getByText('I send it back').count()) === 1;
      await answer.getByRole('radio', { name: isReturn ? 'Wrong' : 'Right' }).click();
      await expect(dialog.getByText(new RegExp(`^Marked: ${at + 1}\\b`))).toBeVisible();
    }
    await expect(dialog.getByRole('row', { name: '50% 11 of 11 91% (10 of 11)' })).toBeVisible();
    await expect(dialog.getByRole('row', { name: '60% 10 of 11 100% (10 of 10)' })).toBeVisible();
    await dialog.getByRole('radio', { name: '60%' }).click();
    await expectAccessible(page, 'the exam of an AI intent');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `the exam at ${width}`);
      const folder = process.env['SHOTS_OF_INTENTS'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/exam-${width}.png` });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(steps.getByRole('spinbutton', { name: 'Minimum confidence (%)' })).toHaveValue('60');
    await expect(steps.getByText(todo)).toBeHidden();
    await expect(page.getByText('Draft saved')).toBeVisible();

    await page.reload();
    await steps.getByRole('button', { name: /^AI intent/ }).click();
    await open();
    await expect(dialog.getByText('Marked: 11. Enough to publish.')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: '60%' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await expect(page.getByText('Version 1 live')).toBeVisible();
    expect(provider.asked).toHaveLength(12);

    await steps.getByRole('textbox', { name: 'Description 1' }).fill('Asks about a parcel');
    await expect(steps.getByText(`The intents changed since the last try. ${todo}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish version 2' })).toHaveAttribute('aria-disabled', 'true');
  } finally {
    watch.stop();
    await server.close();
    await provider.close();
  }
});
