// npm run shots [-- ROUTE…]: screenshots with the demo data, for reviewing a change. They are written to shots/.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Thread } from '@parley/contract/types';
import { type Browser, chromium, type Page } from '@playwright/test';
import { visit } from '../e2e/support/addresses.ts';
import { launchOptions } from '../e2e/support/launch.ts';
import { apiCall } from './api-call.ts';
import { findChromium } from './checks/chromium.ts';
import { projectDir } from './prepare.mjs';
import { demoOwner, seedDemo } from './seed/demo.ts';
import { connectInstallation, type Installation } from './seed/installation.ts';
import { signIn } from './seed/members.ts';
import { startServerProcess } from './server-process.ts';

/** A desk, the edge of the layout with two panes, a phone. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 1025, height: 768 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;
/** Without arguments: pages of a visitor, and pages of the team. A name in braces is a customer of the demo. */
const visitorRoutes = [
  '/',
  '/login',
  '/login-redirect?error=cancelled',
  '/loggedin?link=made-up',
  '/initial-setup/business-info',
  '/no-such-page',
];
const teamRoutes = [
  '/inbox',
  '/inbox/{Amara Okafor}',
  // The picture of the README (docs/images/inbox.png).
  '/inbox/{Gráinne Ní Bhriain}?view=mine',
  '/inbox/{Maximiliane Freifrau von Hohenstein-Lüders}',
  '/inbox/{ليلى حداد}',
  '/inbox/{Bashir Rahmani}',
  '/inbox/{Wojciech Dąbrowski}',
  '/inbox/{Eleanor Ashworth-Pryce}',
  '/sandbox',
  '/initial-setup/referral-source',
  '/initial-setup?step=connect',
  '/settings',
  '/settings/personal',
  '/settings/personal/edit',
  '/settings/business',
];
const folder = join(projectDir, 'shots');
const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const found = await findChromium();
  if ('problem' in found) throw new Error(found.problem);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-shots-'));
  // Started by root, PostgreSQL runs as another user and must be able to pass through.
  await chmod(dataDir, 0o711);
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  const server = await startServerProcess({ dataDir, port: '0', env: { LOG_LEVEL: 'warn' } }).catch(async (error) => {
    await remove();
    throw error;
  });
  const installation = await connectInstallation(dataDir, server.url, () => server.end('SIGTERM'));
  const browser = await chromium.launch({ ...launchOptions, executablePath: found.path });
  try {
    await seedDemo(installation, say);
    await mkdir(folder, { recursive: true });
    await take(browser, installation, asked.length === 0 ? visitorRoutes : [], null);
    await take(browser, installation, asked.length === 0 ? teamRoutes : asked, demoOwner);
    say(`Written to ${folder}.`);
  } finally {
    await browser.close();
    await installation.close();
    await remove();
  }
}

async function take(
  browser: Browser,
  installation: Installation,
  routes: readonly string[],
  user: typeof demoOwner | null,
): Promise<void> {
  if (routes.length === 0) return;
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (user !== null) {
    await page.goto(`${installation.url}/login`);
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/inbox');
  }
  for (const route of routes) await takeRoute(page, installation, route);
  await context.close();
}

async function takeRoute(page: Page, installation: Installation, route: string): Promise<void> {
  const path = await resolveNames(installation, route);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await visit(page, `${installation.url}${path}`);
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const name = route === '/' ? 'landing' : route.replace(/^\//, '').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
      await page.screenshot({ path: join(folder, `${name.replace(/-$/, '')}-${viewport.width}-${colorScheme}.png`) });
    }
  }
  say(route);
}

/** Puts the thread of a customer in place of the name in braces; `{thread_id}` is the newest one. */
async function resolveNames(installation: Installation, route: string): Promise<string> {
  const name = /\{(.+)\}/.exec(route)?.[1];
  if (name === undefined) return route;
  const { token } = await signIn(installation, demoOwner);
  const path = '/api/threads?limit=200';
  const { data } = await apiCall<{ data: Thread[] }>(installation.url, 'GET', path, undefined, token);
  const thread = name === 'thread_id' ? data[0] : data.find((each) => each.contact.name === name);
  if (thread === undefined) throw new Error(`The demo has no customer named ${name}.`);
  return route.replace(/\{.+\}/, thread.id);
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  },
);
