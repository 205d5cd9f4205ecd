import { type BrowserContext, chromium, devices, type Page, type Worker } from '@playwright/test';
import type { TestUser } from '../../e2e/support/api.ts';
import { launchOptions } from '../../e2e/support/launch.ts';
import { clickNotification } from '../../e2e/support/notification-click.ts';
import { waitForServiceWorker } from '../../e2e/support/vitals.ts';

/** The slowdown factor of the processor of its pages. */
export const slowness = 4;
const patience = { timeout: 60_000 };

/** A phone with the application, signed in. */
export type Phone = {
  context: BrowserContext;
  /** A new page on a slow processor. */
  open(): Promise<Page>;
  /** A pushed message arrives; resolves when its notification is shown. */
  push(payload: object, tag: string): Promise<void>;
  /** Taps a notification. @returns the path that it opens */
  tapNotification(tag: string, reply?: string): Promise<string>;
  close(): Promise<void>;
};

/** Signs in and waits until the application is stored on the device. */
export async function openPhone(url: string, user: TestUser): Promise<Phone> {
  const browser = await chromium.launch(launchOptions);
  const { viewport: _, ...android } = devices['Pixel 7'] ?? {};
  const context = await browser.newContext({
    ...android,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
  context.setDefaultTimeout(patience.timeout);
  await context.grantPermissions(['notifications'], { origin: url });
  const open = async () => {
    const page = await context.newPage();
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness });
    return page;
  };
  // No page of the application, open all the time: what the browser tells of service workers comes through it.
  const devtools = await context.newCDPSession(await context.newPage());
  let registrationId: string | undefined;
  devtools.on(
    'ServiceWorker.workerRegistrationUpdated',
    ({ registrations }: { registrations: { registrationId: string; isDeleted: boolean }[] }) => {
      registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
    },
  );
  await devtools.send('ServiceWorker.enable');
  const page = await open();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).tap();
  await page.waitForURL('**/inbox');
  await page.locator('a[href^="/inbox/"]').first().waitFor();
  await waitForServiceWorker(page);
  await page.close();
  const worker = async (): Promise<Worker> => {
    const running = context.serviceWorkers().at(-1);
    return running ?? context.waitForEvent('serviceworker');
  };
  return {
    context,
    open,
    async push(payload, tag) {
      if (registrationId === undefined) throw new Error('no service worker is registered');
      const data = JSON.stringify(payload);
      // A page that was just closed may still be there for the service worker, which shows nothing then.
      const open = "self.clients.matchAll({ type: 'window' }).then(({ length }) => length)";
      await until('a closed page', async () => (await (await worker()).evaluate<number>(open)) === 0);
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
      const asked = `self.registration.getNotifications(${JSON.stringify({ tag })}).then(({ length }) => length)`;
      await until('a notification', async () => (await (await worker()).evaluate<number>(asked)) > 0);
    },
    async tapNotification(tag, reply) {
      const path = await clickNotification(await worker(), tag, reply);
      if (path === null) throw new Error('the notification opened no page');
      return path;
    },
    close: () => browser.close(),
  };
}

/** Ends the process of a page at once, as the phone does when it needs the memory. */
export async function killPage(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  devtools.send('Page.crash').catch(() => undefined); // It never answers.
  await crashed;
  await page.close();
}

/** How many entries wait in the outbox of the device. */
export function waitingOnDevice(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const { name } = (await indexedDB.databases()).find(({ name }) => /^parley:[^:]+:[^:]+$/.test(name));
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const count = await new Promise((resolve, reject) => {
      const request = database.transaction('outbox').objectStore('outbox').count();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return count;
  })()`);
}

/** @throws when it is not so within a minute; what the service worker refuses while it starts is asked again */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  for (;;) {
    let problem: unknown;
    const isNow = await isSo().catch((error: unknown) => {
      problem = error;
      return false;
    });
    if (isNow) return;
    if (performance.now() - began > patience.timeout) throw new Error(`waited in vain for ${what}`, { cause: problem });
    await pause(10);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
