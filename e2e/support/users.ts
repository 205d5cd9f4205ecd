import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import type { TestUser } from './api.ts';

/** A second user besides the owner. */
export const omar: TestUser = { name: 'Omar Haddad', email: 'omar@kestrel.example', password: 'a bell on every bike' };

/** A user of the same name with a unique address: tests share servers. */
export function uniqueUser(like: TestUser): TestUser {
  return { ...like, email: like.email.replace('@', `-${randomBytes(4).toString('hex')}@`) };
}

/** A change of permissions takes effect within a second; a loaded machine gets more. */
export const soon = { timeout: 20_000 };

/** A browser of another user. */
export async function newVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' });
  return context.newPage();
}
