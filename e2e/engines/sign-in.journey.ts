import { expect, signIn, test } from './test.ts';

test('signing in leads to the inbox, which stays after a reload, and signing out ends it', async ({ screen, home }) => {
  await screen.open('/inbox');
  await screen.see('button', 'Sign in');
  expect(await screen.path()).toBe('/login');

  await signIn(screen, home, '/inbox');
  await screen.see('region', 'Conversations');
  await screen.open('/inbox');
  await screen.see('region', 'Conversations');
  expect(await screen.path()).toBe('/inbox');

  await screen.click('button', 'Account');
  await screen.click('link', 'Sign out');
  await screen.see('heading', 'You are signed out');
  await screen.open('/inbox');
  await screen.see('button', 'Sign in');
});

test('a wrong password says so, and its field says so to screen readers', async ({ screen, home }) => {
  await screen.open('/login');
  await screen.fill('textbox', 'Email', home.user.email);
  await screen.click('textbox', 'Password');
  await screen.type('not the password');
  await screen.press('Enter');
  await screen.seeText('Wrong email address or password. Is Caps Lock on?');
  expect(await screen.engine.run('document.querySelector("[type=password]").getAttribute("aria-invalid")')).toBe(
    'true',
  );
});
