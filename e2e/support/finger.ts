import type { CDPSession, Locator, Page } from '@playwright/test';

/** A finger on the screen, as Chromium gets it from the device. */
export async function finger(page: Page) {
  const screen: CDPSession = await page.context().newCDPSession(page);
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number; id?: number }[]
  ) => screen.send('Input.dispatchTouchEvent', { type, touchPoints });
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
    /** Two fingers in the middle of an element, one above the other, brought together. */
    async pinch(on: Locator) {
      const box = await on.boundingBox();
      if (box === null) throw new Error('nothing to touch');
      const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const apart = (px: number) => [
        { x, y: y - px, id: 0 },
        { x, y: y + px, id: 1 },
      ];
      await send('touchStart', ...apart(120));
      for (let px = 110; px >= 40; px -= 10) await send('touchMove', ...apart(px));
      await send('touchEnd');
    },
  };
}
