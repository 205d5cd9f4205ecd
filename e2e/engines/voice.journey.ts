import { waitForThread, writeAsCustomer } from '../support/api.ts';
import { soon } from './screen.ts';
import { expect, openPhones, signIn, test } from './test.ts';

test('a voice message is recorded and reaches the customer as Ogg with Opus, or the screen says what is missing', async ({
  screen,
  home,
}) => {
  const token = await home.token();
  const phone = await writeAsCustomer(home.server, token, 'Tell me how to get there', 'Ana Silva');
  const threadId = await waitForThread(home.server, token, 'Tell me how to get there');
  await signIn(screen, home, `/inbox/${threadId}`);
  await screen.see('textbox', 'Reply');
  if (screen.engine.name === 'webkit') {
    // Debian's GStreamer has no container for Opus that WebKit records.
    const words = 'This browser can’t record Opus audio, which WhatsApp requires for voice messages.';
    await screen.click('button', words);
    await screen.seeText(words);
    return;
  }
  await screen.click('button', 'Record a voice message');
  await screen.see('toolbar', 'Voice message', { text: '0:03' });
  await screen.click('button', 'Send');
  await screen.see('button', 'Play the voice message');

  const phones = await openPhones(home);
  type OnPhone = { type: string; content: { id?: string; voice?: boolean } };
  const sent = async () => (await phones.sandbox.messagesOf<OnPhone>(phone)).at(-1);
  const message = await soon('the recording on the phone', sent, (last) => last?.content.voice === true);
  const { mimeType, bytes } = await phones.sandbox.readMedia(String(message?.content.id));
  await phones.close();
  expect(mimeType).toBe('audio/ogg; codecs=opus');
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 28, 36)]).toEqual(['OggS', 'OpusHead']);

  await screen.click('button', 'Play the voice message');
  await screen.see('button', 'Pause');
});
