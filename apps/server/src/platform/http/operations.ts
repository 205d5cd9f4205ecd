import { type RouteDefinition, routes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { isAlive } from '../db/alive-repo.ts';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** Health, readiness, metrics and the contract as OpenAPI: for operators and machines. */
export function registerOperations(app: FastifyInstance, platform: Platform): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await isAlive(platform.db.system.statements('upkeep')).catch((error: unknown) => {
      throw new AppError('unavailable', { cause: error });
    });
    return { status: 'ready' };
  });

  let metrics: Promise<typeof import('prom-client')> | undefined;
  app.get('/metrics', async (_request, reply) => {
    // Loaded when first asked for: an installation without a scraper does not pay for it.
    metrics ??= import('prom-client').then((client) => {
      client.collectDefaultMetrics();
      return client;
    });
    const { register } = await metrics;
    return reply.type(register.contentType).send(await register.metrics());
  });

  let openapi: Promise<unknown> | undefined;
  app.get('/api/openapi.json', async () => {
    openapi ??= describeApi();
    return openapi;
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
    info: { title: 'Parley', version: '0.1.0', description: 'Messages, contacts and channels of a business account.' },
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
  const field = { type: 'object', properties: { field: text, msg: text, id: text }, required: ['field', 'msg'] };
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
