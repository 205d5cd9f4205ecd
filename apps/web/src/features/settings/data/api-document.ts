/** The parts of `/api/openapi.json` that the reference shows. */
export type Schema = {
  /** `#/components/schemas/Message`, in place of all else. */
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  default?: unknown;
  maxLength?: number;
};
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: Content;
  responses?: Record<string, Content & { $ref?: string }>;
  'x-scopes'?: string[];
};
export type ErrorCodes = Record<string, { status: number; retriable: boolean }>;
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> };
};

/** A call that an API key may make. */
export type ApiCall = {
  id: string;
  group: string;
  method: string;
  path: string;
  summary: string;
  scopes: string[];
  parameters: Parameter[];
  /** Null without a JSON body. */
  body: Schema | null;
  /** Of the first success; null without one in JSON. */
  answer: Schema | null;
};

const mostResolved = 8;

/** A schema with what it refers to in its place, as deep as anyone reads it. */
export function resolved(schema: Schema, document: ApiDocument, depth = mostResolved): Schema {
  if (schema.$ref !== undefined) {
    const found = document.components?.schemas?.[nameOf(schema.$ref)];
    return found === undefined || depth === 0 ? {} : resolved(found, document, depth - 1);
  }
  const inside = (part: Schema) => resolved(part, document, depth);
  const { properties, items, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, inside(v)])) }),
    ...(items && { items: inside(items) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
  };
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Every code of an error, with its status. */
export function errorCodesOf({ components }: ApiDocument): ErrorCodes {
  const code = components?.schemas?.['Error']?.properties?.['error']?.properties?.['code'];
  return (code as { 'x-codes'?: ErrorCodes } | undefined)?.['x-codes'] ?? {};
}

function jsonOf(part: Content | undefined): Schema | null {
  return part?.content?.['application/json']?.schema ?? null;
}

/** The calls for API keys whose path, summary or scope has all words of `search`, in the order of the document. */
export function callsIn({ paths, components }: ApiDocument, search: string): ApiCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId: id, tags, summary, requestBody, responses = {}, 'x-scopes': scopes } = operation;
      if (scopes === undefined) return [];
      const text = `${method} ${path} ${summary} ${scopes.join(' ')}`.toLowerCase();
      if (!words.every((word) => text.includes(word))) return [];
      const parameters = operation.parameters.flatMap((one) =>
        '$ref' in one ? (components?.parameters?.[nameOf(one.$ref)] ?? []) : one,
      );
      const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
      const parts = { body: jsonOf(requestBody), answer: jsonOf(success) };
      return [{ id, group: tags[0] ?? '', method: method.toUpperCase(), path, summary, scopes, parameters, ...parts }];
    }),
  );
}

/** A property of a body, with those inside it indented below it. */
export type SchemaLine = {
  /** The names from the body to it. */ path: string;
  name: string;
  depth: number;
  type: string;
  required: boolean;
};

const mostDepth = 3;

/** The properties of a schema in words such as `string`, `"a" | "b"` or `list of objects`. */
export function schemaLines(schema: Schema, depth = 0, above = ''): SchemaLine[] {
  const inner = innerOf(schema);
  return Object.entries(inner.properties ?? {}).flatMap(([name, property]) => [
    { path: `${above}${name}`, name, depth, type: typeOf(property), required: inner.required?.includes(name) ?? false },
    ...(depth < mostDepth ? schemaLines(property, depth + 1, `${above}${name}.`) : []),
  ]);
}

/** The object whose properties count: the items of a list, the first choice with properties. */
function innerOf(schema: Schema): Schema {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return innerOf(schema.items);
  return (schema.anyOf ?? schema.oneOf)?.map(innerOf).find(({ properties }) => properties !== undefined) ?? schema;
}

function typeOf(schema: Schema): string {
  const { type, items, enum: values, const: only, anyOf, oneOf } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' | ');
  if (items !== undefined) return `${typeOf(items)}[]`;
  return (Array.isArray(type) ? type.join(' | ') : type) ?? 'any';
}

/** An example of a body: required properties, and the optional ones where none is required. */
export function exampleOf(schema: Schema): unknown {
  const { type, items, enum: values, const: only, anyOf, oneOf, properties, required = [], format } = schema;
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  if (schema.default !== undefined) return schema.default;
  const choice = (anyOf ?? oneOf)?.[0];
  if (choice !== undefined) return exampleOf(choice);
  if (properties !== undefined) {
    const shown = Object.entries(properties).filter(([name]) => required.length === 0 || required.includes(name));
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property)]));
  }
  if (items !== undefined) return [exampleOf(items)];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return format === 'date-time' ? '2030-01-01T09:00:00.000Z' : 'text';
}

/** The address of a call with its values; empty query values are left out. */
export function addressOf({ path, parameters }: ApiCall, values: Readonly<Record<string, string>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : whole,
  );
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }): [string, string][] =>
      place === 'query' && values[name] ? [[name, values[name]]] : [],
    ),
  );
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** The headers of a call with their values; empty ones are left out. */
export function headersOf({ parameters }: ApiCall, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ name, in: place }) => (place === 'header' && values[name] ? [[name, values[name]]] : [])),
  );
}
