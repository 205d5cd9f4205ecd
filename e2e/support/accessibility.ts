import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectReachable } from './pointer.ts';
import { expect } from './test.ts';

/** WCAG 2.2 A and AA, and axe's best practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colourRules = ['color-contrast', 'link-in-text-block'];
const softly = expect.configure({ soft: true });
export const themes = ['light', 'dark'] as const;
/** The narrowest phone, common phones, and every edge of the layout. */
export const widthsPx = [320, 390, 768, 1025, 1280, 1440];

/** Waits for running animations: half-faded text has another contrast. */
export const animationsFinished = `Promise.allSettled(
  document.getAnimations()
    .filter((each) => each.playState === 'running' && Number.isFinite(each.effect.getComputedTiming().endTime))
    .map((each) => each.finished),
).then(() => undefined)`;

/**
 * Expects no axe violation: in light by all rules, in dark by those about colors, the only difference. And that a pointer
 * reaches every control of a whole page.
 * @param part checks this alone (a selector), for an overlay on a page that was checked before
 * @param ignored rules that do not apply to a page made to show parts
 * @param ours whether it is a page of the application, which says its theme
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { part, ignored = [], ours = true }: { part?: string; ignored?: string[]; ours?: boolean } = {},
): Promise<void> {
  // An empty page has no violation either.
  await expect(page.getByRole('main')).not.toBeEmpty();
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (ours) await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.evaluate(animationsFinished);
    // Our pages have no foreign frames: one run in the page itself is enough, and only violations are returned.
    const axe = new AxeBuilder({ page, ...(await axeSource(page)) })
      .setLegacyMode()
      .options({ resultTypes: ['violations'], preload: ours });
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
  if (part === undefined) await expectReachable(page, what);
}

/** A document keeps axe: its 600 KB, which a run would load twice, are loaded once. @returns axe's own where it is missing */
async function axeSource(page: Page): Promise<{ axeSource?: string }> {
  const present = await Promise.all(page.frames().map((frame) => frame.evaluate<boolean>('"axe" in window')));
  return present.every(Boolean) ? { axeSource: 'undefined' } : {};
}

/** Nothing is wider than the window, from the narrowest phone to a desktop. */
export async function expectNoHorizontalScroll(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widthsPx) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () =>
      page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    // Elements that change with the width do so in the next render.
    await softly.poll(overflow, `${what} at ${width} px: wider by`).toBeLessThanOrEqual(0);
  }
  if (before !== null) await page.setViewportSize(before);
}
