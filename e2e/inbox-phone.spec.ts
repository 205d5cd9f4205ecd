import { createImage } from '../scripts/seed/image.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { finger } from './support/finger.ts';
import { launchOptions } from './support/launch.ts';
import { expect, signIn, test } from './support/test.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  serviceWorkers: 'allow',
  permissions: ['microphone'],
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

test('on a phone: swipe to quote, hold to record, and what another app shares', async ({ page, home }) => {
  // Many processes run side by side: on a busy machine this is slow.
  test.setTimeout(240_000);
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Is the bell in stock?');
  await signIn(page, server, user, `/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  const touch = await finger(page);

  await test.step('a swipe in reading direction quotes, a short one does nothing', async () => {
    const bubble = page.locator('[data-message]').filter({ hasText: 'Is the bell in stock?' });
    const words = bubble.getByText('Is the bell in stock?');
    await expect(words).toBeVisible();
    await touch.down(words);
    await touch.move(40);
    await expect(bubble).toHaveAttribute('data-swiped', 'begun');
    await touch.up();
    await expect(bubble).not.toHaveAttribute('data-swiped');
    await expect(page.getByRole('button', { name: 'Answer without quoting' })).toBeHidden();
    await touch.down(words);
    await touch.move(120);
    await expect(bubble).toHaveAttribute('data-swiped', 'enough');
    await touch.up();
    await expect(page.getByRole('button', { name: 'Answer without quoting' })).toBeVisible();
    // At once, also after a swift finger, which the browser would take for a throw.
    await page.getByRole('button', { name: 'Answer without quoting' }).tap();
    await expect(page.getByRole('button', { name: 'Answer without quoting' })).toBeHidden();
  });

  const microphone = page.getByRole('button', { name: 'Record a voice message' });
  const bar = page.getByRole('toolbar', { name: 'Voice message' });
  const played = page.getByRole('button', { name: 'Play the voice message' });

  await test.step('slid away, a held recording is discarded; let go, it is sent', async () => {
    await touch.down(microphone);
    await expect(bar).toContainText('Slide to cancel');
    await expect(bar).toContainText(/0:(0[1-9]|[1-5]\d)/);
    await expectAccessible(page, 'a held recording');
    await touch.move(-140);
    await expect(bar).toContainText('Release to discard');
    await touch.up();
    await expect(bar).toBeHidden();
    await touch.down(microphone);
    await expect(bar).toContainText(/0:(0[1-9]|[1-5]\d)/);
    await touch.up();
    await expect(bar).toBeHidden();
    await expect(played).toHaveCount(1);
  });

  await test.step('a tap still records without holding', async () => {
    await microphone.tap();
    await expect(bar).toContainText(/0:(0[1-9]|[1-5]\d)/);
    await expect(bar).not.toContainText('Slide to cancel');
    await bar.getByRole('button', { name: 'Discard recording' }).tap();
    await expect(bar).toBeHidden();
  });

  await test.step('what another app shares goes into the field of the conversation that is chosen', async () => {
    await page.waitForFunction('navigator.serviceWorker.controller !== null');
    const photo = createImage([41, 98, 107], [226, 214, 188], 640, 480).toString('base64');
    await page.evaluate(`{
      const form = Object.assign(document.createElement('form'), { action: '/share', method: 'post', enctype: 'multipart/form-data' });
      const add = (name, type) => form.appendChild(Object.assign(document.createElement('input'), { name, type }));
      add('title', 'text').value = 'Bells';
      add('text', 'text').value = 'https://example.com/bells';
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob('${photo}'), (char) => char.charCodeAt(0))], 'bell.png', { type: 'image/png' }));
      add('files', 'file').files = data.files;
      document.body.append(form);
      form.submit();
    }`);
    const dialog = page.getByRole('dialog', { name: 'Send to' });
    await expect(dialog).toContainText('https://example.com/bells');
    await expect(dialog).toContainText('1 file: bell.png');
    await expectAccessible(page, 'choosing for whom it is');
    await expectNoHorizontalScroll(page, 'choosing for whom it is');
    await dialog.getByRole('button', { name: /Ana Silva/ }).tap();
    await expect(field).toHaveValue('Bells\nhttps://example.com/bells');
    await expect(page.getByRole('list', { name: 'Files for this message' })).toContainText('bell.png');
    await page.goto(`${server.url}/inbox?shared=1`);
    await expect(dialog).toContainText('has expired');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

test('Back leads from the contact to the conversation and from there to the list; a reload keeps what is shown', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  await waitForThread(server, token, 'Is the bell in stock?');
  await signIn(page, server, user, '/inbox');
  const row = page.getByRole('link', { name: /Ana Silva/ });
  const field = page.getByRole('textbox', { name: 'Reply' });
  const panel = page.getByRole('complementary', { name: 'Contact' });
  const openPanel = () => page.getByRole('button', { name: 'Contact', exact: true }).tap();
  await row.tap();
  await expect(field).toBeVisible();
  await openPanel();
  await expect(panel).toBeVisible();
  await page.reload();
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(field).toBeVisible();

  await test.step('a list over it is closed first', async () => {
    await openPanel();
    await panel.getByRole('button', { name: 'Edit labels' }).tap();
    const labels = page.locator('[popover="auto"]:popover-open');
    await expect(labels).toBeVisible();
    await page.goBack();
    await expect(labels).toHaveCount(0);
    await expect(panel).toBeVisible();
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(field).toBeVisible();
  });

  await test.step('closing it is the same way back', async () => {
    await openPanel();
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expect(panel).toBeHidden();
    await page.goBack();
    await expect(row).toBeVisible();
    await expect(field).toBeHidden();
    await page.reload();
    await expect(row).toBeVisible();
  });
});

test('Back from a conversation that a search found leads to the same results', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the bell in stock?', 'Ana Silva');
  await writeAsCustomer(server, token, 'When do you open?', 'Jon Berg');
  await waitForThread(server, token, 'When do you open?');
  await signIn(page, server, user, '/inbox');
  const list = page.getByRole('region', { name: 'Conversations' });
  const field = page.getByRole('searchbox', { name: 'Search conversations by name or number' });
  const hit = list.getByRole('region', { name: 'Messages' }).getByRole('link', { name: /Ana Silva/ });
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await page.getByRole('button', { name: 'Search conversations' }).tap();
  await field.fill('bell');
  await hit.tap();
  await expect(reply).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('bell');
  await expect(hit).toBeVisible();
  await field.fill('ana');
  await list.getByRole('link', { name: /Ana Silva/ }).tap();
  await expect(reply).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).tap();
  await expect(field).toHaveValue('ana');
  await expect(list.getByRole('link')).toHaveCount(1);

  await test.step('it ends with the inbox', async () => {
    await page.getByRole('link', { name: 'Contacts' }).first().tap();
    await expect(list).toBeHidden();
    await expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible();
    await page.goBack();
    await expect(list.getByRole('link')).toHaveCount(2);
    await expect(field).toBeHidden();
    await page.getByRole('button', { name: 'Search conversations' }).tap();
    await field.fill('ana');
  });

  await test.step('closed, it stays closed', async () => {
    await page.getByRole('button', { name: 'Close search' }).tap();
    await list.getByRole('link', { name: /Jon Berg/ }).tap();
    await expect(reply).toBeVisible();
    await page.goBack();
    await expect(list.getByRole('link')).toHaveCount(2);
    await expect(field).toBeHidden();
  });
});
