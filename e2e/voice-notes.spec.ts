import { voiceNote } from '../apps/server/src/testing/recordings.ts';
import { commandEngine, startTranscriber } from '../apps/server/src/testing/transcriber.ts';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForListKeyboard } from './support/keys.ts';
import { type ParleyServer, startServer } from './support/server.ts';
import { expect, firstHome, signIn, test } from './support/test.ts';

const long = 'The chain jumps whenever I shift down on the hill behind the harbour. '.repeat(6).trim();

async function voiceNoteOf(server: ParleyServer, token: string, phone: string, seconds: number): Promise<void> {
  const uploaded = await fetch(`${server.url}/api/sandbox/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'audio/ogg' },
    body: new Uint8Array(await voiceNote(seconds)),
  });
  const { id } = (await uploaded.json()) as { id: string };
  const path = `/api/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  await apiCall(server.url, 'POST', path, { type: 'audio', audio: { id, mime_type: 'audio/ogg', voice: true } }, token);
}

test('voice notes are shown as text: agreed to by an Admin, by a click and by themselves, found by search', async ({
  page,
  watch,
}) => {
  const [transcriber, engine] = [await startTranscriber(), await commandEngine()];
  const server = await startServer({
    ALLOWED_PRIVATE_HOSTS: transcriber.host,
    TRANSCRIPTION_COMMAND: engine.setting,
  });
  try {
    const { user, token } = await firstHome(server);
    await page.setViewportSize({ width: 1440, height: 900 });
    const phone = await writeAsCustomer(server, await token(), 'Hello, I recorded it for you', 'Ana Silva');
    const threadId = await waitForThread(server, await token(), 'I recorded it');
    await apiCall(
      server.url,
      'PUT',
      '/api/ai/settings',
      {
        ...{ base_url: transcriber.baseUrl, api_key: 'sk-test-0123456789abcdef', model: 'small', functions: [] },
        ...{ monthly_tokens: 1_000, input_price: 0, output_price: 0, currency: 'EUR', includes_names: false },
      },
      await token(),
    );
    await voiceNoteOf(server, await token(), phone, 14);
    await signIn(page, server, user, `/inbox/${threadId}`);
    const player = page.getByRole('button', { name: 'Play the voice message' });

    await test.step('off at first: nothing is offered', async () => {
      await expect(player).toBeVisible();
      await expect(page.getByRole('button', { name: 'Transcribe' })).toHaveCount(0);
    });

    const panel = page.getByRole('complementary', { name: 'AI provider' });
    await test.step('an Admin sees what is sent, agrees and says what it may cost', async () => {
      await page.goto(`${server.url}/integrations`);
      await page.getByRole('button', { name: 'AI provider' }).click();
      await panel.getByRole('tab', { name: 'Voice notes' }).click();
      await panel.getByLabel('Transcripts').selectOption('By your AI provider');
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(panel.getByText('Enter a model.')).toBeVisible();
      await panel.getByLabel('Model').fill('whisper-1');
      await expect(panel.getByRole('region', { name: 'What is sent' })).toContainText('/v1/audio/transcriptions');
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(panel.getByText('Agree to what is sent first.')).toBeVisible();
      await panel.getByRole('checkbox', { name: 'Send recordings of this account there' }).check();
      await panel.getByLabel(/^Price/).fill('0.6');
      await expectAccessible(page, 'the settings of voice notes');
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Voice note settings saved')).toBeVisible();
    });

    await page.goto(`${server.url}/inbox/${threadId}`);
    const transcript = page.getByRole('region', { name: /^Transcript/ });
    await test.step('a failure says what to do; trying again gives the text with its language', async () => {
      transcriber.answer = { status: 500, message: 'Overloaded' };
      await page.getByRole('button', { name: 'Transcribe' }).click();
      await expect(page.getByText('The AI provider had a problem.', { exact: false })).toBeVisible();
      transcriber.answer = { json: { text: long, language: 'english', duration: 14 } };
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect(transcript).toContainText('Transcript · English');
      await expect(transcript).toContainText('The chain jumps');
      const short = (await transcript.boundingBox())?.height ?? 0;
      await transcript.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(async () => (await transcript.boundingBox())?.height ?? 0).toBeGreaterThan(short);
      await expectAccessible(page, 'a transcript');
      await page.reload();
      await expect(transcript).toContainText('The chain jumps');
    });

    await test.step('by itself as it arrives, by the engine of the server', async () => {
      await page.goto(`${server.url}/integrations`);
      await page.getByRole('button', { name: 'AI provider' }).click();
      await panel.getByRole('tab', { name: 'Voice notes' }).click();
      await panel.getByLabel('Transcripts').selectOption('By this server');
      await panel.getByRole('checkbox', { name: /as they arrive/ }).check();
      await panel.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Voice note settings saved')).toBeVisible();
      await page.goto(`${server.url}/inbox/${threadId}`);
      await voiceNoteOf(server, await token(), phone, 9);
      await expect(transcript.last()).toContainText(/heard \d+ bytes/);
    });

    await test.step('search finds it and leads to it', async () => {
      await page.goto(`${server.url}/inbox`);
      await waitForListKeyboard(page);
      await page.keyboard.press('/');
      await page.getByRole('searchbox', { name: 'Search conversations by name or number' }).fill('harbour');
      await page
        .getByRole('region', { name: 'Conversations' })
        .getByRole('link', { name: /harbour/ })
        .first()
        .click();
      await expect(page.locator('[data-message]').filter({ hasText: 'The chain jumps' })).toBeInViewport();
    });

    await test.step('on a phone it fits', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${server.url}/inbox/${threadId}`);
      await expect(transcript.first()).toBeVisible();
      await expectNoHorizontalScroll(page, 'a transcript');
      await page.goto(`${server.url}/integrations`);
      await page.getByRole('button', { name: 'AI provider' }).click();
      await page.getByRole('dialog', { name: 'AI provider' }).getByRole('tab', { name: 'Voice notes' }).click();
      await expect(page.getByLabel('Transcripts')).toBeVisible();
      await expectNoHorizontalScroll(page, 'the settings of voice notes');
    });
  } finally {
    watch.stop();
    await server.close();
    await transcriber.close();
    await engine.close();
  }
});
