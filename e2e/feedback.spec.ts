import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { waitForKeyboard } from './support/keys.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

type Reports = { data: { id: string; number: number; title: string }[] };
type Detail = {
  what_happened: string;
  details: { page: string; thread_id?: string; request_ids: string[]; events: { what: string }[] } | null;
  conversation: { contact?: { name: string }; messages?: { text: string }[] } | null;
};

const what = (page: Page) => page.getByRole('textbox', { name: 'What happened?' });
const send = (page: Page) => page.getByRole('button', { name: 'Send report' }).first();

/** A picture with a sharp edge in its middle: left half black, right half white. */
const pastePicture = `(async () => {
  const canvas = document.createElement('canvas');
  canvas.width = 400;
  canvas.height = 200;
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 400, 200);
  context.fillStyle = '#000';
  context.fillRect(0, 0, 200, 200);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve));
  const clipboard = new DataTransfer();
  clipboard.items.add(new File([blob], 'screen.png', { type: 'image/png' }));
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard }));
})()`;

/** How bright the picture is that will be sent, just left of the edge: 0 without a blur. */
const brightness = `(async () => {
  const image = document.querySelector('aside img');
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(198, 100, 1, 1).data[0];
})()`;

test('a bug report shows exactly what it sends, blurs a screenshot, and gets a number and a state', {
  tag: '@smoke',
}, async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'My saddle is loose');
  const threadId = await waitForThread(server, token, 'My saddle is loose');
  await signIn(page, server, user, `/inbox/${threadId}`);
  await expect(page.getByRole('main').getByText('My saddle is loose').first()).toBeVisible();
  await page.goto(`${server.url}/bug-reporting`);

  const preview = page.getByRole('complementary', { name: 'What will be sent' });
  await expect(preview.getByText('/inbox/{thread_id}').first()).toBeVisible();
  await expect(preview.getByText(threadId)).toBeVisible();
  await expect(preview.getByText('No message text, names or phone numbers.')).toBeVisible();
  await send(page).click();
  await expect(page.getByText('Describe what happened.')).toBeVisible();
  await expect(what(page)).toBeFocused();
  await what(page).fill('The label is missing\nafter a reload.');

  await test.step('a pasted picture is blurred by keyboard, and sent without what is under the blur', async () => {
    await page.evaluate(pastePicture);
    await page.getByRole('button', { name: 'Blur' }).click();
    const area = page.getByRole('button', { name: 'Blurred area' });
    await expect(area).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByText('1 area blurred')).toBeVisible();
    await expect(preview.getByRole('img')).toBeVisible();
    await expect.poll(() => page.evaluate<number>(brightness)).toBeGreaterThan(40);
  });

  await test.step('the draft is there after a reload', async () => {
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    await page.reload();
    await expect(what(page)).toHaveValue('The label is missing\nafter a reload.');
    await expect(page.getByText('1 area blurred')).toBeVisible();
  });

  await test.step('customer data is left out unless ticked, and asked about', async () => {
    await page.getByRole('checkbox', { name: /^Message text/ }).check();
    await expect(preview.getByText('My saddle is loose')).toBeVisible();
    await expectAccessible(page, 'bug report');
    await send(page).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Don’t send' }).click();
    await expect(question).toHaveCount(0);
    await waitForKeyboard(page);
    await page.keyboard.press('Control+Enter');
    await question.getByRole('button', { name: 'Send report' }).click();
  });

  await expect(page.getByRole('button', { name: /#1 The label is missing/ })).toBeVisible();
  const { data } = await apiCall<Reports>(server.url, 'GET', '/api/bug-reports', undefined, token);
  expect(data).toMatchObject([{ number: 1, title: 'The label is missing' }]);
  const path = `/api/bug-reports/${data[0]?.id}`;
  const stored = await apiCall<Detail>(server.url, 'GET', path, undefined, token);
  expect(stored.details).toMatchObject({ page: '/inbox/{thread_id}', thread_id: threadId });
  expect(stored.details?.request_ids.length).toBeGreaterThan(0);
  expect(stored.conversation?.messages?.map(({ text }) => text)).toEqual(['My saddle is loose']);
  expect(stored.conversation?.contact).toBeUndefined();

  await test.step('an Admin reads it and sets its state', async () => {
    await page.getByRole('radio', { name: 'All reports' }).check();
    await page.getByRole('button', { name: /#1 The label is missing/ }).click();
    const panel = page.getByRole('complementary', { name: 'Report #1' });
    await expect(panel.getByRole('img', { name: 'Screenshot 1' })).toBeVisible();
    await panel.getByRole('radio', { name: 'Fixed' }).check();
    await expect(page.getByText('Report #1 updated').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText('Fixed').first()).toBeVisible();
  });
});

test('a report written offline waits on the device and is sent by itself', async ({ page, home, watch }) => {
  const { server, user } = home;
  await signIn(page, server, user, '/bug-reporting');
  await what(page).fill('Sent from a train');
  watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await send(page).click();
  await expect(page.getByText('The report will be sent when you’re back online').first()).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Reports not sent yet' });
  await expect(waiting.getByText('Sent from a train')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: /#1 Sent from a train/ })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('a feature request: search first, similar ones while typing, votes, and an answer', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  const first = { title: 'Export broadcasts as a spreadsheet', problem: 'I copy figures by hand.' };
  await apiCall(server.url, 'POST', '/api/feature-requests', first, token);
  await signIn(page, server, user, '/feature-request');
  const list = page.getByRole('list', { name: 'Feature requests' });
  await expect(list.getByText('Export broadcasts as a spreadsheet')).toBeVisible();
  await expectAccessible(page, 'feature requests');

  await page.getByRole('searchbox', { name: 'Search requests' }).fill('zebra');
  await expect(page.getByText('No matching requests')).toBeVisible();
  await page.getByRole('button', { name: 'New request' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New feature request' });
  await dialog.getByRole('textbox', { name: 'What is hard or impossible today?' }).fill('I cannot export figures');
  await expect(dialog.getByText('Export broadcasts as a spreadsheet')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Darker theme');
  await dialog.getByRole('button', { name: 'Add request' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('');
  await expect(list.getByText('Darker theme')).toBeVisible();

  const vote = page.getByRole('button', { name: /^Vote for Darker theme/ });
  await expect(vote).toHaveAttribute('aria-pressed', 'true');
  await vote.click();
  await expect(vote).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(vote).toHaveAccessibleName('Vote for Darker theme, 0 votes');

  await page.getByRole('button', { name: 'Open, change the state of Darker theme' }).click();
  const answer = page.getByRole('dialog', { name: 'Darker theme' });
  await answer.getByRole('combobox', { name: 'State' }).fill('Planned');
  await page.getByRole('option', { name: 'Planned' }).click();
  await answer.getByRole('button', { name: 'Save' }).click();
  await expect(list.getByText('Planned')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('both pages fit', async ({ page, home }) => {
    await signIn(page, home.server, home.user, '/bug-reporting');
    await expect(what(page)).toBeVisible();
    await expectNoHorizontalScroll(page, 'feedback');
    await page.goto(`${home.server.url}/feature-request`);
    await expect(page.getByText('No feature requests yet')).toBeVisible();
    await expectNoHorizontalScroll(page, 'feedback');
  });
});
