import type { Page } from '@playwright/test';
import { apiCall } from '../scripts/api-call.ts';
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { launchOptions } from './support/launch.ts';
import { expect, signIn, test } from './support/test.ts';

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

type Call = { call: { state: string; heard_packets: number } | null };

/** The page has the next lock, but learns of it only when it is let go. */
const lateLock = `(() => {
  globalThis.letLockGo = undefined;
  const request = navigator.locks.request.bind(navigator.locks);
  navigator.locks.request = (name, ...more) => {
    if (!name.startsWith('parley-call-')) return request(name, ...more);
    navigator.locks.request = request;
    return request(name, async (lock) => {
      await new Promise((resolve) => (globalThis.letLockGo = resolve));
      return more.at(-1)(lock);
    });
  };
})()`;

const calls = (page: Page) => page.getByRole('region', { name: 'Calls' });

test('a customer calls, one page answers, both hear each other, and the line says who took it', async ({
  page,
  home,
  browser,
  watch,
}) => {
  const { server, user } = home;
  const token = await home.token();
  const phone = await writeAsCustomer(server, token, 'May I call you?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'May I call you?');
  const path = `/api/sandbox/phones/${encodeURIComponent(phone)}/calls`;
  const customer = (method: string) => apiCall<Call>(server.url, method, path, undefined, token);
  await signIn(page, server, user, '/contacts');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await context.newPage();
  await signIn(other, server, user, '/inbox');
  await customer('POST');

  await test.step('it rings on every page, with name and number', async () => {
    for (const one of [page, other]) {
      await expect(calls(one).getByText('Incoming call')).toBeVisible();
      await expect(calls(one).getByRole('link', { name: 'Ana Silva' })).toBeVisible();
    }
    await expectNoHorizontalScroll(other, 'a call that rings');
    await expectAccessible(page, 'a call that rings');
  });

  await test.step('one answers: the other stops ringing, and both sides hear sound', async () => {
    await calls(page).getByRole('button', { name: 'Answer' }).click();
    await expect(calls(page).getByText('On a call')).toBeVisible();
    await expect(calls(other)).toBeHidden();
    await expect.poll(async () => (await customer('GET')).call?.heard_packets ?? 0).toBeGreaterThan(50);
    const before = await callOf(customer);
    expect(before).toBe('connected');
  });

  await test.step('it goes on while moving between pages', async () => {
    await calls(page).getByRole('link', { name: 'Ana Silva' }).click();
    await expect(page).toHaveURL(new RegExp(threadId));
    await calls(page).getByRole('button', { name: 'Mute', exact: true }).click();
    await calls(page).getByRole('button', { name: 'Unmute' }).click();
    const heard = (await customer('GET')).call?.heard_packets ?? 0;
    await expect.poll(async () => (await customer('GET')).call?.heard_packets ?? 0).toBeGreaterThan(heard + 20);
  });

  await test.step('a copy of the tab leaves the call alone, and the call covers no button of the page', async () => {
    const opened = page.context().waitForEvent('page');
    await page.evaluate('void window.open(location.href)');
    const copy = await opened;
    await expect(copy.getByText('May I call you?').first()).toBeVisible();
    const heard = (await customer('GET')).call?.heard_packets ?? 0;
    await expect.poll(async () => (await customer('GET')).call?.heard_packets ?? 0).toBeGreaterThan(heard + 100);
    await copy.close();
    await page.getByRole('button', { name: 'Done' }).click({ trial: true });
  });

  await test.step('hanging up ends it for both, and the line is there', async () => {
    await calls(page).getByRole('button', { name: 'Hang up' }).click();
    await expect(calls(page)).toBeHidden();
    await expect.poll(() => callOf(customer)).toBe('ended');
    await expect(page.getByText(/Taken by Dana Whitfield/).first()).toBeVisible();
  });

  await test.step('hanging up without a network is told until the server knows, also by the next page', async () => {
    watch.expect(/hang-up.*ERR_FAILED/, /ERR_FAILED.*hang-up/);
    const lines = () => page.getByText(/Taken by Dana Whitfield/).count();
    for (const isReloaded of [false, true]) {
      const before = await lines();
      await customer('POST');
      await calls(page).getByRole('button', { name: 'Answer' }).click();
      await expect(calls(page).getByText('On a call')).toBeVisible();
      await page.route('**/api/calls/*/hang-up', (route) => route.abort());
      await calls(page).getByRole('button', { name: 'Hang up' }).click();
      await expect(calls(page)).toBeHidden();
      await expect(page.getByText('You hung up, but the server can’t be reached.', { exact: false })).toBeVisible();
      expect(await callOf(customer)).toBe('connected');
      await page.unroute('**/api/calls/*/hang-up');
      if (isReloaded) await page.reload();
      await expect.poll(() => callOf(customer)).toBe('ended');
      await expect.poll(lines).toBe(before + 1);
    }
    await expect(page.getByText(/Ended when the page was left/)).toHaveCount(0);
    watch.expectNothing();
  });

  await test.step('a page that is loaded again ends its call, and the line says so', async () => {
    await customer('POST');
    await calls(page).getByRole('button', { name: 'Answer' }).click();
    await expect(calls(page).getByText('On a call')).toBeVisible();
    await page.reload();
    await expect.poll(() => callOf(customer)).toBe('ended');
    await expect(page.getByText(/Ended when the page was left/).first()).toBeVisible();
  });

  await test.step('a declined call ends for everyone', async () => {
    await customer('POST');
    await calls(other).getByRole('button', { name: 'Decline' }).click();
    await expect.poll(() => callOf(customer)).toBe('ended');
    await expect(calls(page)).toBeHidden();
    await expect(page.getByText('Call declined').first()).toBeVisible();
  });
  await context.close();
});

test('a member calls a customer who allowed it: the page rings, both hear each other, and the line says so', async ({
  page,
  home,
}) => {
  const { server, user } = home;
  const token = await home.token();
  const phone = await writeAsCustomer(server, token, 'Please call me', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'Please call me');
  const phonePath = `/api/sandbox/phones/${encodeURIComponent(phone)}`;
  const customer = (method: string) => apiCall<Call>(server.url, method, `${phonePath}/calls`, undefined, token);
  await signIn(page, server, user, `/inbox/${threadId}`);

  await test.step('without a permission it says so, and leads to the request', async () => {
    await page.getByRole('button', { name: 'Call', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByText('WhatsApp only lets you call customers who have allowed it.', { exact: false }),
    ).toBeVisible();
    await expectAccessible(page, 'a customer who cannot be called yet');
    await dialog.getByRole('button', { name: 'Ask to call' }).click();
    await page.getByRole('dialog').getByLabel('Message').fill('May we call you about your order?');
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('May we call you about your order?').first()).toBeVisible();
  });

  await test.step('the customer allows it, and the contact says until when', async () => {
    type Updates = { messages: { id: string; type: string; direction: string }[] };
    await expect
      .poll(async () => {
        const { messages } = await apiCall<Updates>(
          server.url,
          'GET',
          `${phonePath}/updates?timeout=0`,
          undefined,
          token,
        );
        const request = messages.find(({ type, direction }) => type === 'interactive' && direction === 'to_customer');
        if (request === undefined) return 'none';
        await apiCall(server.url, 'POST', `${phonePath}/taps`, { message_id: request.id, button: 0 }, token);
        return 'tapped';
      })
      .toBe('tapped');
    await expect(page.getByText('Allowed calls from your business').first()).toBeVisible();
    await expect(page.getByText(/May be called until/).first()).toBeVisible();
  });

  await test.step('it rings, the customer takes it, and both sides hear sound', async () => {
    await page.getByRole('button', { name: 'Call', exact: true }).first().click();
    await expect(calls(page).getByText('Ringing…')).toBeVisible();
    await customer('PUT');
    await expect(calls(page).getByText('On a call')).toBeVisible();
    await expect.poll(async () => (await customer('GET')).call?.heard_packets ?? 0).toBeGreaterThan(50);
  });

  await test.step('hanging up ends it for both, and the line is there', async () => {
    await calls(page).getByRole('button', { name: 'Hang up' }).click();
    await expect(calls(page)).toBeHidden();
    await expect.poll(() => callOf(customer)).toBe('ended');
    await expect(page.getByText('You called').first()).toBeVisible();
  });

  await test.step('a customer who declines ends it, and the line says so', async () => {
    await page.getByRole('button', { name: 'Call', exact: true }).first().click();
    await expect(calls(page).getByText('Ringing…')).toBeVisible();
    await customer('DELETE');
    await expect(calls(page)).toBeHidden();
    await expect(page.getByText('Declined by the customer').first()).toBeVisible();
  });

  await test.step('hanging up while it connects leaves the call alone that is placed next', async () => {
    await page.evaluate(lateLock);
    const call = page.getByRole('button', { name: 'Call', exact: true }).first();
    await call.click();
    await expect.poll(() => page.evaluate('typeof letLockGo')).toBe('function');
    await calls(page).getByRole('button', { name: 'Hang up' }).click();
    await expect(calls(page)).toBeHidden();
    await call.click();
    await expect(calls(page)).toBeVisible();
    await page.evaluate('letLockGo()');
    await expect(calls(page).getByText('Ringing…')).toBeVisible();
    await customer('PUT');
    await expect(calls(page).getByText('On a call')).toBeVisible();
    await expect.poll(async () => (await customer('GET')).call?.heard_packets ?? 0).toBeGreaterThan(50);
    await calls(page).getByRole('button', { name: 'Hang up' }).click();
    await expect.poll(() => callOf(customer)).toBe('ended');
  });

  await test.step('a missed call is called back', async () => {
    await customer('POST');
    await expect(calls(page).getByText('Incoming call')).toBeVisible();
    await customer('DELETE');
    await page.getByRole('button', { name: 'Call back' }).click();
    await expect(calls(page).getByText('Ringing…')).toBeVisible();
    await page.reload();
    await expect.poll(() => callOf(customer)).toBe('ended');
  });
});

test('without a microphone the call says so, and rings on', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  const phone = await writeAsCustomer(server, token, 'Hello', 'Ana Silva');
  await page.addInitScript(
    "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))",
  );
  await signIn(page, server, user, '/inbox');
  const path = `/api/sandbox/phones/${encodeURIComponent(phone)}/calls`;
  await apiCall(server.url, 'POST', path, undefined, token);
  await calls(page).getByRole('button', { name: 'Answer' }).click();
  await expect(calls(page).getByText('This page may not use your microphone.', { exact: false })).toBeVisible();
  expect((await apiCall<Call>(server.url, 'GET', path, undefined, token)).call?.state).toBe('ringing');
  await apiCall(server.url, 'DELETE', path, undefined, token);
  await expect(calls(page)).toBeHidden();
});

