import type { Route } from '@playwright/test';
import { visit } from './support/addresses.ts';
import { expect, signIn, test } from './support/test.ts';

// A service worker would answer before this test's routes.
test.use({ serviceWorkers: 'block' });

test('a redirect does not pull back a user who has navigated elsewhere meanwhile', async ({ page, home }) => {
  await signIn(page, home.server, home.user);
  const hold = async (what: string | RegExp) => {
    const blocked: Route[] = [];
    let isHolding = true;
    await page.route(what, async (route) => {
      if (isHolding) blocked.push(route);
      else await route.continue();
    });
    return {
      asked: () => expect.poll(() => blocked.length).toBeGreaterThan(0),
      letGo: async () => {
        isHolding = false;
        for (const route of blocked.splice(0)) await route.continue();
      },
    };
  };
  const answer = await hold('**/api/setup-checklist');
  await visit(page, `${home.server.url}/initial-setup`, '/initial-setup');
  await expect(page.getByText('Loading your progress')).toBeVisible();
  await answer.asked();

  // They go to another step, whose code loads slowly, and only then the saved step is known.
  const code = await hold(/\/assets\/business-info-page[^/]*\.js$/);
  await page.evaluate("history.pushState({}, '', '/initial-setup/business-info')");
  await code.asked();
  const answered = page.waitForResponse('**/api/setup-checklist');
  await answer.letGo();
  await (await answered).finished();
  await expect(page.getByText('Loading your progress')).toBeHidden();
  await code.letGo();
  await expect(page.getByRole('heading', { name: 'About your business' })).toBeVisible();
  await expect(page).toHaveURL(/\/initial-setup\/business-info$/);
});
