import { type AiProvider, startAiProvider } from '../apps/server/src/testing/ai-provider.ts';
import { startFileServer } from '../apps/server/src/testing/file-server.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

const question = 'Olá, Ana Silva aqui, +351 912 345 678. Posso devolver os sapatos?';

/** Answers by what is asked; a draft uses the first help text. */
function answerAll(provider: AiProvider): void {
  provider.answer = ({ body }) => {
    const rules = body.messages[0]?.content ?? '';
    if (rules.includes('draft a reply')) {
      const used = body.messages[1]?.content.includes('Help texts:') ? 1 : null;
      return { text: JSON.stringify({ reply: 'Sim, dentro de 30 dias.', help_text: used }) };
    }
    if (rules.includes('summarize')) return { text: 'The customer wants to return shoes.' };
    if (rules.startsWith('Translate')) return { text: 'Hello, [name 1] here. Can I return the shoes?' };
    return { text: 'OK' };
  };
}

test('a provider is connected, and drafts, summarizes and translates what a member agreed to send', async ({
  page,
  watch,
}) => {
  const provider = await startAiProvider();
  const site = await startFileServer();
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: `${provider.host},${site.host}` });
  try {
    const { user, token } = await firstHome(server);
    await page.setViewportSize({ width: 1440, height: 900 });
    await writeAsCustomer(server, await token(), question, 'Ana Silva');
    const threadId = await waitForThread(server, await token(), question);
    await signIn(page, server, user, '/integrations');
    const panel = page.getByRole('complementary', { name: 'AI provider' });

    await test.step('settings: what is wrong is said at its field, and the key is never shown again', async () => {
      await page.getByRole('button', { name: 'AI provider' }).click();
      await panel.getByRole('button', { name: 'Connect' }).click();
      await expect(panel.getByText('Enter an address.')).toBeVisible();
      await panel.getByLabel('Address').fill(provider.baseUrl);
      await panel.getByRole('textbox', { name: 'API key' }).fill('sk-test-0123456789abcdef');
      await panel.getByLabel('Model').fill('small');
      for (const name of ['Reply drafts', 'Answers from help texts', 'Summaries', 'Translations']) {
        await panel.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
      }
      await panel.getByLabel(/^Input price/).fill('2');
      await panel.getByLabel(/^Output price/).fill('10');
      await expectAccessible(page, 'the settings of AI');
      await panel.getByRole('button', { name: 'Connect' }).click();
      await expect(panel.getByText('Leave empty to keep the key ending in cdef.')).toBeVisible();
    });

    await test.step('the test makes a real call and says what the provider said', async () => {
      provider.answer = () => ({ status: 401, message: 'This key was revoked' });
      await panel.getByRole('button', { name: 'Test connection' }).click();
      await expect(panel.getByText('The AI provider refused the key.', { exact: false })).toBeVisible();
      await panel.getByText('Details').click();
      await expect(panel.getByText('This key was revoked', { exact: false })).toBeVisible();
      answerAll(provider);
      await panel.getByRole('button', { name: 'Test connection' }).click();
      await expect(panel.getByText(/Connected. small answered in/)).toBeVisible();
    });

    await test.step('what is sent is shown, without names', async () => {
      await panel.getByRole('tab', { name: 'What is sent' }).click();
      await expect(panel.getByText('this is [name 1]', { exact: false }).first()).toBeVisible();
      await panel.getByRole('checkbox', { name: 'Show with names and phone numbers' }).check();
      await expect(panel.getByText('this is Vera Lind', { exact: false }).first()).toBeVisible();
      await expectAccessible(page, 'what AI sends');
    });

    await test.step('help texts are written', async () => {
      await panel.getByRole('tab', { name: 'Help texts' }).click();
      await panel.getByRole('button', { name: 'Add help text' }).click();
      const form = page.getByRole('dialog', { name: 'Add help text' });
      await form.getByLabel('Title').fill('Devolver sapatos');
      await form.getByLabel('Text').fill('Pode devolver os sapatos dentro de 30 dias.');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(panel.getByRole('heading', { name: 'Devolver sapatos' })).toBeVisible();
      await expectAccessible(page, 'the help texts');
    });

    await test.step('help texts are imported from a page, from a file, and updated from the page', async () => {
      const html = { 'content-type': 'text/html' };
      site.files.set('/faq', { headers: html, body: '<h2>Pagamento</h2><p>Cartão</p><h2>Envio</h2><p>Três dias</p>' });
      const source = page.getByRole('dialog', { name: 'Import help texts' });
      const choice = page.getByRole('dialog', { name: 'Choose help texts' });
      await panel.getByRole('button', { name: 'Import', exact: true }).click();
      await source.getByRole('button', { name: 'Preview' }).click();
      await expect(source.getByText('Enter an address.')).toBeVisible();
      watch.expect(/ 422 /);
      await source.getByLabel('Address').fill('http://127.0.0.1:9/');
      await source.getByRole('button', { name: 'Preview' }).click();
      await expect(source.getByText('This address leads into a private network.', { exact: false })).toBeVisible();
      await expectAccessible(page, 'the source of an import');
      await source.getByLabel('Address').fill(site.url('/faq'));
      await source.getByRole('button', { name: 'Preview' }).click();
      await choice.getByRole('checkbox', { name: 'Import Pagamento' }).uncheck();
      await choice.getByLabel('Title').nth(1).fill('Prazo de envio');
      await expectAccessible(page, 'the choice of help texts');
      await choice.getByRole('button', { name: 'Import 1 text' }).click();
      await expect(panel.getByRole('heading', { name: 'Prazo de envio' })).toBeVisible();
      await expect(panel.getByRole('heading', { name: 'Pagamento' })).toHaveCount(0);

      site.files.set('/faq', { headers: html, body: '<h2>Envio</h2><p>Dois dias</p>' });
      await panel.getByRole('button', { name: 'Update Prazo de envio from page' }).click();
      await page.getByRole('dialog', { name: 'Update from page' }).getByRole('button', { name: 'Preview' }).click();
      await expect(choice.getByText('1 text imported from here before is replaced.')).toBeVisible();
      await choice.getByRole('button', { name: 'Import 1 text' }).click();
      await expect(panel.getByText('Dois dias')).toBeVisible();
      await expect(panel.getByText('Três dias')).toHaveCount(0);

      await panel.getByRole('button', { name: 'Import', exact: true }).click();
      await source.getByRole('radio', { name: 'File' }).check();
      const file = { name: 'ajuda.md', mimeType: 'text/markdown', buffer: Buffer.from('# Reparações\nDe manhã') };
      await source.locator('input[type="file"]').setInputFiles(file);
      await source.getByRole('button', { name: 'Preview' }).click();
      await expect(choice.getByRole('checkbox', { name: 'Import Reparações' })).toBeVisible();
      await choice.getByRole('button', { name: 'Import 1 text' }).click();
      await expect(panel.getByRole('heading', { name: 'Reparações' })).toBeVisible();
      await expect(panel.getByText(/^From ajuda.md on/)).toBeVisible();
    });

    await page.goto(`${server.url}/inbox/${threadId}`);
    const field = page.getByRole('textbox', { name: 'Reply' });

    await test.step('the first draft asks with the exact text, and nothing is sent before', async () => {
      const before = provider.asked.length;
      await page.getByRole('button', { name: 'Draft a reply' }).click();
      const consent = page.getByRole('dialog', { name: 'Send this text to your AI provider?' });
      await expect(consent.getByText('Customer: Olá, [name 1] aqui, [phone 1]', { exact: false })).toBeVisible();
      await expectAccessible(page, 'the consent to AI');
      expect(provider.asked.length).toBe(before);
      await consent.getByRole('button', { name: 'Agree and send' }).click();
      await expect(field).toHaveValue('Sim, dentro de 30 dias.');
      const mark = page.getByRole('region', { name: 'AI draft' });
      await expect(mark).toContainText('From the help text: Devolver sapatos');
      await expectAccessible(page, 'a draft of AI');
      await page.reload();
      await expect(mark).toBeVisible();
      await field.press('End');
      await field.pressSequentially(' Obrigada!');
      await expect(mark).toBeHidden();
      await expect(page.locator('[data-message]').filter({ hasText: 'dentro de 30 dias' })).toHaveCount(0);
    });

    await test.step('a summary stands above the messages and becomes a note', async () => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Summarize conversation' }).click();
      await page.getByRole('button', { name: 'Agree and send' }).click();
      const summary = page.getByRole('region', { name: 'Summary' });
      await expect(summary).toContainText('The customer wants to return shoes.');
      await expectAccessible(page, 'a summary of AI');
      await summary.getByRole('button', { name: 'Save as note' }).click();
      await expect(summary.getByRole('button', { name: 'Saved as a note' })).toBeVisible();
      await summary.getByRole('button', { name: 'Close summary' }).click();
      await expect(summary).toBeHidden();
      await expect(
        page.locator('[data-note]').filter({ hasText: 'The customer wants to return shoes.' }),
      ).toBeVisible();
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Show what AI sends' }).click();
      await expect(page.getByRole('dialog', { name: 'What AI sends' })).toContainText('/v1/chat/completions');
      await page.keyboard.press('Escape');
    });

    await test.step('a translation stands below the message and is paid once', async () => {
      const bubble = page.locator('[data-message]').filter({ hasText: 'Posso devolver' });
      const translate = async () => {
        await bubble.hover();
        await bubble.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Translate' }).click();
      };
      await translate();
      await page.getByRole('button', { name: 'Agree and send' }).click();
      const shown = page.getByRole('region', { name: 'Translation' });
      await expect(shown).toContainText('Hello, Ana Silva here. Can I return the shoes?');
      await expectAccessible(page, 'a translation of AI');
      const asked = provider.asked.length;
      await shown.getByRole('button', { name: 'Show original' }).click();
      await expect(shown).toBeHidden();
      await page.reload();
      await translate();
      await expect(shown).toContainText('Hello, Ana Silva here.');
      expect(provider.asked.length).toBe(asked);
    });

    await test.step('a failure says what to do', async () => {
      provider.answer = () => ({ status: 429, message: 'Quota exceeded' });
      watch.expect(/422/);
      await page.getByRole('button', { name: 'Draft a reply' }).click();
      const failure = page.getByRole('dialog', { name: 'Couldn’t draft a reply' });
      await expect(failure).toContainText('rate limit or credit is used up');
      await page.keyboard.press('Escape');
      answerAll(provider);
    });

    await test.step('on a phone: everything fits, and disconnecting stops it', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.reload();
      await page.getByRole('button', { name: 'Draft a reply' }).click();
      await expect(page.getByRole('region', { name: 'AI draft' })).toBeVisible();
      await expectNoHorizontalScroll(page, 'a draft of AI');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${server.url}/integrations`);
      await page.getByRole('button', { name: 'AI provider' }).click();
      const sheet = page.getByRole('dialog', { name: 'AI provider' });
      await sheet.getByRole('tab', { name: 'Usage' }).click();
      await expect(sheet.getByRole('row', { name: /Cost/ })).toContainText('$');
      await expect(sheet.getByText('The provider refused the key')).toBeVisible();
      await sheet.getByRole('tab', { name: 'Settings' }).click();
      await sheet.getByRole('button', { name: 'Disconnect' }).click();
      await expect(page.getByRole('alertdialog')).toContainText('The key is deleted');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
      await expect(sheet.getByRole('button', { name: 'Connect' })).toBeVisible();
      await page.goto(`${server.url}/inbox/${threadId}`);
      await expect(field).toBeVisible();
      await expect(page.getByRole('button', { name: 'Draft a reply' })).toBeHidden();
    });
  } finally {
    watch.stop();
    await server.close();
    await provider.close();
    await site.close();
  }
});

test('what is typed in a panel of AI is there after another view, and asked about before it is left', async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, home.server, home.user, '/integrations?show=ai');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  for (const [link, name, label] of [
    ['ai', 'AI provider', 'Model'],
    ['answering', 'AI assistant', 'Answers per conversation'],
  ] as const) {
    await page.goto(`${home.server.url}/integrations?show=${link}`);
    const panel = page.getByRole('complementary', { name });
    const field = panel.getByLabel(label);
    const before = await field.inputValue();
    await field.fill('7');
    if (link === 'ai') {
      await panel.getByRole('tab', { name: 'Usage' }).click();
      await panel.getByRole('tab', { name: 'Settings' }).click();
    }
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(field).toHaveValue('7');
    await page.getByRole('button', { name: 'WhatsApp Cloud API', exact: true }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(field).toHaveValue('7');
    await field.fill(before);
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name, exact: true }).click();
    await field.fill('7');
    await panel.getByRole('button', { name: 'Close', exact: true }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(panel).toBeHidden();
  }
});

test('a step that assigns to the AI assistant says why it can’t yet, and leads to its settings', async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, home.server, home.user, '/automations');
  const steps = page.getByRole('region', { name: 'Steps' });
  await page.getByRole('button', { name: /^Welcome/ }).click();
  await steps.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Assign' }).click();
  const to = steps.getByRole('combobox', { name: 'Assign to' });
  const before = await to.inputValue();
  await to.click();
  const option = page.getByRole('option', { name: /^AI assistant/ });
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  await expect(option).toContainText('Not switched on');
  await option.click({ force: true });
  await page.keyboard.press('Escape');
  await expect(to).toHaveValue(before);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await steps.getByRole('link', { name: 'Switch on' }).click();
  await expect(page.getByRole('complementary', { name: 'AI assistant' })).toBeVisible();
});
