import { test as base, type Page } from '@playwright/test';
import { claimSetup, createAccount, joinByInvitation, owner, signInOverApi, type TestUser } from './api.ts';
import { attachLogs, markLogs } from './evidence.ts';
import { findExactNames } from './exact-names.ts';
import { type ParleyServer, startServer } from './server.ts';
import { uniqueUser } from './users.ts';
import { type Watch, watchContext } from './watch.ts';

/** An account of its own with one user, its Owner. A test may outlive a token, so `token()` gives one of now. */
export type TestAccount = { server: ParleyServer; user: TestUser; token: () => Promise<string> };

type TestFixtures = {
  /** Leaves the logs of the servers where the test fails. */
  evidence: undefined;
  /** A new account on the worker's server: for every test that is not about the installation itself. */
  home: TestAccount;
  /** A separate server without users: to be killed, or to be tested as a whole. */
  freshServer: ParleyServer;
  /** Watches the test's pages; anything unexpected fails the test. */
  watch: Watch;
};
type WorkerFixtures = {
  /** Strings find whole names and texts. */
  exactNames: undefined;
  /** A server that the tests of a worker share. @returns creates a user with an account */
  sharedServer: { server: ParleyServer; makeHome: () => Promise<TestAccount> };
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  evidence: [
    // Playwright reads what a fixture needs from its pattern, which therefore must not be empty.
    async ({ browserName: _browser }, use, testInfo) => {
      const marks = markLogs();
      await use(undefined);
      await attachLogs(testInfo, marks);
    },
    { auto: true },
  ],
  exactNames: [
    async ({ browser }, use) => {
      await findExactNames(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  freshServer: async ({ watch }, use) => {
    const server = await startServer();
    await use(server);
    watch.stop();
    await server.close();
  },
  sharedServer: [
    async ({ browserName: _browser }, use) => {
      const server = await startServer();
      const first = await firstHome(server);
      await use({ server, makeHome: () => anotherHome(first) });
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  home: async ({ sharedServer }, use) => {
    await use(await sharedServer.makeHome());
  },
  watch: [
    // Whatever is wrong is reported before the logs are looked through.
    async ({ context, evidence: _evidence }, use) => {
      const watch = await watchContext(context);
      await use(watch);
      test.expect(watch.faults(), 'what nobody expected').toEqual([]);
    },
    { auto: true },
  ],
});

export const { expect } = test;

/** The first account of a server without users. */
export async function firstHome(server: ParleyServer): Promise<TestAccount> {
  await createAccount(server, owner, await claimSetup(server, owner));
  return { server, user: owner, token: () => signInOverApi(server, owner) };
}

/** A further user with an account of their own, on the server of the first one. */
export async function anotherHome(first: TestAccount): Promise<TestAccount> {
  const { server } = first;
  const user = uniqueUser(owner);
  const withoutAccount = await joinByInvitation(server, await first.token(), user);
  await createAccount(server, user, withoutAccount);
  return { server, user, token: () => signInOverApi(server, user) };
}

/**
 * Signs in on the sign-in page, which leads on.
 * @param to a path to be led to, waited for; default wherever the user belongs
 */
export async function signIn(page: Page, server: ParleyServer, user: TestUser, to?: string): Promise<void> {
  const next = to === undefined ? '' : `?next=${encodeURIComponent(to)}`;
  await page.goto(`${server.url}/login${next}`);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const target = to?.replace(/[?#].*/, '');
  await page.waitForURL(({ pathname }) => (target === undefined ? pathname !== '/login' : pathname === target));
}
