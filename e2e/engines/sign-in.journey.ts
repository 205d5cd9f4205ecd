import { expect, signIn, test } from './test.ts';

test('signing in leads to the inbox, which stays after a reload, and signing out ends it', async ({ app, home }) => {
  await app.open('/inbox');
  await app.see('button', 'Sign in');
  expect(await app.path()).toBe('/login');

  await signIn(app, home, '/inbox');
  await app.see('region', 'Conversations');
  await app.open('/inbox');
  await app.see('region', 'Conversations');
  expect(await app.path()).toBe('/inbox');

  await app.click('button', 'Account');
  await app.click('link', 'Sign out');
  await app.see('heading', 'You are signed out');
  await app.open('/inbox');
  await app.see('button', 'Sign in');
});

test('a wrong password says so, and its field says so to screen readers', async ({ app, home }) => {
  await app.open('/login');
  await app.fill('textbox', 'Email', home.user.email);
  await app.click('textbox', 'Password');
  await app.type('not the password');
  await app.press('Enter');
  await app.seeText('Wrong email address or password. Is Caps Lock on?');
  expect(await app.engine.run('document.querySelector("[type=password]").getAttribute("aria-invalid")')).toBe('true');
});
