import type { Page } from '@playwright/test';
import { type RoutePath, routeTable } from '../../apps/web/src/app/route-table.ts';

/** A row that does not exist. */
const noSuchId = '01890000-0000-7000-8000-000000000000';

/** Every address of the application with its facts; parameters stand for rows that do not exist. */
export const addresses = Object.entries(routeTable).map(([pattern, facts]) => ({
  pattern: pattern as RoutePath,
  path: pattern.replaceAll(/\{\w+\}/g, noSuchId),
  entry: facts.entry,
  layout: facts.layout,
  title: facts.title.message,
}));

export type Visit = {
  /** Path the browser rests at. */
  path: string;
  /** Addresses after the one that was asked for. */
  redirects: string[];
};

/** How long a page must not move to count as resting, in milliseconds; less where it is known where it should rest. */
const restMs = 250;
const restThereMs = 60;
/** A page that does not come to rest where it should is given up after this time, as every other wait is. */
const patienceMs = 20_000;

/**
 * Opens an address and waits until the application has painted and no longer moves.
 * @param restsAt the path where it should come to rest: waiting is shorter then, and longer on a slow machine
 */
export async function visit(page: Page, url: string, restsAt?: string): Promise<Visit> {
  return follow(page, url, restsAt, async () => {
    await page.goto(url);
    await page.locator('#startup').waitFor({ state: 'detached' });
  });
}

/** Goes to a path as a link would, without loading the page anew. The application must be running. */
export async function goWithin(page: Page, path: string, restsAt: string): Promise<Visit> {
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
      // Where it rests instead is for the caller to judge.
      await page.waitForURL(({ pathname }) => pathname === restsAt, { timeout: patienceMs }).catch(() => undefined);
    }
    for (let before = -1; before !== seen.length; ) {
      before = seen.length;
      await page.waitForTimeout(restsAt === undefined ? restMs : restThereMs);
    }
  } finally {
    page.off('framenavigated', onNavigated);
  }
  // Replacing an address by itself, as a router does to note its state, is no redirect.
  const moves = seen.filter((address, index) => address !== (index === 0 ? url : seen[index - 1]));
  return { path: new URL(page.url()).pathname, redirects: moves };
}
