import { apiCall } from '../scripts/api-call.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';
import { waitForServiceWorker } from './support/vitals.ts';
import { noAnswer } from './support/watch.ts';

// The service worker is allowed: a reload without a connection is tested.
test.use({ serviceWorkers: 'allow' });

type Contact = {
  id: string;
  name: string;
  version: number;
  opted_in_at: string | null;
  custom_fields: Record<string, string>;
};

test('a message that waits without a connection is taken back after the time to undo, and never leaves', async ({
  page,
  watch,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the tandem ready?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'tandem ready');
  await signIn(page, server, user, `/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  await expect(field).toBeVisible();
  watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await field.fill('Not what I meant');
  await field.press('Enter');
  const bubble = page
    .locator('[data-waiting]')
    .filter({ hasText: 'Not what I meant' })
    .or(page.getByText('Not what I meant'));
  await expect(bubble.first()).toBeVisible();
  await expect(page.getByText('Sends when you’re back online', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(field).toHaveValue('Not what I meant');
  await field.fill('Tomorrow at ten');
  await field.press('Enter');
  await page.context().setOffline(false);
  await waitForThread(server, token, 'Tomorrow at ten');
  const { data } = await apiCall<{ data: object[] }>(
    server.url,
    'GET',
    `/api/threads/${threadId}/messages`,
    undefined,
    token,
  );
  expect(JSON.stringify(data)).not.toContain('Not what I meant');
});

test('a message that the browser breaks off storing stays in the field, which says so', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Is the saddle here?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'saddle here');
  await signIn(page, server, user, `/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  await field.fill('It came today');
  await page.evaluate(`{
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args) {
      const request = put.apply(this, args);
      if (this.name === 'outbox') this.transaction.abort();
      return request;
    };
  }`);
  await field.press('Enter');
  await expect(page.getByText('Couldn’t save the message on this device. Nothing was sent.')).toBeVisible();
  await expect(field).toHaveValue('It came today');
});

test('a sent draft is gone from the field of another tab in the same moment', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'Do you have bells?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'have bells');
  await signIn(page, server, user, `/inbox/${threadId}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  await field.fill('Fifty of them');
  const other = await page.context().newPage();
  await other.goto(`${server.url}/inbox/${threadId}`);
  const otherField = other.getByRole('textbox', { name: 'Reply' });
  await expect(otherField).toHaveValue('Fifty of them');
  // Only the tabs themselves can tell: the answer of the server comes later.
  await other.route('**/api/threads/*/draft', (route) => route.abort());
  await other.context().route('**/api/messages', async (route) => {
    await expect(otherField).toHaveValue('', { timeout: 2_000 });
    await route.continue();
  });
  await page.bringToFront();
  await field.press('Enter');
  await expect(otherField).toHaveValue('');
  await waitForThread(server, token, 'Fifty of them');
});

test('edits of a contact wait on the device, leave once, and what someone else changed is said', async ({
  page,
  watch,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  const call = <T>(method: string, path: string, body?: object) => apiCall<T>(server.url, method, path, body, token);
  await writeAsCustomer(server, token, 'About my order', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'About my order');
  const { contact_id: id } = await call<{ contact_id: string }>('GET', `/api/threads/${threadId}`);
  const contact = () => call<Contact>('GET', `/api/contacts/${id}`);
  const list = await call<{ id: string }>('POST', '/api/contact-lists', { name: 'Riders' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, user, `/inbox/${threadId}?contact=1`);
  const panel = page.getByRole('complementary', { name: 'Contact' });
  const name = panel.getByRole('textbox', { name: 'Name', exact: true });
  const rename = async (to: string) => {
    await panel.getByRole('button', { name: 'Edit Name' }).click();
    await name.fill(to);
    await name.press('Enter');
  };
  await panel.getByRole('button', { name: 'Edit Lists' }).click();
  await expect(
    page
      .getByRole('option', { name: 'Riders' })
      .or(page.getByRole('checkbox', { name: 'Riders' }))
      .first(),
  ).toBeVisible();
  watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page
    .getByRole('option', { name: 'Riders' })
    .or(page.getByRole('checkbox', { name: 'Riders' }))
    .first()
    .click();
  await page.keyboard.press('Escape');
  await rename('Ana de Souza');
  await rename('Ana Souza');
  const note = panel.getByRole('textbox', { name: 'New note' });
  await note.fill('Rides a Heron 5');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(panel.getByText('Saved on this device.', { exact: false })).toHaveCount(2);
  await expect(panel.getByText('Rides a Heron 5')).toBeVisible();

  await test.step('they are sent once with the connection', async () => {
    await page.context().setOffline(false);
    await expect.poll(async () => (await contact()).name).toBe('Ana Souza');
    await expect(panel.getByText('Saved on this device.', { exact: false })).toHaveCount(0);
    const { data: notes } = await call<{ data: { body: string }[] }>('GET', `/api/contacts/${id}/notes`);
    expect(notes.map(({ body }) => body)).toEqual(['Rides a Heron 5']);
    expect(JSON.stringify(await contact())).toContain(list.id);
  });

  await test.step('so do an opt-in and a changed note; a waiting name stands everywhere', async () => {
    await page.context().setOffline(true);
    await rename('Ana Waits');
    await expect(page.getByRole('region', { name: 'Conversation', exact: true }).getByText('Ana Waits')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Conversations' }).getByText('Ana Waits')).toBeVisible();
    await panel.getByRole('button', { name: 'Edit Marketing' }).click();
    await panel.getByRole('switch', { name: 'Opted in to marketing' }).click();
    await page.keyboard.press('Escape');
    await expect(panel.getByText(/^Opted in, /)).toBeVisible();
    await panel.getByRole('button', { name: 'Edit note' }).click();
    await panel.getByRole('textbox', { name: 'Note', exact: true }).fill('Rides a Heron 7');
    await panel.getByRole('button', { name: 'Save note' }).click();
    await expect(panel.getByText('Rides a Heron 7')).toBeVisible();
    await expect(panel.getByText('Saved on this device.', { exact: false })).toHaveCount(3);
    expect((await contact()).opted_in_at).toBeNull();
    await page.context().setOffline(false);
    await expect.poll(async () => (await contact()).opted_in_at).not.toBeNull();
    await expect(panel.getByText('Saved on this device.', { exact: false })).toHaveCount(0);
    const { data: notes } = await call<{ data: { body: string }[] }>('GET', `/api/contacts/${id}/notes`);
    expect(notes.map(({ body }) => body)).toEqual(['Rides a Heron 7']);
    await rename('Ana Souza');
    await expect.poll(async () => (await contact()).name).toBe('Ana Souza');
  });

  await test.step('a name that someone else changed meanwhile is not overwritten without a decision', async () => {
    await page.context().setOffline(true);
    await rename('Mine');
    await call('PUT', `/api/contacts/${id}`, { name: 'Theirs' });
    await page.context().setOffline(false);
    await expect(
      panel.getByText('Name was changed to “Theirs” by someone else meanwhile. Yours: “Mine”.'),
    ).toBeVisible();
    expect((await contact()).name).toBe('Theirs');
    await page.reload();
    await panel.getByRole('button', { name: 'Use mine' }).click();
    await expect.poll(async () => (await contact()).name).toBe('Mine');
    await expect(panel.getByRole('button', { name: 'Use mine' })).toHaveCount(0);
  });
});

test('a note that waits is there again right after a reload without a connection, and so is one half typed', async ({
  page,
  watch,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  await writeAsCustomer(server, token, 'About my order', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'About my order');
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server, user, `/inbox/${threadId}`);
  const panel = page.getByRole('complementary', { name: 'Contact' });
  const note = panel.getByRole('textbox', { name: 'New note' });
  const waiting = panel.getByRole('listitem').filter({ hasText: 'Rides a Heron 5' });
  await expect(note).toBeVisible();
  await waitForServiceWorker(page);
  watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
  // Nothing answers: requests are tried again for seconds.
  await page.context().route('**/api/contacts/**', (route) => route.abort());
  await note.fill('Rides a Heron 5');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(waiting).toBeVisible();
  await expect(note).toHaveValue('');
  await note.fill('Has two');
  await panel.getByRole('button', { name: 'Edit Name' }).click();
  const name = panel.getByRole('textbox', { name: 'Name' });
  await name.fill('Ana de');
  await page.reload();
  await expect(panel.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect(waiting).toBeVisible({ timeout: 1_000 });
  await expect(note).toHaveValue('Has two');
  await expect(name).toHaveValue('Ana de');
  const unsaved = panel.getByRole('status').filter({ hasText: 'Not saved yet.' });
  await expect(unsaved).toBeVisible();
  await unsaved.getByRole('button', { name: 'Discard' }).click();
  await expect(panel.getByRole('button', { name: 'Edit Name' })).toBeFocused();
  await expect(panel.getByText('Ana Silva').first()).toBeVisible();
  await page.context().unroute('**/api/contacts/**');
  const notes = async () => {
    const { contact_id: id } = await apiCall<{ contact_id: string }>(
      server.url,
      'GET',
      `/api/threads/${threadId}`,
      undefined,
      token,
    );
    const path = `/api/contacts/${id}/notes`;
    return (await apiCall<{ data: { body: string }[] }>(server.url, 'GET', path, undefined, token)).data.map(
      ({ body }) => body,
    );
  };
  await expect.poll(notes, { timeout: 60_000 }).toEqual(['Rides a Heron 5']);
  await expect(note).toHaveValue('Has two');
});

test('the PDF of a conversation has every script, each in its own direction', async ({ page, home }, testInfo) => {
  const { server, user } = home;
  const token = await home.token();
  const said = {
    ar: 'مرحبا، هل الدراجة 42 جاهزة؟ (Heron)',
    he: 'שלום, מתי אפשר לקחת את האופניים?',
    hi: 'नमस्ते, क्या साइकिल तैयार है?',
    th: 'สวัสดีครับ จักรยานพร้อมหรือยัง',
    zh: '你好，自行车准备好了吗？',
    ja: 'こんにちは、自転車は準備できましたか？',
    ko: '안녕하세요, 자전거 준비됐나요?',
    emoji: 'Thanks 🚲👍🏽👩‍🔧🏳️‍🌈 done',
  };
  for (const text of Object.values(said)) await writeAsCustomer(server, token, text, 'أماني Silva');
  const threadId = await waitForThread(server, token, said.emoji);
  await page.addInitScript('window.print = () => { document.documentElement.dataset.printed = "1"; }');
  await signIn(page, server, user, `/inbox/${threadId}`);
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const lines = page.locator('[data-print] p');
  await expect(lines).toHaveText(Object.values(said));
  const directions = ['rtl', 'rtl', 'ltr', 'ltr', 'ltr', 'ltr', 'ltr', 'ltr'];
  for (const [at, direction] of directions.entries()) await expect(lines.nth(at)).toHaveCSS('direction', direction);
  await testInfo.attach('printed', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
});
