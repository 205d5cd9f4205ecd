import type { Browser } from '@playwright/test';

const byText = ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'] as const;
type Finder = (this: unknown, what: unknown, options?: Options) => unknown;
type Options = { exact?: boolean; name?: unknown };
type Finders = Record<(typeof byText)[number] | 'getByRole', Finder>;

/**
 * Strings find whole names and texts, unless `exact: false` is given. Playwright's own default is any part of them,
 * in any case: another element with a longer name, there or yet to come, makes such a test fail or pass by chance.
 * Playwright has no setting for it and does not export its classes; every page of a worker shares them with this one.
 */
export async function findExactNames(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  for (const each of [page, page.mainFrame(), page.locator('html'), page.frameLocator('html')]) {
    const finders: Finders = Object.getPrototypeOf(each);
    for (const method of byText) {
      const find = finders[method];
      finders[method] = function (text, options) {
        return find.call(this, text, typeof text === 'string' ? { exact: true, ...options } : options);
      };
    }
    const find = finders.getByRole;
    finders.getByRole = function (role, options) {
      return find.call(this, role, typeof options?.name === 'string' ? { exact: true, ...options } : options);
    };
  }
  await page.close();
}
