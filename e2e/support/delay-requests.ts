import type { Page } from '@playwright/test';

/**
 * Delays a page's requests to a URL.
 * @param which `changes` lets reads through
 * @returns releases them, and all later ones
 */
export async function delayRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  which: 'all' | 'changes' = 'all',
): Promise<() => void> {
  const blocked = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (which === 'all' || route.request().method() !== 'GET') await blocked.promise;
    await route.fallback();
  });
  return () => blocked.resolve();
}
