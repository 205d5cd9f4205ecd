import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts';
import { visit } from './support/addresses.ts';
import { waitForThread, writeAsCustomer } from './support/api.ts';
import { expect, signIn, test } from './support/test.ts';

/** Screens without their own URL; shell-routes.spec.ts checks every URL. */
test.describe('for every user and screen', () => {
  test.setTimeout(360_000);

  test('states before signing in', { tag: '@smoke' }, async ({ page, home, watch }) => {
    watch.expect(/console: .*404/);
    const paths = ['/login?sign_up=1', '/login-redirect?error=cancelled', '/loggedin?link=made-up'];
    for (const path of paths) {
      await visit(page, `${home.server.url}${path}`);
      await expectAccessible(page, path);
      await expectNoHorizontalScroll(page, path);
    }
  });

  test('the first visit to a new installation', async ({ page, freshServer }) => {
    await visit(page, await freshServer.setupUrl());
    await expect(page.getByRole('heading', { name: 'Welcome to Parley' })).toBeVisible();
    await expectAccessible(page, 'setup');
    await expectNoHorizontalScroll(page, 'setup');
  });

  test('the steps of the wizard', async ({ page, home }) => {
    await signIn(page, home.server, home.user);
    const paths = ['/initial-setup?step=connect', '/initial-setup?step=first-message'];
    for (const path of paths) {
      await visit(page, `${home.server.url}${path}`);
      await expectAccessible(page, path);
      await expectNoHorizontalScroll(page, path);
    }
  });

  test('the inbox, empty and with a conversation, and the sandbox', { tag: '@smoke' }, async ({ page, home }) => {
    await signIn(page, home.server, home.user);
    await visit(page, `${home.server.url}/inbox`);
    await expectAccessible(page, 'inbox, empty');
    await expectNoHorizontalScroll(page, 'inbox, empty');

    const words =
      'Is the blue gravel bike still there? https://kestrel.example/a-very-long-address-that-cannot-be-broken';
    await writeAsCustomer(home.server, await home.token(), words);
    const threadId = await waitForThread(home.server, await home.token(), 'Is the blue gravel bike');
    await visit(page, `${home.server.url}/inbox/${threadId}`);
    await expect(page.getByText('Is the blue gravel bike', { exact: false }).last()).toBeVisible();
    await expectAccessible(page, 'a conversation');
    await expectNoHorizontalScroll(page, 'a conversation');

    await visit(page, `${home.server.url}/sandbox`);
    await expect(page.getByText('Is the blue gravel bike', { exact: false }).last()).toBeVisible();
    await expectAccessible(page, 'sandbox');
    await expectNoHorizontalScroll(page, 'sandbox');
  });
});
