import { startAiProvider } from '../apps/server/src/testing/ai-provider.ts';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThreadOf, writeAsCustomer } from './support/api.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

test('the AI assistant is tried, switched on, answers with its passage, and is taken over', async ({ page, watch }) => {
  test.setTimeout(240_000);
  const provider = await startAiProvider();
  provider.answer = () => ({
    text: '{"reply": "Within 30 days, with the label.", "text": 1, "confidence": 93, "person": false}',
  });
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: provider.host });
  try {
    const { user, token } = await firstHome(server);
    const settings = {
      ...{ base_url: provider.baseUrl, api_key: 'sk-test', model: 'small', functions: ['assistant'] },
      ...{ monthly_tokens: 100_000, input_price: 1, output_price: 2, currency: 'EUR', includes_names: false },
    };
    await apiCall(server.url, 'PUT', '/api/ai/settings', settings, await token());
    const text = { title: 'Returns', body: 'Shoes can be returned within 30 days with the label in the box.' };
    await apiCall(server.url, 'POST', '/api/ai/help-texts', text, await token());
    await writeAsCustomer(server, await token(), 'How do I return shoes?', 'Ana Silva');
    await waitForThreadOf(server, await token(), 'Ana Silva');
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, server, user, '/integrations');
    const panel = page.getByRole('complementary', { name: 'AI assistant' });

    await test.step('what is missing is said, and switching on is refused', async () => {
      watch.expect(/422/);
      await page.getByRole('button', { name: 'AI assistant', exact: true }).click();
      await expect(panel.getByText('An Admin has to agree to what the AI assistant sends.')).toBeVisible();
      await expectAccessible(page, 'the settings of the AI assistant');
      for (const width of [1440, 1025, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoHorizontalScroll(page, `the AI assistant at ${width}`);
        const folder = process.env['SHOTS_OF_ASSISTANT'];
        if (folder !== undefined) await page.screenshot({ path: `${folder}/settings-${width}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await panel.getByRole('checkbox', { name: /^Answer customers/ }).check();
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(panel.getByRole('alert').first()).toContainText('An Admin has to agree');
    });

    await test.step('the exact request is shown and agreed to', async () => {
      await panel.getByRole('button', { name: 'Show what AI sends' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send this text to your AI provider?' });
      await expect(dialog.getByText('Nobody checks your answer before it is sent.', { exact: false })).toBeVisible();
      await dialog.getByRole('button', { name: 'Agree' }).click();
      await expect(panel.getByText('An Admin has to agree to what the AI assistant sends.')).toHaveCount(0);
    });

    await test.step('it is tried on past conversations and marked', async () => {
      await panel.getByRole('button', { name: 'Try on past conversations' }).click();
      const dialog = page.getByRole('dialog', { name: 'Try on past conversations' });
      await dialog.getByRole('button', { name: 'Try 10 messages' }).click();
      await expect(dialog.getByText('Within 30 days, with the label.')).toBeVisible();
      await expect(dialog.getByText('Help text: Returns')).toBeVisible();
      // A turned tablet: the dialog stays over the panel, which then lies over the page.
      for (const width of [1025, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await dialog.getByRole('radio', { name: '25' }).click({ trial: true });
        await expect(dialog.getByText('Within 30 days, with the label.')).toBeVisible();
      }
      await dialog.getByRole('radio', { name: 'Right' }).click();
      await expect(dialog.getByText('Marked: 1. Enough to switch it on.')).toBeVisible();
      await expectAccessible(page, 'the try of the AI assistant');
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await expect(dialog).toBeHidden();
      await expect(panel.getByRole('checkbox', { name: /^Answer customers/ })).toBeChecked();
    });

    await test.step('it is switched on', async () => {
      await panel.getByRole('combobox', { name: 'Channels' }).click();
      await page.getByRole('listbox', { name: 'Channels' }).getByRole('option').click();
      await expect(panel.getByRole('button', { name: /^Remove/ })).toBeVisible();
      const on = panel.getByRole('checkbox', { name: /^Answer customers/ });
      if (!(await on.isChecked())) await on.check();
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('AI assistant saved')).toBeVisible();
    });

    await test.step('it answers, shows its passage, and is taken over', async () => {
      await writeAsCustomer(server, await token(), 'How are shoes returned, please?', 'Bela Costa');
      const threadId = await waitForThreadOf(server, await token(), 'Bela Costa');
      await page.goto(`${server.url}/inbox/${threadId}`);
      await expect(page.getByText('AI assistant answers here')).toBeVisible({ timeout: 30_000 });
      const source = page.getByText('From “Returns” · 93% sure');
      await source.click({ timeout: 30_000 });
      await expect(page.getByText('Shoes can be returned within 30 days with the label in the box.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Returns' })).toHaveAttribute('href', /show=help-texts&text=Returns/);
      await page.getByRole('button', { name: 'Good answer' }).click();
      await expect(page.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true');
      for (const [width, theme] of [
        [1440, 'light'],
        [1025, 'dark'],
        [390, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: theme });
        await expectNoHorizontalScroll(page, `an answer of the AI assistant at ${width}`);
        const folder = process.env['SHOTS_OF_ASSISTANT'];
        if (folder !== undefined) await page.screenshot({ path: `${folder}/answer-${width}-${theme}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'Hand over to me' }).click();
      await expect(page.getByRole('button', { name: 'Let AI answer' })).toBeVisible();
      await expect(page.getByText('You took this from the AI assistant').first()).toBeVisible();
      await expect(page.getByText('You assigned this to yourself')).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Let AI answer' })).toBeVisible();
    });

    await test.step('it is assigned the conversation like a member, and unassigned', async () => {
      const assign = async (to: string) => {
        await page.getByRole('button', { name: /^(Assigned to|Unassigned)/ }).click();
        await page.getByRole('menuitemradio', { name: to, exact: true }).click();
      };
      await assign('AI assistant');
      await expect(page.getByRole('button', { name: 'Assigned to AI assistant' })).toBeVisible();
      await expect(page.getByText('AI assistant answers here')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Assigned to AI assistant' })).toBeVisible();
      const mark = page
        .getByRole('region', { name: 'Conversations' })
        .getByRole('img', { name: 'Assigned to AI assistant' });
      await expect(mark).toHaveCount(1);
      const folder = process.env['SHOTS_OF_ASSISTANT'];
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoHorizontalScroll(page, `the AI assistant as assignee at ${width}`);
        if (folder !== undefined) await page.screenshot({ path: `${folder}/assigned-${width}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await assign('Unassigned');
      await expect(page.getByRole('button', { name: 'Let AI answer' })).toBeVisible();
      await expect(mark).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('button', { name: 'Assigned to AI assistant' })).toBeVisible();
      await page.getByText('From “Returns” · 93% sure').click();
      await page.getByRole('link', { name: 'Returns' }).click();
      await expect(panel.or(page.getByRole('complementary', { name: 'AI provider' }))).toBeVisible();
      await expect(page.getByRole('searchbox', { name: 'Search help texts' })).toHaveValue('Returns');
    });
  } finally {
    watch.stop();
    await server.close();
    await provider.close();
  }
});
