import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * The controls that a pointer does not reach where they are seen: covered by something else, or deaf to it. Of an open
 * dialog only its own. Each is brought into view; what stays outside of it, as a link that is shown with the focus, is
 * for keys. The canvas of a flow moves under the pointer instead of scrolling: what stands over it may cover its cards.
 */
const unreachedControls = `(async () => {
  const controls = 'button, a[href], input, select, textarea, summary, [role="button"], [role="menuitem"], [role="option"], [role="tab"], [role="switch"]';
  const layers = [...document.querySelectorAll('dialog:modal')];
  const top = layers.at(-1) ?? document;
  const open = [...document.querySelectorAll(':popover-open')];
  const named = (one) => (one.getAttribute('aria-label') || one.textContent || one.getAttribute('name') || one.className || one.tagName).toString().trim().slice(0, 60);
  const covers = (hit, control) =>
    control.contains(hit) || [...(control.labels ?? [])].some((label) => label.contains(hit));
  const found = [];
  for (const control of top.querySelectorAll(controls)) {
    if (control.disabled || control.closest('[inert], [aria-hidden="true"]')) continue;
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const canvas = control.closest('.react-flow__renderer');
    if (!canvas) control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const hitsNow = () => [...control.getClientRects()]
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
      .map(([x, y]) => document.elementFromPoint(x, y));
    const isReached = (hits) => hits.length === 0 || hits.some((hit) => hit && covers(hit, control))
      || (canvas && !hits.some((hit) => canvas.contains(hit)))
      || hits.every((hit) => open.some((layer) => layer.contains(hit) && !layer.contains(control)));
    if (isReached(hitsNow())) continue;
    // What stands over a scrolled page leaves as it is scrolled back.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const hits = hitsNow();
    if (isReached(hits)) continue;
    found.push(control.tagName.toLowerCase() + ' "' + named(control) + '" is under ' + hits.map((hit) => hit ? hit.tagName.toLowerCase() + '.' + hit.className : 'nothing').join(', '));
  }
  scrollTo(0, 0);
  return [...new Set(found)];
})()`;

/** Expects that a pointer reaches every control that is seen. */
export async function expectReachable(page: Page, what: string): Promise<void> {
  expect.soft(await page.evaluate<string[]>(unreachedControls), `${what}: out of reach of a pointer`).toEqual([]);
}
