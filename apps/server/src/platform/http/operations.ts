import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import type { MetricsSource } from '../feature.ts';
import type { Platform } from '../platform.ts';
import { sameSecret } from '../secrets.ts';
import { createReadiness } from './readiness.ts';
import type { ServedPath } from './web-app.ts';

/** Health, readiness, metrics and the contract as OpenAPI: for operators and monitoring. */
export function registerOperations(
  app: FastifyInstance,
  platform: Platform,
  sources: readonly MetricsSource[] = [],
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  const readiness = createReadiness(platform);
  app.get('/readyz', async () => {
    const problem = await readiness();
    if (problem === null) return { status: 'ready' };
    throw new AppError('unavailable', { message: problem.message, also: { reason: problem.reason } });
  });

  let metrics: Promise<Registry> | undefined;
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(platform, request)) throw new AppError('forbidden', { message: metricsRefused });
    // Loaded on first use: an installation without a scraper does not pay for it.
    metrics ??= import('prom-client').then((client) => {
      const registry = new client.Registry();
      client.collectDefaultMetrics({ register: registry });
      for (const addTo of sources) addTo(registry, client);
      return registry;
    });
    const registry = await metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  let openapi: Promise<unknown> | undefined;
  app.get('/api/openapi.json', async () => {
    openapi ??= import('./openapi.ts').then((module) => module.describeApi());
    return openapi;
  });

  let client: Promise<string> | undefined;
  app.get('/api/client.ts', async (_request, reply) => {
    client ??= import('./typescript-client.ts').then((module) => module.writeTypescriptClient());
    return reply.type('text/plain; charset=utf-8').send(await client);
  });

  let postman: Promise<object> | undefined;
  app.get('/api/postman.json', async () => {
    postman ??= import('./postman.ts').then((module) => module.describePostman());
    return postman;
  });
}

const metricsRefused = 'Metrics are answered on this machine, and elsewhere with the METRICS_TOKEN as bearer token.';

function mayReadMetrics({ config }: Platform, request: FastifyRequest): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given !== undefined && config.METRICS_TOKEN !== undefined) return sameSecret(given, config.METRICS_TOKEN);
  return isFromLoopback(request);
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * A call of a program on this machine, not one forwarded by a proxy on it, nor one of a web page whose name was made to
 * lead here.
 */
export function isFromLoopback({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (!loopbackHost.test(headers.host ?? '')) return false;
  return !forwarded && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(socket.remoteAddress ?? '');
}

const answeredByWorkers = ['/healthz', '/readyz', '/metrics'];

/** A worker serves operators, and on its own machine the paths that say so; other routes are not found. */
export function refuseApiCallsOnWorker(app: FastifyInstance, paths: readonly ServedPath[]): void {
  const served = paths.filter(({ onWorkers = false }) => onWorkers);
  app.addHook('onRequest', async (request) => {
    const path = request.url.split('?')[0] ?? '';
    if (answeredByWorkers.includes(path)) return;
    if (served.some(({ prefix }) => path.startsWith(`${prefix}/`)) && isFromLoopback(request)) return;
    throw new AppError('not_found', { message: 'This address was not found.' });
  });
}
