import type { Page } from '@playwright/test';

/** Holds back what a page asks for at an address. @returns lets it go, and whatever comes after it */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return () => held.resolve();
}
