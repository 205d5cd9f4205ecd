import { signIn, test } from './test.ts';

test('where there is no push, the screen says why', async ({ screen, home }) => {
  await screen.engine.allowNotifications?.(home.server.url);
  await signIn(screen, home, '/inbox');
  await screen.click('button', 'Notifications');
  await screen.click('button', 'Notification settings');
  if (screen.engine.allowNotifications === undefined) {
    await screen.seeText('This browser has no push notifications, or not in private windows.');
    return;
  }
  // Firefox turns the connection to its push service off while it is driven.
  await screen.click('button', /^(Turn on notifications|Register again)$/);
  await screen.seeText('The browser’s push service couldn’t be reached. Try again.');
});
