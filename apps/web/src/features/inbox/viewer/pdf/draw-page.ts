import type { PDFPageProxy } from 'pdfjs-dist';

/** The canvas size that all browsers support. */
const mostPixels = 16_000_000;
const mostSidePixels = 8_192;

/** Canvas pixels per point of the page: the screen's resolution, up to the canvas limit. */
export function pageScale(page: { width: number; height: number }, shownWidth: number, density: number): number {
  const wanted = (shownWidth / page.width) * density;
  const byArea = Math.sqrt(mostPixels / (page.width * page.height));
  const bySide = mostSidePixels / Math.max(page.width, page.height);
  return Math.min(wanted, byArea, bySide);
}

/**
 * Renders a page into a new canvas.
 * @param shownWidth CSS pixels
 * @throws when it cannot be rendered, or `signal` was aborted
 */
export async function drawPage(
  page: PDFPageProxy,
  shownWidth: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const viewport = page.getViewport({ scale: pageScale(page.getViewport({ scale: 1 }), shownWidth, devicePixelRatio) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  if (signal.aborted) task.cancel();
  await task.promise;
  return canvas;
}

/** The text of a page for screen readers. */
export async function readPageText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  return words.slice(0, 20_000);
}
