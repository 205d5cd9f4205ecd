import type { Page } from '@playwright/test';

/** Delays a page's requests to a URL. @returns releases them, and all later ones */
export async function delayRequests(page: Page, url: Parameters<Page['route']>[0]): Promise<() => void> {
  const blocked = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await blocked.promise;
    await route.fallback();
  });
  return () => blocked.resolve();
}
