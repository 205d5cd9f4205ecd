import { type RouteDefinition, routes, scopesOf } from '@parley/contract';
import { errorCodes } from '@parley/contract/errors';
import { z } from 'zod';
import { createSchemaWriter } from './openapi-schemas.ts';

/**
 * OpenAPI 3.1 of the contract table, paths as called. `x-scopes` lists the scopes that an API key needs; calls without it
 * are for members alone.
 */
export async function describeApi(): Promise<unknown> {
  const schemas = await createSchemaWriter(
    (Object.values(routes) as RouteDefinition[]).flatMap(({ responses }) => Object.values(responses)),
  );
  const schemaOf = schemas.write;
  const parametersOf = (schema: RouteDefinition['params'], place: 'path' | 'query') => {
    if (schema === undefined) return [];
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
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
        parameters: [
          ...parametersOf(route.params, 'path'),
          ...parametersOf(route.query, 'query'),
          ...(route.idempotencyKey === undefined ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
        ],
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
      schemas: { ...schemas.components(), Error: errorSchema() },
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: {
          description: 'What went wrong.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice, up to 200 characters, that names what this call creates. Repeated with the same key the call creates nothing more and answers with what is there; with another body it is refused as id_conflict.',
  schema: { type: 'string', maxLength: 200 },
};

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

/** `x-codes` has the status of each code, and whether the same call may succeed later. */
function errorSchema(): unknown {
  const text = { type: 'string' };
  const field = {
    type: 'object',
    properties: { field: text, msg: text, id: text, suggestion: text },
    required: ['field', 'msg'],
  };
  const error = {
    type: 'object',
    properties: {
      code: { type: 'string', enum: Object.keys(errorCodes), 'x-codes': errorCodes },
      message: text,
      data: { type: 'array', items: field },
      request_id: text,
    },
    required: ['code', 'message', 'data', 'request_id'],
  };
  return { type: 'object', properties: { error }, required: ['error'] };
}
