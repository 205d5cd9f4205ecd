import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { createImage } from '../scripts/seed/image.ts';
import { connectInstallation } from '../scripts/seed/installation.ts';
import { openSandbox, type Sandbox } from '../scripts/seed/sandbox.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { visit } from './support/addresses.ts';
import { waitForThread } from './support/api.ts';
import { launchOptions } from './support/launch.ts';
import { expect, signIn, test } from './support/test.ts';

test.use({
  // Files are loaded through the service worker.
  serviceWorkers: 'allow',
  // For DOM snapshots the recorder fetches a picture that the browser could not decode, which the content security
  // policy blocks.
  trace: { mode: 'retain-on-failure', snapshots: false },
  permissions: ['microphone'],
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

const teal = [41, 98, 107] as const;
const sand = [226, 214, 188] as const;
const photo = createImage(teal, sand, 640, 480);
const paper = Buffer.from('%PDF-1.4\n% the price list of the shop\n');

type OnPhone = { type: string; direction: string; content: Record<string, unknown> };

/** Messages that the customer’s phone got from us, oldest first. */
async function onPhone(sandbox: Sandbox, phoneId: string): Promise<OnPhone[]> {
  const messages = await sandbox.messagesOf<OnPhone>(phoneId);
  return messages.filter(({ direction }) => direction === 'to_customer');
}

/** Passes files to the page like a paste or a drop. */
async function give(page: Page, how: 'paste' | 'drop', name: string, content: Buffer): Promise<void> {
  const file = JSON.stringify({ name, bytes: content.toString('base64') });
  const event =
    how === 'paste'
      ? 'new ClipboardEvent("paste", { clipboardData: data, ...'
      : 'new DragEvent("drop", { dataTransfer: data, ...';
  await page.evaluate(`{
    const { name, bytes } = ${file};
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name, { type: 'image/png' }));
    document.querySelector('textarea').dispatchEvent(${event}{ bubbles: true, cancelable: true } }));
  }`);
}

test('images, documents and voice messages both ways, with a reload in between', { tag: '@smoke' }, async ({
  page,
  home,
  watch,
}) => {
  // Many processes run side by side: on a busy machine this is slow.
  test.setTimeout(300_000);
  const { server, user } = home;
  const token = await home.token();
  const installation = await connectInstallation(server.dataDir, server.url, async () => undefined);
  const { client_id: clientId } = await apiCall<{ client_id: string }>(
    server.url,
    'GET',
    '/api/client',
    undefined,
    token,
  );
  const sandbox = await openSandbox(installation, clientId);
  const phone = await sandbox.makePhone({ name: 'Amara Okafor', phone_number: '447700900118', reads: 'at_once' });
  const field = page.getByRole('textbox', { name: 'Reply' });
  const tray = page.getByRole('list', { name: 'Files for this message' });

  await test.step("the customer's files arrive, as thumbnails in the thread and large on request", async () => {
    const data = { data: photo.toString('base64'), mime_type: 'image/png' };
    await sandbox.write(phone, 'image', { ...data, caption: 'Is this the hanger?' });
    const threadId = await waitForThread(server, token, 'Is this the hanger?');
    await sandbox.write(phone, 'image', { ...data, caption: 'And from the side' });
    await sandbox.write(phone, 'document', {
      data: paper.toString('base64'),
      mime_type: 'application/pdf',
      filename: 'Receipt.pdf',
    });
    await signIn(page, server, user);
    await visit(page, `${server.url}/inbox/${threadId}`);
    const shown = page.getByRole('button', { name: 'Show the picture: Is this the hanger?' });
    await expect(shown.locator('img')).toHaveJSProperty('naturalWidth', 640);
    // The viewer navigates through available files, and every file is copied separately.
    await expect(page.getByRole('button', { name: 'Show the picture: And from the side' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Save Receipt.pdf' })).toHaveAttribute('href', /^\/media\//);
    await shown.focus();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Pictures, videos and documents' });
    await expect(viewer.getByRole('img', { name: 'Is this the hanger?' })).toHaveJSProperty('naturalWidth', 640);
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByRole('img', { name: 'And from the side' })).toBeVisible();
    await expect(viewer).toContainText('2 of 3');
    await expectAccessible(page, 'the viewer');
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(shown).toBeFocused();
  });

  await test.step('files are picked, pasted and dropped; invalid ones say why and block sending', async () => {
    await page.locator('input[type=file]').setInputFiles([
      { name: 'frame.png', mimeType: 'image/png', buffer: photo },
      { name: 'Price list.pdf', mimeType: 'application/pdf', buffer: paper },
    ]);
    await give(page, 'paste', 'pasted.png', photo);
    await give(page, 'drop', 'page.png', Buffer.from('<!doctype html><script>alert(1)</script>'));
    await expect(tray.getByRole('listitem')).toHaveCount(4);
    await expect(tray.getByRole('alert')).toHaveText('Couldn’t open this file.');
    await expect(page.getByRole('button', { name: /^Send ↵/ })).toHaveAttribute('aria-disabled', 'true');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'files in the field');
    await expectNoHorizontalScroll(page, 'files in the field');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Remove page.png' }).click();
    await page.getByRole('textbox', { name: 'Caption for frame.png' }).fill('The frame');
    await page.getByRole('textbox', { name: 'Caption for Price list.pdf' }).fill('All prices');
    // No key sends while a file is not ready.
    await expect(page.getByRole('button', { name: /^Send ↵/ })).not.toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('textbox', { name: 'Caption for Price list.pdf' }).press('Enter');
    await expect(tray).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show the picture: The frame' })).toBeVisible();
    await expect
      .poll(async () => (await onPhone(sandbox, phone)).map(({ type }) => type))
      .toEqual(['image', 'document', 'image']);
    const [first, second] = await onPhone(sandbox, phone);
    expect(first?.content).toMatchObject({ caption: 'The frame' });
    expect(second?.content).toMatchObject({ caption: 'All prices', filename: 'Price list.pdf' });
  });

  await test.step('a file that could not be sent survives a reload and is sent then, once', async () => {
    watch.expect(/ERR_FAILED/, /\/api\/media/);
    await page.route('**/api/media', (route) => route.abort());
    await page.locator('input[type=file]').setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: photo });
    await field.fill('After the reload');
    await expect(tray).toContainText('late.png');
    await expect(page.getByRole('button', { name: /^Send ↵/ })).not.toHaveAttribute('aria-disabled', 'true');
    await field.press('Enter');
    await expect(page.getByRole('progressbar', { name: 'Uploading late.png' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('progressbar', { name: 'Uploading late.png' })).toBeVisible();
    await page.unroute('**/api/media');
    await page.evaluate('window.dispatchEvent(new Event("online"))');
    await expect(page.getByRole('button', { name: 'Show the picture: After the reload' })).toBeVisible();
    await expect
      .poll(
        async () =>
          (await onPhone(sandbox, phone)).filter(({ content }) => content['caption'] === 'After the reload').length,
      )
      .toBe(1);
    watch.expectNothing();
  });

  await test.step('an upload can be cancelled', async () => {
    await page.route('**/api/media', () => undefined);
    await page.locator('input[type=file]').setInputFiles({ name: 'wrong.png', mimeType: 'image/png', buffer: photo });
    await expect(tray).toContainText('wrong.png');
    await page.getByRole('button', { name: /^Send ↵/ }).click();
    await page.getByRole('button', { name: 'Don’t send' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await page.unroute('**/api/media');
    await field.fill('Never mind');
    await field.press('Enter');
    await expect.poll(async () => (await onPhone(sandbox, phone)).at(-1)?.type).toBe('text');
  });

  await test.step('a voice message is recorded, and reaches the phone as Ogg with Opus', async () => {
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    // Long enough that playing it is not over before it is looked at.
    await expect(page.getByRole('toolbar', { name: 'Voice message' })).toContainText(/0:(0[4-9]|[1-5]\d)/);
    await page.getByRole('toolbar', { name: 'Voice message' }).getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('button', { name: 'Play the voice message' })).toBeVisible();
    await expect(field).toBeFocused();
    // The waveform is computed from the sound, which this browser recorded and decodes.
    await expect(page.locator('[data-wave] rect').first()).toBeVisible();
    await expect.poll(async () => (await onPhone(sandbox, phone)).at(-1)?.content).toMatchObject({ voice: true });
    const sent = (await onPhone(sandbox, phone)).at(-1)?.content;
    const { mimeType, bytes } = await sandbox.readMedia(String(sent?.['id']));
    expect(mimeType).toBe('audio/ogg; codecs=opus');
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 28, 36)]).toEqual(['OggS', 'OpusHead']);
    await page.getByRole('button', { name: 'Play the voice message' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    await expect(page.getByRole('toolbar', { name: 'Voice message' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeFocused();
    await expectNoHorizontalScroll(page, 'a conversation with files');
    await expectAccessible(page, 'a conversation with files');
  });

  await test.step('a recording is listened to before it is sent, or discarded', async () => {
    const before = (await onPhone(sandbox, phone)).length;
    const bar = page.getByRole('toolbar', { name: 'Voice message' });
    const record = async () => {
      await page.getByRole('button', { name: 'Record a voice message' }).click();
      await expect(bar).toContainText(/0:(0[2-9]|[1-5]\d)/);
      await bar.getByRole('button', { name: 'Stop and listen' }).click();
    };
    await record();
    await expect(bar).toBeFocused();
    await expect(bar.locator('[data-wave] rect').first()).toBeVisible();
    await bar.getByRole('button', { name: 'Play the voice message' }).click();
    await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
    await bar.getByRole('slider', { name: 'Position' }).fill('1');
    await expectAccessible(page, 'a recording before it is sent');
    await bar.getByRole('button', { name: 'Discard recording' }).click();
    await expect(field).toBeFocused();
    expect((await onPhone(sandbox, phone)).length).toBe(before);
    await record();
    await expect(bar.getByRole('button', { name: 'Play the voice message' })).toBeVisible();
    await bar.getByRole('button', { name: 'Send' }).click();
    await expect(bar).toBeHidden();
    await expect.poll(async () => (await onPhone(sandbox, phone)).length).toBe(before + 1);
    expect((await onPhone(sandbox, phone)).at(-1)?.content).toMatchObject({ voice: true });
  });

  await test.step('a file that could not be copied says so, and is fetched again', async () => {
    // The page still shows the old row while it reads the new one.
    watch.expect(/ 404 .*\/media\//);
    await installation.owner.query(
      `update media set state = 'failed', file_id = null where message_id = (
         select id from messages where content->>'caption' = 'And from the side')`,
    );
    await installation.owner.query(
      `with failed as (
         update messages set content = content - 'state' || '{"reason": "WhatsApp did not answer."}', version = version + 1
         where content->>'caption' = 'And from the side' returning client_id, id, version)
       insert into changes_new (client_id, collection, row_id, marker, version)
         select client_id, 'messages', id::text, 'MODIFIED', version from failed`,
    );
    // It is above what a usual window shows, and only messages in view are on the page.
    await page.setViewportSize({ width: 1440, height: 5_000 });
    await page.reload();
    await expect(page.getByText('WhatsApp did not answer.')).toBeVisible();
    await page.getByRole('button', { name: 'Download again' }).click();
    // A download that breaks is repeated with backoff.
    const picture = page.getByRole('button', { name: 'Show the picture: And from the side' });
    await expect(picture).toBeVisible({ timeout: 60_000 });
  });
  await installation.close();
});
