import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { connectInstallation } from '../../scripts/seed/installation.ts';
import type { TestUser } from './api.ts';
import type { ParleyServer } from './server.ts';

/** A second user besides the owner. */
export const omar: TestUser = { name: 'Omar Haddad', email: 'omar@kestrel.example', password: 'a bell on every bike' };

/** A user of the same name with a unique address: tests share servers. */
export function uniqueUser(like: TestUser): TestUser {
  return { ...like, email: like.email.replace('@', `-${randomBytes(4).toString('hex')}@`) };
}

/** A change of permissions takes effect within a second; a loaded machine gets more. */
export const soon = { timeout: 20_000 };

/** A browser of another user. */
export async function newVisitor(browser: Browser, { locale = 'en-GB' } = {}): Promise<Page> {
  const context = await browser.newContext({ locale, timezoneId: 'Europe/London', reducedMotion: 'reduce' });
  return context.newPage();
}

/** As if all sign-ins were a while ago: no test waits ten minutes. */
export async function forgetRecentSignIns(server: ParleyServer): Promise<void> {
  const { owner: database, close } = await connectInstallation(server.dataDir, server.url, async () => undefined);
  await database.query("update sessions set auth_time = auth_time - interval '1 hour'");
  await close();
}
