// npm run shots [-- ROUTE…]: screenshots with the demo data, for reviewing a change. They are written to shots/: without
// arguments of every screen (shots-routes.ts), at three widths, light and dark.
// npm run shots -- --guide: the pictures of README and guide, into docs/images/.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { visit } from '../e2e/support/addresses.ts';
import { launchOptions } from '../e2e/support/launch.ts';
import { findChromium } from './checks/chromium.ts';
import { projectDir } from './prepare.mjs';
import { demoOwner, seedDemo } from './seed/demo.ts';
import { connectInstallation, type Installation } from './seed/installation.ts';
import { signIn } from './seed/members.ts';
import { startServerProcess } from './server-process.ts';
import { resolveRow, teamRoutes, visitorRoutes } from './shots-routes.ts';

/** A desk, the edge of the layout with two panes, a phone. */
const desk = { width: 1440, height: 900 };
const sizes = [desk, { width: 1025, height: 768 }, { width: 390, height: 844 }];
const themes = ['light', 'dark'] as const;
/** The pictures of the guide. */
const guideRoutes = {
  sandbox: '/sandbox',
  conversation: '/inbox/{Gráinne Ní Bhriain}?view=mine',
  contacts: '/contacts',
  broadcast: '/broadcast',
  automations: '/automations',
  'add-channel': '/channels/add?way=ids',
};
const guideSize = { width: 1280, height: 800 };
/** README's, light and dark. */
const readmeImages = { inbox: 'light', 'inbox-dark': 'dark' } as const;
const folder = join(projectDir, 'shots');
const imageFolder = join(projectDir, 'docs', 'images');
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
    if (asked.includes('--guide')) {
      await takeGuide(browser, installation);
      say(`Written to ${imageFolder}.`);
      return;
    }
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
  const page = await openPage(browser, installation, user);
  for (const route of routes) await takeRoute(page, installation, route);
  await page.context().close();
}

async function openPage(browser: Browser, installation: Installation, user: typeof demoOwner | null): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (user === null) return page;
  await page.goto(`${installation.url}/login`);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/inbox');
  return page;
}

/** Lists and conversations load after the page has settled: until then gray blocks without text stand for them. */
async function untilContent(page: Page): Promise<void> {
  // Parts that load late; the sandbox is never idle.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await expect(page.locator('[role="status"] b:empty')).toHaveCount(0, { timeout: 30_000 });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

async function takeGuide(browser: Browser, installation: Installation): Promise<void> {
  const page = await openPage(browser, installation, demoOwner);
  await page.setViewportSize(guideSize);
  for (const [name, route] of Object.entries(guideRoutes)) {
    await visit(page, `${installation.url}${await resolveNames(installation, route)}`);
    await untilContent(page);
    await page.screenshot({ path: join(imageFolder, `guide-${name}.png`) });
    say(route);
  }
  const inbox = `${installation.url}${await resolveNames(installation, guideRoutes.conversation)}`;
  await page.setViewportSize(desk);
  for (const [name, colorScheme] of Object.entries(readmeImages)) {
    await page.emulateMedia({ colorScheme });
    await visit(page, inbox);
    await untilContent(page);
    await page.screenshot({ path: join(imageFolder, `${name}.png`) });
  }
  await page.context().close();
}

async function takeRoute(page: Page, installation: Installation, route: string): Promise<void> {
  const path = await resolveNames(installation, route);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await visit(page, `${installation.url}${path}`);
      await untilContent(page);
      const name = route === '/' ? 'landing' : route.replace(/^\//, '').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
      await page.screenshot({ path: join(folder, `${name.replace(/-$/, '')}-${viewport.width}-${colorScheme}.png`) });
    }
  }
  say(route);
}

async function resolveNames(installation: Installation, route: string): Promise<string> {
  if (!route.includes('{')) return route;
  const { token } = await signIn(installation, demoOwner);
  return resolveRow(installation.url, token, route);
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  },
);