async function callOf(customer: (method: string) => Promise<Call>): Promise<string | undefined> {
  return (await customer('GET')).call?.state;
}

test('a call that rings covers no open menu, before or after it opened', async ({ page, home }) => {
  const { server, user } = home;
  const token = await home.token();
  const phone = await writeAsCustomer(server, token, 'May I call you?', 'Ana Silva');
  const threadId = await waitForThread(server, token, 'May I call you?');
  const path = `/api/sandbox/phones/${encodeURIComponent(phone)}/calls`;
  await signIn(page, server, user, `/inbox/${threadId}`);
  const answer = calls(page).getByRole('button', { name: 'Answer' });
  const menu = page.getByRole('menu', { name: 'More' });
  const overlap = async () => {
    const [card, list] = [await calls(page).boundingBox(), await menu.boundingBox()];
    if (card === null || list === null) throw new Error('nothing is shown');
    return (
      card.x < list.x + list.width &&
      list.x < card.x + card.width &&
      card.y < list.y + list.height &&
      list.y < card.y + card.height
    );
  };
  await page.setViewportSize({ width: 1025, height: 900 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(menu).toBeVisible();
  await apiCall(server.url, 'POST', path, undefined, token);
  await expect(answer).toBeVisible();
  await expect.poll(overlap).toBe(false);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect.poll(async () => (await calls(page).boundingBox())?.y ?? 900).toBeLessThan(100);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(menu).toBeVisible();
  await expect.poll(overlap).toBe(false);
  await calls(page).getByRole('button', { name: 'Decline' }).click();
  await expect(calls(page)).toBeHidden();
});
