import { describeApi } from './openapi.ts';

/* https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html */

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
};
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; description?: string };
type Operation = {
  tags: string[];
  summary: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  'x-scopes'?: string[];
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

/** The calls for API keys as a Postman collection: a folder for each group, with the variables `base` and `key`. */
export async function describePostman(): Promise<object> {
  const { paths, components } = (await describeApi()) as Document;
  const items = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-scopes'] !== undefined)
      .map(([method, operation]) => ({
        group: operation.tags[0] ?? '',
        item: itemOf(method.toUpperCase(), path, operation, components),
      })),
  );
  const groups = Map.groupBy(items, ({ group }) => group);
  return {
    info: {
      name: 'Parley',
      description: 'The calls for API keys. Set the variables base and key of this collection first.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'base', value: 'https://parley.example', type: 'string' },
      { key: 'key', value: '', type: 'string' },
    ],
    item: [...groups].map(([name, calls]) => ({ name, item: calls.map(({ item }) => item) })),
  };
}

function itemOf(method: string, path: string, operation: Operation, components: Document['components']): object {
  const parameters = operation.parameters.map((one) =>
    one.$ref === undefined ? one : (components.parameters[nameOf(one.$ref)] ?? one),
  );
  const inPlace = (place: string) => parameters.filter((one) => one.in === place);
  const optional = ({ name, required, description }: Parameter) => ({
    ...{ key: name, value: '', disabled: required !== true },
    ...(description !== undefined && { description }),
  });
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  return {
    name: operation.summary,
    request: {
      method,
      description: [`${method} ${path}`, operation.description].filter(Boolean).join('\n\n'),
      header: [
        ...(type === 'application/json' ? [{ key: 'Content-Type', value: type }] : []),
        ...inPlace('header').map(optional),
      ],
      url: {
        raw: `{{base}}/${segments.join('/')}`,
        host: ['{{base}}'],
        path: segments,
        variable: inPlace('path').map(({ name }) => ({ key: name, value: '' })),
        query: inPlace('query').map(optional),
      },
      ...(content !== undefined && { body: bodyOf(type, content.schema, components.schemas) }),
    },
  };
}

function bodyOf(type: string | undefined, schema: Schema, schemas: Record<string, Schema>): object {
  if (type !== 'application/json') return { mode: 'file' };
  const raw = JSON.stringify(exampleOf(schema, schemas, 0), null, 2);
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } };
}

const mostDepth = 6;

/** An example with what is required. */
function exampleOf(schema: Schema, schemas: Record<string, Schema>, depth: number): unknown {
  if (depth > mostDepth) return null;
  const inner = (one: Schema) => exampleOf(one, schemas, depth + 1);
  if (schema.$ref !== undefined) return inner(schemas[nameOf(schema.$ref)] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return inner(choice);
  if (schema.properties !== undefined) {
    const required = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(required.map(([name, property]) => [name, inner(property)]));
  }
  if (schema.items !== undefined) return [inner(schema.items)];
  const [type] = [schema.type].flat();
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  if (schema.format === 'date-time') return '2030-01-01T09:00:00.000Z';
  return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'text';
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
