import { startPushService } from '../apps/server/src/testing/push-service.ts';
import { apiCall } from '../scripts/api-call.ts';
import { claimSetup, createAccount, owner, waitForThread, writeAsCustomer } from './support/api.ts';
import { clickNotification, serviceWorkerOf } from './support/notification-click.ts';
import { startServer } from './support/server.ts';
import { expect, signIn, test } from './support/test.ts';
import { noAnswer } from './support/watch.ts';

test.use({ serviceWorkers: 'allow' });

type Registration = { registrationId: string };
const patient = { timeout: 30_000 };

type Shown = { title: string; body: string; tag: string };

/** The push service is ours; what it was sent is delivered to the service worker as the browser would deliver it. */
test('a push is shown by the service worker with no page of the application open', async ({ page, context, watch }) => {
  test.setTimeout(120_000);
  const push = await startPushService();
  const server = await startServer({ ALLOWED_PRIVATE_HOSTS: push.host });
  try {
    const token = await createAccount(server, owner, await claimSetup(server, owner));
    await context.grantPermissions(['notifications'], { origin: server.url });
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: Registration[] }) => {
        const [first] = registrations;
        if (first !== undefined) resolve(first.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await signIn(page, server, owner, '/inbox');
    const registrationId = await registered;
    await page.evaluate('navigator.serviceWorker.ready');
    const browser = push.subscribe();
    const device = { endpoint: browser.endpoint, keys: browser.keys, name: 'Chrome', kind: 'desktop' };
    await apiCall(server.url, 'POST', '/api/push-devices', device, token);

    // No page of the application is open. An image that is a page asks for this file.
    watch.expect(/favicon/);
    await page.goto('about:blank');
    const write = async (text: string, name: string, count: number) => {
      await writeAsCustomer(server, token, text, name);
      await expect.poll(() => push.of(browser).length, patient).toBe(count);
      const data = JSON.stringify(push.of(browser).at(-1)?.payload);
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
    };
    const shown = async () => {
      // A file of the same origin, to ask what is shown.
      await page.goto(`${server.url}/icon.svg`);
      const notifications = await page.evaluate<Shown[]>(`navigator.serviceWorker.getRegistration('/')
        .then((registration) => registration?.getNotifications() ?? [])
        .then((notifications) => notifications.map(({ title, body, tag }) => ({ title, body, tag })))`);
      await page.goto('about:blank');
      return notifications;
    };

    await write('Do you rent bikes?', 'Ana Silva', 1);
    const ana = await waitForThread(server, token, 'Do you rent bikes?');
    await expect.poll(async () => (await shown()).map(({ tag }) => tag), patient).toEqual([`thread:${ana}`]);
    const [notification] = await shown();
    expect(`${notification?.title} ${notification?.body}`).toContain('Ana Silva');

    // Read on another device: the next push says what is still unread.
    await apiCall(server.url, 'POST', '/api/notifications/read', { thread_id: ana }, token);
    await write('When do you open?', 'Noor Haddad', 2);
    const noor = await waitForThread(server, token, 'When do you open?');
    await expect.poll(async () => (await shown()).map(({ tag }) => tag), patient).toEqual([`thread:${noor}`]);

    await test.step('what is answered in it is sent once, without a connection at first', async () => {
      const said = async () => {
        const path = `/api/threads/${noor}/messages`;
        const { data } = await apiCall<{ data: { text?: { body: string } }[] }>(
          server.url,
          'GET',
          path,
          undefined,
          token,
        );
        return data.flatMap(({ text }) => (text?.body === 'At nine.' ? [text.body] : []));
      };
      const worker = await serviceWorkerOf(context);
      expect(await clickNotification(worker, `thread:${noor}`, 'At nine.')).toBe(`/inbox/${noor}`);
      expect((await shown()).length).toBe(0);
      watch.expect(...noAnswer, /ERR_INTERNET_DISCONNECTED/);
      await page.context().route('**/api/sync/outbox', (route) => route.abort());
      await page.context().route('**/api/messages', (route) => route.abort());
      await page.goto(`${server.url}/inbox/${noor}`);
      const bubble = page.getByText('At nine.');
      await expect(bubble.first()).toBeVisible(patient);
      await page.reload();
      await expect(bubble.first()).toBeVisible(patient);
      await page.context().unroute('**/api/sync/outbox');
      await page.context().unroute('**/api/messages');
      await expect.poll(said, { timeout: 60_000 }).toEqual(['At nine.']);
      await page.reload();
      await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible(patient);
      expect(await said()).toEqual(['At nine.']);
      await expect(bubble).toHaveCount(1);
    });
  } finally {
    await page.close();
    await server.close();
    await push.close();
  }
});
