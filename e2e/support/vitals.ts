import type { BrowserContext, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { launchOptions } from './launch.ts';

/** How a page came up: largest contentful paint in milliseconds from the start of its loading, and how much moved (CLS). */
export type Vitals = { lcpMs: number; cls: number };

/** Nothing that belongs to the start comes later than this after the largest paint, in milliseconds. */
const settleMs = 1_500;

// Shifts are added up by windows as the metric defines it: gaps under 1 s, 5 s at most; the worst window counts.
const observe = `{
  const vitals = (window.vitals = { lcpMs: 0, cls: 0 });
  let first = 0, last = 0, sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput } of list.getEntries()) {
      if (hadRecentInput) continue;
      if (startTime - last > 1000 || startTime - first > 5000) [first, sum] = [startTime, 0];
      [last, sum] = [startTime, sum + value];
      vitals.cls = Math.max(vitals.cls, sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}`;

/** A browser whose pages are measured on a processor slowed by a factor. */
export async function openMeasuringBrowser(slowness: number) {
  const browser = await chromium.launch(launchOptions);
  const open = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    return page;
  };
  return {
    newContext: () =>
      browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/London' }),
    open,
    close: () => browser.close(),
  };
}

/** Loads an address and measures it. @param shown selector of what must be there before it counts as loaded */
export async function measure(page: Page, url: string, shown: string): Promise<Vitals> {
  await page.goto('about:blank');
  await page.goto(url);
  await page.locator(shown).first().waitFor({ state: 'visible' });
  await page.waitForTimeout(settleMs);
  return page.evaluate<Vitals>('window.vitals');
}

/** Waits until the service worker answers for the page: from then on the app and its page are cached on the device. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    if (navigator.serviceWorker.controller !== null) resolve();
    else navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
  })`);
}
