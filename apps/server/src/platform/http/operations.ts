import { type RouteDefinition, routes } from '@parley/contract';
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
    openapi ??= describeApi();
    return openapi;
  });
}

const metricsRefused = 'Metrics are answered on this machine, and elsewhere with the METRICS_TOKEN as bearer token.';

function mayReadMetrics({ config }: Platform, request: FastifyRequest): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given !== undefined && config.METRICS_TOKEN !== undefined) return sameSecret(given, config.METRICS_TOKEN);
  return isFromLoopback(request);
}

/** A call of a program on this machine, not one forwarded by a proxy on it. */
export function isFromLoopback({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
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

/** OpenAPI 3.1 of the contract table, paths as called. */
async function describeApi(): Promise<unknown> {
  const { z } = await import('zod');
  const { errorCodes } = await import('@parley/contract/errors');
  const schemaOf = (schema: NonNullable<RouteDefinition['body']>, io: 'input' | 'output') => {
    const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    return json;
  };
  const parametersOf = (schema: RouteDefinition['params'], place: 'path' | 'query') => {
    if (schema === undefined) return [];
    const json = schemaOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] };
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (json.required ?? []).includes(name),
      schema: property,
    }));
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, route] of Object.entries(routes) as [string, RouteDefinition][]) {
    const [method = '', path = ''] = key.split(' ');
    const answers = Object.entries(route.responses).map(([status, schema]) => {
      const content =
        route.file !== undefined
          ? { content: { [route.file]: { schema: { type: 'string' } } } }
          : schema.type === 'undefined'
            ? {}
            : { content: { 'application/json': { schema: schemaOf(schema, 'output') } } };
      return [status, { description: status === '204' ? 'Done.' : 'The answer.', ...content }];
    });
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        summary: route.summary,
        ...(route.access === 'public' ? { security: [] } : {}),
        parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
        ...(route.rawBody === undefined
          ? {}
          : { requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } }),
        ...(route.body === undefined
          ? {}
          : {
              requestBody: {
                required: true,
                content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
              },
            }),
        responses: { ...Object.fromEntries(answers), default: { $ref: '#/components/responses/Error' } },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parley', version: '0.1.0', description: 'The API of a business account.' },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: {
          description: 'What went wrong.',
          content: { 'application/json': { schema: errorSchema(Object.keys(errorCodes)) } },
        },
      },
    },
  };
}

function errorSchema(codes: string[]): unknown {
  const text = { type: 'string' };
  const field = {
    type: 'object',
    properties: { field: text, msg: text, id: text, suggestion: text },
    required: ['field', 'msg'],
  };
  const error = {
    type: 'object',
    properties: {
      code: { type: 'string', enum: codes },
      message: text,
      data: { type: 'array', items: field },
      request_id: text,
    },
    required: ['code', 'message', 'data', 'request_id'],
  };
  return { type: 'object', properties: { error }, required: ['error'] };
}
