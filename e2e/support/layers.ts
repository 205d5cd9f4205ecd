import type { Page } from '@playwright/test';
import { animationsFinished } from './accessibility.ts';
import { expect } from './test.ts';

const softly = expect.configure({ soft: true });

/** The narrowest phone, a common one, and two widths of a desktop. */
export const layerWidthsPx = [320, 390, 1025, 1440];

/**
 * What does not fit in the dialogs, popovers and columns that are open: a layer over the edge of the window, one that
 * scrolls sideways, a control outside of its layer, and words outside of their control.
 */
const unfit = `(() => {
  const found = [];
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 8;
  const wider = (element) => element.scrollWidth > element.clientWidth + 1;
  for (const layer of document.querySelectorAll('dialog:modal, [popover="auto"]:popover-open, [role="menu"], aside')) {
    if (!isSeen(layer)) continue;
    const box = layer.getBoundingClientRect();
    const isOver = box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
    if (isOver) found.push('over the edge: ' + [box.left, box.top, box.right, box.bottom].map(Math.round).join(' '));
    for (const element of [layer, ...layer.querySelectorAll('*')]) {
      const style = getComputedStyle(element);
      if (!isSeen(element) || style.textOverflow === 'ellipsis' || style.display === 'inline') continue;
      const name = element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40);
      const scrolls = ['auto', 'scroll', 'hidden'].includes(style.overflowX);
      // Fields scroll their own text.
      if (scrolls && wider(element) && !element.matches('input, textarea, select')) found.push('sideways: ' + name);
      if (!element.matches('button, a, label, legend, input, select, textarea')) continue;
      const own = element.getBoundingClientRect();
      if (own.right > box.right + 1 || own.left < box.left - 1) found.push('outside its layer: ' + name);
      const hasWords = element.matches('button, a, label, legend') && /\\p{L}/u.test(element.textContent);
      if (hasWords && wider(element)) found.push('words outside: ' + name);
    }
  }
  return [...new Set(found)];
})()`;

/** Controls of the page, outside of layers, that words stand out of. */
const cutWords = `(() => {
  const found = [];
  for (const control of document.querySelectorAll('main :is(button, a, label, legend, summary)')) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.clientWidth <= 8) continue;
    const edge = control.getBoundingClientRect();
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      let around = text.parentElement;
      while (around !== control && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
      // Cut on purpose, with dots; or hidden from sight for screen readers.
      if (getComputedStyle(around).overflowX !== 'visible') continue;
      const words = document.createRange();
      words.selectNodeContents(text);
      const box = words.getBoundingClientRect();
      if (box.width === 0 || (box.left >= edge.left - 1 && box.right <= edge.right + 1)) continue;
      found.push(control.tagName + ' ' + control.textContent.slice(0, 60));
    }
  }
  return [...new Set(found)];
})()`;

/** Expects that the words of all controls of the page are seen whole at every width. */
export async function expectWordsFitEverywhere(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of layerWidthsPx) {
    await page.setViewportSize({ width, height: 844 });
    await softly
      .poll(() => page.evaluate<string[]>(cutWords), { message: `${what} at ${width} px`, timeout: 3_000 })
      .toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Expects that all open layers fit into the window at its present width. */
export async function expectLayersFit(page: Page, what: string): Promise<void> {
  const width = page.viewportSize()?.width;
  await page.evaluate(animationsFinished);
  // What changes with the width does so in the next render.
  await softly
    .poll(() => page.evaluate<string[]>(unfit), { message: `${what} at ${width} px`, timeout: 3_000 })
    .toEqual([]);
}

/** Expects that what is open now fits at every width. */
export async function expectLayersFitEverywhere(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of layerWidthsPx) {
    await page.setViewportSize({ width, height: 844 });
    await expectLayersFit(page, what);
  }
  if (before !== null) await page.setViewportSize(before);
}
