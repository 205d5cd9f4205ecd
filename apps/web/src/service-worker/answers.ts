import { cacheNames } from './files.ts';
import { shareTarget } from './share.ts';

/** Milliseconds that a page load may take before the cached page is shown. */
const pagePatienceMs = 5000;

/** Paths that are not pages of the app, even when opened in a tab. */
const noPages = /^\/(api|exports|media|simulator|webhooks)\/|^\/(healthz|metrics|readyz|gallery\.html)$/;
/** Files without a content hash in their name that the app needs to start. */
const startFiles = /^\/(early\.js|icon\.svg|picture\.svg)$/;

/** The handler of a request; null leaves it to the browser: dynamic content, other origins, the API and its media. */
export function handlerOf(
  request: { method: string; mode: string; url: string },
  origin: string,
): 'page' | 'asset' | 'file' | 'share' | null {
  const url = new URL(request.url);
  if (request.method === 'POST' && url.href === new URL(shareTarget.action, origin).href) return 'share';
  if (request.method !== 'GET' || url.origin !== origin) return null;
  if (request.mode === 'navigate') return noPages.test(url.pathname) ? null : 'page';
  if (url.pathname.startsWith('/assets/') && !url.pathname.startsWith('/assets/gallery/')) return 'asset';
  return startFiles.test(url.pathname) ? 'file' : null;
}

type NavigationEvent = { request: Request; preloadResponse: Promise<unknown>; waitUntil(work: Promise<unknown>): void };

/**
 * A page always comes from the server, so that it has its own nonce. The last one is cached, with its headers and
 * nonce, for starting offline: every address of the app is the same page.
 */
export async function answerPage(event: NavigationEvent): Promise<Response> {
  try {
    const response = await fromServer(event);
    if (response.ok && !response.redirected) event.waitUntil(keepPage(response.clone()));
    return response;
  } catch (error) {
    const kept = await (await caches.open(cacheNames.page)).match('/');
    if (kept === undefined) throw error;
    return kept;
  }
}

async function fromServer(event: NavigationEvent): Promise<Response> {
  const preloaded = await event.preloadResponse;
  if (preloaded instanceof Response) return preloaded;
  return fetch(event.request, { signal: AbortSignal.timeout(pagePatienceMs) });
}

async function keepPage(response: Response): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return;
  await (await caches.open(cacheNames.page)).put('/', response);
}

/** A file with a content hash in its name: valid for ever once cached. */
export async function answerAsset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheNames.files);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** A file without a content hash: from the server, or the cached one when offline. */
export async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheNames.files);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}
