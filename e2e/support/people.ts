import type { Browser, Page } from '@playwright/test';
import type { Person } from './api.ts';

/** A second person besides the owner. */
export const omar: Person = { name: 'Omar Haddad', email: 'omar@kestrel.example', password: 'a bell on every bike' };

/** A change of rights acts within a second; a loaded machine gets more. */
export const atOnce = { timeout: 10_000 };

/** A browser of somebody else. */
export async function newVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' });
  return context.newPage();
}
