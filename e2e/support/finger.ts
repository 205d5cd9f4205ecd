import type { CDPSession, Locator, Page } from '@playwright/test';

/** A finger on the screen, as Chromium gets it from the device. */
export async function finger(page: Page) {
  const screen: CDPSession = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
  let place = { x: 0, y: 0 };
  return {
    async down(on: Locator) {
      // It stands still, and nothing covers it.
      await on.hover({ trial: true });
      const box = await on.boundingBox();
      if (box === null) throw new Error('nothing to touch');
      place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await send('touchStart', place);
    },
    async move(dx: number, dy = 0) {
      for (let step = 1; step <= 5; step++) {
        await send('touchMove', { x: place.x + (dx * step) / 5, y: place.y + (dy * step) / 5 });
      }
      place = { x: place.x + dx, y: place.y + dy };
    },
    up: () => send('touchEnd'),
  };
}
