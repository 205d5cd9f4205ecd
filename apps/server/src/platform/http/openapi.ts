import { type RouteDefinition, routes, scopesOf } from '@parley/contract';
import { errorCodes } from '@parley/contract/errors';
import { z } from 'zod';

/**
 * OpenAPI 3.1 of the contract table, paths as called. `x-scopes` lists the scopes that an API key needs; calls without it
 * are for members alone.
 */
export function describeApi(): unknown {
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
          ? { content: Object.fromEntries(route.file.map((type) => [type, { schema: { type: 'string' } }])) }
          : schema.type === 'undefined'
            ? {}
            : { content: { 'application/json': { schema: schemaOf(schema, 'output') } } };
      return [status, { description: status === '204' ? 'Done.' : 'The answer.', ...content }];
    });
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: operationIdOf(method, path),
        tags: [path.split('/')[2] ?? 'parley'],
        summary: route.summary,
        ...scopesIn(route),
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

/** `GET /api/threads/{id}/messages` is `getThreadsByIdMessages`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .split('/')
    .filter((part) => part !== '' && part !== 'api')
    .map((part) => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part));
  return [method.toLowerCase(), ...words]
    .join('-')
    .replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, first: string) => first.toUpperCase());
}

function scopesIn(route: RouteDefinition): object {
  const scopes = scopesOf(route);
  if (scopes === null) return {};
  return { description: `Scopes of an API key: ${scopes.join(', ')}.`, 'x-scopes': scopes };
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
