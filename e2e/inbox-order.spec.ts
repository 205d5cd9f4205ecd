import type { Page, Route } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { createImage } from '../scripts/seed/image.ts';
import { connectInstallation } from '../scripts/seed/installation.ts';
import { openSandbox } from '../scripts/seed/sandbox.ts';
import { addMember, claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { broadcastsOf, sandboxPhones } from './support/broadcasts.ts';
import { expect, signIn, test } from './support/test.ts';
import { newVisitor, omar } from './support/users.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const bubble = (page: Page, words: string) => page.locator('[data-message]').filter({ hasText: words });
const rows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link');

/** The texts of the bubbles, from top to bottom; only these. */
async function inOrder(page: Page, words: readonly string[]): Promise<string[]> {
  const texts = await page.locator('[data-message]').allInnerTexts();
  return texts.flatMap((text) => words.filter((word) => text.includes(word)));
}

async function answer(page: Page, words: string): Promise<void> {
  await reply(page).fill(words);
  await reply(page).press('Enter');
}

test('a fast customer clock does not lock a conversation', async ({ page, browser, freshServer }) => {
  const server = freshServer;
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  await addMember(server, token, omar);
  await apiCall(server.url, 'PUT', '/api/sandbox/clock', { offset_ms: 3000 }, token);
  await writeAsCustomer(server, token, 'Is it still there?', 'Noor Haddad');
  const threadId = await waitForThread(server, token, 'Is it still there?');
  const omarsPage = await newVisitor(browser);
  await signIn(page, server, owner);
  await signIn(omarsPage, server, omar);
  await page.goto(`${server.url}/inbox/${threadId}`);

  await test.step('a member who opens it after an answer sees the answer last, and answers too', async () => {
    await answer(page, 'It is.');
    await expect(bubble(page, 'It is.')).toBeVisible();
    await omarsPage.goto(`${server.url}/inbox/${threadId}`);
    await expect(bubble(omarsPage, 'It is.')).toBeVisible();
    await answer(omarsPage, 'We hold it for you.');
    const words = ['Is it still there?', 'It is.', 'We hold it for you.'];
    for (const one of [page, omarsPage]) {
      await expect(bubble(one, 'We hold it for you.').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
      await expect.poll(() => inOrder(one, words)).toEqual(words);
    }
  });

  await test.step('a member who did not see an answer is asked once, and queued messages follow', async () => {
    let release: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = async (route: Route) => {
      await blocked;
      await route.continue();
    };
    await omarsPage.route('**/api/messages', hold);
    await answer(omarsPage, 'Until Friday.');
    await answer(omarsPage, 'Come by any time.');
    await answer(page, 'Until Saturday.');
    await expect(bubble(omarsPage, 'Until Saturday.')).toBeVisible();
    release();
    await omarsPage.getByRole('button', { name: 'Send anyway' }).click();
    await expect(omarsPage.getByRole('button', { name: 'Send anyway' })).toBeHidden();
    const words = ['Until Saturday.', 'Until Friday.', 'Come by any time.'];
    for (const one of [page, omarsPage]) {
      await expect(bubble(one, 'Come by any time.').getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible();
      await expect.poll(() => inOrder(one, words)).toEqual(words);
    }
  });
  await omarsPage.context().close();
});

/** The stored statuses of our last messages in conversations on this device. */
function storedStatuses(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const found = (await indexedDB.databases()).find(({ name }) => name.startsWith('parley:'));
    if (found === undefined) return [];
    const database = await done(indexedDB.open(found.name));
    const kept = await done(database.transaction('rows').objectStore('rows').getAll());
    database.close();
    const last = kept.map(({ collection, row }) => (collection === 'threads' ? row?.last_message : null));
    return last.flatMap((message) => (message?.direction === 'OUTGOING' ? [message.status] : []));
  })()`);
}

test('the list is unchanged after a reload: an answer and a broadcast', async ({ page, freshServer }) => {
  const server = freshServer;
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const call = <T>(method: string, path: string, body?: unknown) => apiCall<T>(server.url, method, path, body, token);
  const phoneId = await writeAsCustomer(server, token, 'Hello');
  const phone = `/api/sandbox/phones/${encodeURIComponent(phoneId)}`;
  await call('PUT', phone, { reads: 'never' });
  const threadId = await waitForThread(server, token, 'Hello');
  await signIn(page, server, owner);
  await page.goto(`${server.url}/inbox/${threadId}`);
  await answer(page, 'Good morning');
  const row = rows(page).filter({ hasText: 'Good morning' });
  await expect(row.getByRole('img', { name: 'Delivered' })).toBeVisible();
  await expect.poll(() => storedStatuses(page)).toEqual([2]);
  await call('PUT', phone, { reads: 'at_once' });
  await expect(row.getByRole('img', { name: 'Read' })).toBeVisible();
  await expect.poll(() => storedStatuses(page)).toEqual([3]);
  await page.goto(`${server.url}/inbox`);
  await expect(row.getByRole('img', { name: 'Read' })).toBeVisible();

  const broadcasts = await broadcastsOf(server, token);
  const draft = await broadcasts.draft('Morning', sandboxPhones(8));
  await broadcasts.start(draft);
  const { counters } = await broadcasts.becomes(
    draft,
    ({ state, counters: { queued, sent } }) => state === 'FINISHED' && queued + sent === 0,
  );
  // Not every made-up number is on WhatsApp. One of them is the customer above; the others have never written, so their
  // conversations are among those that are done.
  const arrived = counters.delivered + counters.read;
  expect(arrived).toBeGreaterThan(5);
  await expect(
    row.or(rows(page).filter({ hasText: 'This template' })).getByRole('img', { name: 'Read' }),
  ).toBeVisible();
  await page.getByRole('link', { name: /^Done/ }).click();
  const settled = rows(page).getByRole('img', { name: /^(Delivered|Read)$/ });
  await expect(settled).toHaveCount(arrived - 1);
  await expect.poll(async () => (await storedStatuses(page)).filter((status) => status >= 2)).toHaveLength(arrived);
  await page.reload();
  await expect(rows(page)).toHaveCount(7);
  await expect(settled).toHaveCount(arrived - 1);
});

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1025, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
const teal = [41, 98, 107] as const;
const sand = [226, 214, 188] as const;

test('a long conversation opens at its newest message, and at the first unread one', async ({ page, freshServer }) => {
  test.setTimeout(600_000);
  const server = freshServer;
  const token = await createAccount(server, owner, await claimSetup(server, owner));
  const call = <T>(method: string, path: string, body?: unknown) => apiCall<T>(server.url, method, path, body, token);
  const installation = await connectInstallation(server.dataDir, server.url, async () => undefined);
  const { client_id: clientId } = await call<{ client_id: string }>('GET', '/api/client');
  const sandbox = await openSandbox(installation, clientId);
  const phone = await sandbox.makePhone({ name: 'Amara Okafor', phone_number: '447700900118' });
  const photos = [
    createImage(teal, sand, 640, 480),
    createImage(sand, teal, 300, 600),
    createImage(teal, sand, 800, 200),
  ];

  let written = 0;
  const write = async (count: number) => {
    for (const end = written + count; written < end; ) {
      const n = ++written;
      const photo = photos[n % 3] ?? photos[0];
      const words = `Message ${n}. ${'It rattles on every hill, and the chain slips. '.repeat((n * 7) % 13)}`.trim();
      if (n % 12 === 0 && photo) {
        const file = { data: photo.toString('base64'), mime_type: 'image/png' };
        await sandbox.write(phone, 'image', { ...file, caption: `Message ${n}.` });
      } else await sandbox.write(phone, 'text', { body: words });
    }
  };
  await write(1);
  const threadId = await waitForThread(server, token, 'Message 1.');
  const unread = async () => (await call<{ unread_count: number }>('GET', `/api/threads/${threadId}`)).unread_count;
  const stored = async () =>
    (
      await installation.owner.query<{ n: number }>('select count(*)::int as n from messages where thread_id = $1', [
        threadId,
      ])
    ).rows[0]?.n;
  await write(379);
  await expect.poll(stored, { timeout: 120_000 }).toBe(380);
  await call('POST', `/api/threads/${threadId}/read`);
  await write(120);
  await expect.poll(stored, { timeout: 120_000 }).toBe(500);
  await expect.poll(unread).toBe(120);
  const { rows: ordered } = await installation.owner.query<{ words: string }>(
    `select coalesce(content->>'body', content->>'caption') as words from messages where thread_id = $1
     order by sort_at desc, id desc`,
    [threadId],
  );
  const firstUnread = ordered[119]?.words ?? '';

  const scroller = page.getByRole('region', { name: 'Messages' });
  const below = () => scroller.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
  const pictures = () =>
    scroller.evaluate((box) => [...box.querySelectorAll('img')].every((img) => img.complete && img.naturalWidth > 0));

  await signIn(page, server, owner);
  await test.step('unread messages begin below their line, further back than one page', async () => {
    await page.goto(`${server.url}/inbox/${threadId}`);
    const line = scroller.getByText('120 new messages');
    await expect(line).toBeInViewport();
    const next = scroller
      .locator('li')
      .filter({ has: page.getByText('120 new messages') })
      .locator('xpath=following-sibling::li[1]');
    await expect(next).toContainText(firstUnread.slice(0, 60));
    await expect.poll(below).toBeGreaterThan(1_000);
    await expect.poll(unread).toBe(0);
  });

  for (const size of sizes) {
    await test.step(`it opens at the end and stays there: ${size.width} x ${size.height}`, async () => {
      await page.setViewportSize(size);
      let release: () => void = () => undefined;
      const delayed = new Promise<void>((resolve) => {
        release = resolve;
      });
      const hold = async (route: Route) => {
        await delayed;
        await route.continue();
      };
      await page.route('**/media/**', hold);
      await page.goto(`${server.url}/inbox/${threadId}`);
      const newest = bubble(page, `Message ${written}.`);
      await expect(newest).toBeInViewport({ ratio: 0.9 });
      await expect.poll(below).toBeLessThanOrEqual(1);
      release();
      await expect.poll(pictures).toBe(true);
      // The place is corrected in the frame after a picture got its size.
      await expect.poll(below).toBeLessThanOrEqual(1);
      await write(2);
      await expect(bubble(page, `Message ${written}.`)).toBeInViewport({ ratio: 0.9 });
      await expect.poll(below).toBeLessThanOrEqual(1);
      await page.unroute('**/media/**', hold);
    });
  }

  await test.step('a reader further up is not scrolled', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await scroller.hover();
    await page.mouse.wheel(0, -900);
    await expect.poll(below).toBeGreaterThan(600);
    const button = page.getByRole('button', { name: /Jump to latest message$/ });
    await expect(button).toBeVisible();
    const before = await below();
    await write(1);
    await expect(button).toContainText('1');
    expect(await below()).toBeGreaterThanOrEqual(before);
    await button.click();
    await expect(bubble(page, `Message ${written}.`)).toBeInViewport({ ratio: 0.9 });
    await expect.poll(below).toBeLessThanOrEqual(1);
  });
  await installation.close();
});
