import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { acceptedLanguage } from '../texts/accept-language.ts';

/** A path below which the server answers, not the web application. */
export type ServedPath = {
  /** `/files` */
  prefix: string;
  /** Processes of the role `worker` answer it too, for programs on their machine. */
  onWorkers?: boolean;
};

export const webDist = join(import.meta.dirname, '..', '..', '..', '..', 'web', 'dist');

const noncePlaceholder = '__CSP_NONCE__';
const requestIdPlaceholder = '__REQUEST_ID__';
const yearS = 31_536_000;
/** Scripts, and the texts of an error page that only scripts show. */
const strippedForCrawlers = /<(script|template)\b[^>]*>.*?<\/\1>|<link rel="modulepreload"[^>]*>/gs;
const crawlers = /bot\b|crawl|spider|slurp|facebookexternalhit|embedly|preview|archiver|whatsapp\//i;

/** The build's copies of files, sent in place of them. */
const compressedCopy = /\.(?:br|gz)$/;

/** Files beside the pages and the list of their paths. */
function isServed(file: Dirent): boolean {
  return file.isFile() && !/^\.|\.html$|^routes\.json$/.test(file.name) && !compressedCopy.test(file.name);
}

/** OneSignal's hosts by directive: its page script and the files that script loads. Only while its app id is set. */
const oneSignalHosts: Readonly<Record<string, string>> = {
  'script-src': 'https://cdn.onesignal.com https://api.onesignal.com',
  'style-src': 'https://onesignal.com',
  'img-src': 'https://img.onesignal.com',
  'connect-src': 'https://api.onesignal.com',
};

/**
 * The policy of every page of the application; the nonce is for styles created by components.
 * @param push whether OneSignal is configured
 */
export function contentSecurityPolicy(nonce: string, push: boolean): string {
  const directives = [
    ['default-src', "'self'"],
    ['script-src', "'self'"],
    ['style-src', `'self' 'nonce-${nonce}'`],
    ['style-src-attr', "'unsafe-inline'"],
    ['img-src', "'self' data: blob:"],
    ['media-src', "'self' blob:"],
    ['font-src', "'self'"],
    ['connect-src', "'self'"],
    ['worker-src', "'self'"],
    ['frame-ancestors', "'none'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['form-action', "'self'"],
  ];
  return directives
    .map(([name = '', sources = '']) => {
      const more = push ? oneSignalHosts[name] : undefined;
      return more === undefined ? `${name} ${sources}` : `${name} ${sources} ${more}`;
    })
    .join('; ');
}

/** The policy of scripts that run as a worker. */
const workerSecurityPolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/**
 * Serves the built web application: files with immutable caching (their names contain their hash), pages uncached
 * with a nonce per response. URLs of the route list are 200, others 404 with the same page; crawlers get the page
 * without scripts, which is the landing page's text, with the same status.
 */
export async function serveWebApp(
  app: FastifyInstance,
  platform: Platform,
  served: readonly ServedPath[],
  dist: string = webDist,
): Promise<void> {
  const noPages = ['/api', ...served.map(({ prefix }) => prefix)];
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const paths = JSON.parse(await readFile(join(dist, 'routes.json'), 'utf8')) as string[];
  const push = platform.config.ONESIGNAL_APP_ID !== undefined;
  const known = paths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`));

  await app.register(fastifyStatic, {
    root: dist,
    // A route for each of the thousand files would be half of the start.
    serve: false,
    index: false,
    // The build wrote `FILE.br` and `FILE.gz`.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const lasting = path.includes('/assets/');
      void reply.header('cache-control', lasting ? `public, max-age=${yearS}, immutable` : 'no-cache');
      // A worker gets its policy from its own response, not from the page: a worker that parses customers' files may
      // not connect anywhere.
      if (lasting && /\.m?js(\.br|\.gz)?$/.test(path))
        void reply.header('content-security-policy', workerSecurityPolicy);
    },
  });

  for (const { name } of (await readdir(dist, { withFileTypes: true })).filter(isServed))
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const path = request.params['*'];
    return compressedCopy.test(path) ? reply.callNotFound() : reply.sendFile(`assets/${path}`);
  });

  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({
      api_base: '/api',
      push_app_id: platform.config.ONESIGNAL_APP_ID ?? null,
      product_name: 'Parley',
      login_test: platform.config.LOGIN_TEST,
    }),
  );

  // The gallery of interface parts, for developers; not in the route list.
  if (platform.config.GALLERY) {
    const gallery = await readFile(join(dist, 'gallery.html'), 'utf8');
    app.get('/gallery.html', (request, reply) => sendPage(gallery, request, reply, 200));
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || noPages.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) {
      const error = new AppError('not_found', { message: 'This address was not found.' });
      return reply.code(404).send(error.envelope(request.id, acceptedLanguage(request.headers['accept-language'])));
    }
    return sendPage(page, request, reply, known.some((pattern) => pattern.test(path)) ? 200 : 404);
  });

  function sendPage(file: string, request: FastifyRequest, reply: FastifyReply, status: number) {
    const nonce = randomBytes(16).toString('base64url');
    const html = file.replaceAll(noncePlaceholder, nonce).replaceAll(requestIdPlaceholder, request.id);
    const crawler = crawlers.test(request.headers['user-agent'] ?? '');
    return reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy(nonce, push))
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-cache')
      .header('vary', 'user-agent')
      .send(crawler ? html.replaceAll(strippedForCrawlers, '') : html);
  }
}
