import { writeFile } from 'node:fs/promises';
import { createImage } from '../../scripts/seed/image.ts';
import { waitForThread, writeAsCustomer } from '../support/api.ts';
import { soon } from './screen.ts';
import { expect, openPhones, signIn, test } from './test.ts';

test('a conversation is opened from its row, answered, and what the customer writes then is there at once', async ({
  app,
  home,
}) => {
  const { server } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the tandem ready?', 'Ana Silva');
  await writeAsCustomer(server, token, 'Do you rent bikes?', 'Jon Berg');
  await waitForThread(server, token, 'Do you rent bikes?');
  await signIn(app, home, '/inbox');
  await app.see('link', undefined, { text: 'Jon Berg' });
  await app.click('link', undefined, { text: 'Is the tandem ready?' });

  await app.fill('textbox', 'Reply', 'Tomorrow at ten');
  await app.press('Enter');
  await app.see('img', /^(Delivered|Read)$/);
  await app.seeText('Tomorrow at ten');

  // The page is not reloaded: a mark in it stays.
  await app.engine.run('(window.isSamePage = true)');
  await writeAsCustomer(server, token, 'Then I come at ten', 'Ana Silva');
  await app.seeText('Then I come at ten');
  await writeAsCustomer(server, token, 'Until when are you open?', 'Jon Berg');
  await app.see('link', undefined, { text: 'Until when are you open?' });
  expect(await app.engine.run('window.isSamePage')).toBe(true);
});

test('a picture is attached, shown, and reaches the customer with its caption', async ({ app, home }, testInfo) => {
  const { server } = home;
  const token = await home.token();
  const phone = await writeAsCustomer(server, token, 'How does it look?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'How does it look?');
  const path = testInfo.outputPath('frame.png');
  await writeFile(path, createImage([41, 98, 107], [226, 214, 188], 640, 480));
  await signIn(app, home, `/inbox/${threadId}`);
  await app.see('textbox', 'Reply');
  await app.engine.chooseFiles('input[type=file]', [path]);
  await app.fill('textbox', 'Reply', 'The frame');
  await soon(
    'a file that is ready',
    async () => (await app.see('button', /^Send/)).isDisabled,
    (is) => !is,
  );
  await app.press('Enter');
  if (app.engine.name === 'webkit') {
    // Driven, it stores no files, as in its private windows.
    await app.seeText('Couldn’t save the message on this device. Nothing was sent.');
    return;
  }
  await app.see('button', 'Show the picture: The frame');
  const width = `document.querySelector('[aria-label="Show the picture: The frame"] img')?.naturalWidth ?? 0`;
  await soon(
    'the picture',
    () => app.engine.run<number>(width),
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
