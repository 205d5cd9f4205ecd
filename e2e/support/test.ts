import { test as base, type Page } from '@playwright/test';
import { claimSetup, createAccount, owner, type Person, signInOverApi } from './api.ts';
import { type ParleyServer, startServer } from './server.ts';
import { type Watch, watchContext } from './watch.ts';

type TestFixtures = {
  /** A server of this test's own, with nobody in it yet. */
  freshServer: ParleyServer;
  /** Watches the test's pages; anything unexpected fails the test. */
  watch: Watch;
};
type WorkerFixtures = {
  /**
   * A server with one person who owns one account, shared by the tests of the run that change nothing for others. The run
   * outlives a token, so `token()` gives one of now.
   */
  home: { server: ParleyServer; person: Person; token: () => Promise<string> };
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  freshServer: async ({ watch }, use) => {
    const server = await startServer();
    await use(server);
    watch.stop();
    await server.close();
  },
  home: [
    // Playwright reads what a fixture needs from its pattern, which therefore must not be empty.
    async ({ browserName: _browser }, use) => {
      const server = await startServer();
      await createAccount(server, owner, await claimSetup(server, owner));
      await use({ server, person: owner, token: () => signInOverApi(server, owner) });
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  watch: [
    async ({ context }, use) => {
      const watch = await watchContext(context);
      await use(watch);
      test.expect(watch.faults(), 'what nobody expected').toEqual([]);
    },
    { auto: true },
  ],
});

export const { expect } = test;

/** Signs in on the page that is shown or on /login. */
export async function signIn(page: Page, server: ParleyServer, person: Person): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}
