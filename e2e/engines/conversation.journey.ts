import { writeFile } from 'node:fs/promises';
import { createImage } from '../../scripts/seed/image.ts';
import { waitForThread, writeAsCustomer } from '../support/api.ts';
import { soon } from './screen.ts';
import { expect, openPhones, signIn, test } from './test.ts';

test('a conversation is opened from its row, answered, and what the customer writes then is there at once', async ({
  screen,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the tandem ready?', 'Ana Silva');
  await writeAsCustomer(server, token, 'Do you rent bikes?', 'Jon Berg');
  await waitForThread(server, token, 'Do you rent bikes?');
  await signIn(screen, home, '/inbox');
  await screen.see('link', undefined, { text: 'Jon Berg' });
  await screen.click('link', undefined, { text: 'Is the tandem ready?' });

  await screen.fill('textbox', 'Reply', 'Tomorrow at ten');
  await screen.press('Enter');
  await screen.see('img', /^(Delivered|Read)$/);
  await screen.seeText('Tomorrow at ten');

  // The page is not reloaded: a mark in it stays.
  await screen.engine.run('(window.isSamePage = true)');
  await writeAsCustomer(server, token, 'Then I come at ten', 'Ana Silva');
  await screen.seeText('Then I come at ten');
  await writeAsCustomer(server, token, 'Until when are you open?', 'Jon Berg');
  await screen.see('link', undefined, { text: 'Until when are you open?' });
  expect(await screen.engine.run('window.isSamePage')).toBe(true);
});

test('a picture is attached, shown, and reaches the customer with its caption', async ({ screen, home }, testInfo) => {
  const { server } = home;
  const token = await home.token();
  const phone = await writeAsCustomer(server, token, 'How does it look?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'How does it look?');
  const path = testInfo.outputPath('frame.png');
  await writeFile(path, createImage([41, 98, 107], [226, 214, 188], 640, 480));
  await signIn(screen, home, `/inbox/${threadId}`);
  await screen.see('textbox', 'Reply');
  await screen.engine.chooseFiles('input[type=file]', [path]);
  await screen.fill('textbox', 'Reply', 'The frame');
  await soon(
    'a file that is ready',
    async () => (await screen.see('button', /^Send/)).isDisabled,
    (is) => !is,
  );
  await screen.press('Enter');
  if (screen.engine.name === 'webkit') {
    // Driven, it stores no files, as in its private windows.
    await screen.seeText('Couldn’t save the message on this device. Nothing was sent.');
    return;
  }
  await screen.see('button', 'Show the picture: The frame');
  const width = `document.querySelector('[aria-label="Show the picture: The frame"] img')?.naturalWidth ?? 0`;
  await soon(
    'the picture',
    () => screen.engine.run<number>(width),
    (pixels) => pixels > 0,
  );

  const phones = await openPhones(home);
  type OnPhone = { type: string; content: { caption?: string } };
  await soon(
    'the picture on the phone',
    () => phones.sandbox.messagesOf<OnPhone>(phone),
    (messages) => messages.some(({ type, content }) => type === 'image' && content.caption === 'The frame'),
  );
  await phones.close();
});
