import { writeFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { apiCall } from '../../scripts/api-call.ts';
import type { EngineName } from '../../scripts/checks/engines.ts';
import { connectInstallation } from '../../scripts/seed/installation.ts';
import { openSandbox, type Sandbox } from '../../scripts/seed/sandbox.ts';
import { attachLogs, markLogs } from '../support/evidence.ts';
import { startServer } from '../support/server.ts';
import { anotherHome, firstHome, type TestAccount } from '../support/test.ts';
import { startFirefox } from './firefox.ts';
import { Screen, soon } from './screen.ts';
import { startWebKit } from './webkit.ts';

export type EngineChoice = { engineName: EngineName };

type Fixtures = {
  /** A new account on the worker's server, which may be killed and started again. */
  home: TestAccount;
  /** The engine's window, on that server. */
  app: Screen;
};
type WorkerFixtures = {
  /** The first account of a server that the journeys of an engine share. */
  first: TestAccount;
};

export const test = base.extend<EngineChoice & Fixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true }],
  first: [
    // Playwright reads what a fixture needs from its pattern, which therefore must not be empty.
    async ({ browserName: _browser }, use) => {
      const server = await startServer();
      await use(await firstHome(server));
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  home: async ({ first }, use, testInfo) => {
    const marks = markLogs();
    await use(await anotherHome(first));
    await attachLogs(testInfo, marks);
  },
  app: async ({ engineName, home }, use, testInfo) => {
    const engine = await (engineName === 'firefox' ? startFirefox() : startWebKit());
    await use(new Screen(engine, home.server.url));
    if (testInfo.status !== testInfo.expectedStatus) {
      const seen = await engine.run<string>('location.href + "\\n" + document.body.innerText').catch(String);
      const path = testInfo.outputPath('page.txt');
      await writeFile(path, seen);
      await testInfo.attach('page.txt', { path, contentType: 'text/plain' });
    }
    await engine.close();
  },
});

export { expect } from '@playwright/test';

/** Signs in on the sign-in page, which leads on to a path. */
export async function signIn(app: Screen, { user }: TestAccount, to: string): Promise<void> {
  await app.open(`/login?next=${encodeURIComponent(to)}`);
  await app.fill('textbox', 'Email', user.email);
  await app.click('textbox', 'Password');
  await app.type(user.password);
  await app.click('button', 'Sign in');
  await soon(
    `being led to ${to}`,
    () => app.path(),
    (path) => path === to.replace(/[?#].*/, ''),
  );
}

/** The simulated phones of an account, with what they received. */
export async function openPhones({
  server,
  token,
}: TestAccount): Promise<{ sandbox: Sandbox; close(): Promise<void> }> {
  const installation = await connectInstallation(server.dataDir, server.url, async () => undefined);
  const account = await apiCall<{ client_id: string }>(server.url, 'GET', '/api/client', undefined, await token());
  return { sandbox: await openSandbox(installation, account.client_id), close: () => installation.close() };
}
