import type { Page } from '@playwright/test';
import { type RoutePath, routeTable } from '../../apps/web/src/app/route-table.ts';

/** A row that does not exist. */
const noSuchId = '01890000-0000-7000-8000-000000000000';

/** Every URL of the application with its facts; parameters are ids of missing rows. */
export const addresses = Object.entries(routeTable).map(([pattern, facts]) => ({
  pattern: pattern as RoutePath,
  path: pattern.replaceAll(/\{\w+\}/g, noSuchId),
  entry: facts.entry,
  layout: facts.layout,
  title: facts.title.message,
}));

export type Visit = {
  /** Final path of the browser. */
  path: string;
  /** URLs after the requested one. */
  redirects: string[];
};

/** Nothing is loading, and the browser has had time for everything that a page does after it was painted. */
const waitUntilSettled = `new Promise((resolve) => {
  const isLoading = () => document.querySelector('[data-loading-bar="loading"]') !== null;
  const look = () => requestIdleCallback(isLoading() ? look : () => requestAnimationFrame(() => resolve()));
  requestIdleCallback(look);
})`;
/** Timeout for a page to settle, like that of every other wait. */
const timeoutMs = 20_000;

/**
 * Opens a URL and waits until the application has painted and no longer changes.
 * @param restsAt the expected final path: shortens the wait, or extends it on a slow machine
 */
export async function visit(page: Page, url: string, restsAt?: string): Promise<Visit> {
  return follow(page, url, restsAt, async () => {
    await page.goto(url);
    await page.locator('#startup').waitFor({ state: 'detached' });
  });
}

/** Navigates to a path like a link, without loading the page again. The application must be running. */
export async function navigateInApp(page: Page, path: string, restsAt: string): Promise<Visit> {
  const url = new URL(path, page.url()).href;
  return follow(page, url, restsAt, () => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`));
}

async function follow(
  page: Page,
  url: string,
  restsAt: string | undefined,
  start: () => Promise<unknown>,
): Promise<Visit> {
  const seen: string[] = [];
  const onNavigated = (frame: ReturnType<Page['mainFrame']>) => {
    if (frame === page.mainFrame()) seen.push(frame.url());
  };
  page.on('framenavigated', onNavigated);
  try {
    await start();
    if (restsAt !== undefined) {
      // The caller checks a different final path.
      await page.waitForURL(({ pathname }) => pathname === restsAt, { timeout: timeoutMs }).catch(() => undefined);
    }
    for (let before = -1; before !== seen.length; ) {
      before = seen.length;
      // A navigation during the check aborts it: the next check decides.
      await page.evaluate(waitUntilSettled).catch(() => undefined);
    }
  } finally {
    page.off('framenavigated', onNavigated);
  }
  // Replacing a URL by itself, as a router does to store its state, is not a redirect.
  const moves = seen.filter((address, index) => address !== (index === 0 ? url : seen[index - 1]));
  return { path: new URL(page.url()).pathname, redirects: moves };
}
