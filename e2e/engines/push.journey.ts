import { signIn, test } from './test.ts';

test('where there is no push, the screen says why', async ({ app, home }) => {
  await app.engine.allowNotifications?.(home.server.url);
  await signIn(app, home, '/inbox');
  await app.click('button', 'Notifications');
  await app.click('button', 'Notification settings');
  if (app.engine.allowNotifications === undefined) {
    await app.seeText('This browser has no push notifications, or not in private windows.');
    return;
  }
  // Firefox turns the connection to its push service off while it is driven.
  await app.click('button', /^(Turn on notifications|Register again)$/);
  await app.seeText('The browser’s push service couldn’t be reached. Try again.');
});
