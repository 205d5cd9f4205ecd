import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** WCAG 2.2 A and AA, and axe's own best practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colourRules = ['color-contrast', 'link-in-text-block'];
export const themes = ['light', 'dark'] as const;
/** The narrowest phone, common phones, and every edge of the layout. */
export const widthsPx = [320, 390, 768, 1025, 1280, 1440];

/**
 * Waits until the page has answered to another theme or width: it is told of them before the next frame, what measures
 * itself draws once more after that, and colours that were on their way have arrived.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
    await frame();
    await frame();
    const onTheWay = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(onTheWay.map(({ finished }) => finished));
  })()`);
}

/**
 * No violation that axe can find: in light by all rules, in dark by those that see colours, the only difference.
 * @param part looks at this alone (a selector), for what lies over a page already looked at
 * @param ignored rules that do not hold for a page made to show parts
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { part, ignored = [] }: { part?: string; ignored?: string[] } = {},
): Promise<void> {
  // An empty page has no violation either.
  await expect(page.getByRole('main')).not.toBeEmpty();
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    const axe = new AxeBuilder({ page });
    if (part !== undefined) axe.include(part);
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(rules).disableRules(ignored)
      : axe.withRules(colourRules)
    ).analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`,
    );
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Nothing is wider than the window, from the narrowest phone to a desk. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widthsPx) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect.soft(overflow, `${what} at ${width} px: wider by`).toBeLessThanOrEqual(0);
  }
  if (before !== null) await page.setViewportSize(before);
}
