import { waitForThread, writeAsCustomer } from '../support/api.ts';
import { soon } from './screen.ts';
import { expect, openPhones, signIn, test } from './test.ts';

test('a voice message is recorded and reaches the customer as Ogg with Opus, or the screen says what is missing', async ({
  app,
  home,
}) => {
  const token = await home.token();
  const phone = await writeAsCustomer(home.server, token, 'Tell me how to get there', 'Ana Silva');
  const threadId = await waitForThread(home.server, token, 'Tell me how to get there');
  await signIn(app, home, `/inbox/${threadId}`);
  await app.see('textbox', 'Reply');
  if (app.engine.name === 'webkit') {
    // Debian's GStreamer has no container for Opus that WebKit records.
    const words = 'This browser can’t record Opus audio, which WhatsApp requires for voice messages.';
    await app.click('button', words);
    await app.seeText(words);
    return;
  }
  await app.click('button', 'Record a voice message');
  await app.see('toolbar', 'Voice message', { text: '0:03' });
  await app.click('button', 'Send');
  await app.see('button', 'Play the voice message');

  const phones = await openPhones(home);
  type OnPhone = { type: string; content: { id?: string; voice?: boolean } };
  const sent = async () => (await phones.sandbox.messagesOf<OnPhone>(phone)).at(-1);
  const message = await soon('the recording on the phone', sent, (last) => last?.content.voice === true);
  const { mimeType, bytes } = await phones.sandbox.readMedia(String(message?.content.id));
  await phones.close();
  expect(mimeType).toBe('audio/ogg; codecs=opus');
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 28, 36)]).toEqual(['OggS', 'OpusHead']);

  await app.click('button', 'Play the voice message');
  await app.see('button', 'Pause');
});
