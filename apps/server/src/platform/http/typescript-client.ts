import { describeApi } from './openapi.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
};
type Content = { content?: Record<string, { schema: Schema }> };
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
  'x-scopes'?: string[];
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/**
 * A client of the calls for API keys as one TypeScript file that needs nothing else: types of all they take and answer,
 * and a function for each call, by group. Node runs it as it stands.
 */
export async function writeTypescriptClient(): Promise<string> {
  const { paths, components } = (await describeApi()) as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-scopes'] !== undefined)
      .map(([method, operation]) => ({ group: operation.tags[0] ?? '', code: callOf(method, path, operation) })),
  );
  const groups = [...Map.groupBy(calls, ({ group }) => group)].map(
    ([name, rows]) => `    ${JSON.stringify(name)}: {\n${rows.map(({ code }) => code).join('\n')}\n    },`,
  );
  const types = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`);
  return [head, ...types, start, ...groups, end].join('\n');
}

function callOf(method: string, path: string, operation: Operation): string {
  const { operationId, summary, parameters, requestBody } = operation;
  const inPlace = (place: string) => parameters.filter((one) => one.in === place);
  const parts = [partOf('params', inPlace('path')), partOf('query', inPlace('query')), bodyPart(requestBody)].filter(
    (part) => part !== null,
  );
  const optional = parts.every(({ required }) => !required) ? '?' : '';
  const fields = [...parts.map(({ code }) => code), 'idempotencyKey?: string', 'headers?: Record<string, string>'];
  const [answer, reads] = answerOf(operation.responses);
  const given = `input${optional}: { ${fields.join('; ')} }`;
  const line = `call<${answer}>('${method.toUpperCase()}', ${JSON.stringify(path)}, '${reads}', input)`;
  return `      /** ${summary.replaceAll('*/', '*\\/')} */\n      ${operationId}: (${given}): Promise<${answer}> => ${line},`;
}

type Part = { code: string; required: boolean };

function partOf(name: string, parameters: Parameter[]): Part | null {
  if (parameters.length === 0) return null;
  const required = parameters.some((one) => one.required === true);
  const fields = parameters.map((one) => `${key(one.name)}${one.required === true ? '' : '?'}: ${typeOf(one.schema)}`);
  return { code: `${name}${required ? '' : '?'}: { ${fields.join('; ')} }`, required };
}

function bodyPart(body: Content | undefined): Part | null {
  if (body === undefined) return null;
  const json = body.content?.['application/json'];
  return { code: `body: ${json === undefined ? 'Blob | ArrayBuffer | string' : typeOf(json.schema)}`, required: true };
}

function answerOf(responses: Record<string, Content>): [type: string, reads: 'json' | 'file' | 'nothing'] {
  const contents = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') && content !== undefined ? [content] : [],
  );
  if (contents.length === 0) return ['void', 'nothing'];
  const schemas = contents.flatMap((content) => content['application/json']?.schema ?? []);
  if (schemas.length === 0) return ['Response', 'file'];
  return [[...new Set(schemas.map(typeOf))].join(' | '), 'json'];
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function typeOf(schema: Schema): string {
  const { $ref, type, items, properties, additionalProperties: more, enum: values } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return `(${[...new Set(choices.map(typeOf))].join(' | ')})`;
  if (schema.allOf !== undefined) return `(${schema.allOf.map(typeOf).join(' & ')})`;
  if (Array.isArray(type)) return `(${type.map((one) => typeOf({ ...schema, type: one })).join(' | ')})`;
  if (items !== undefined) return `(${typeOf(items)})[]`;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, inner]) => `${key(name)}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(inner)}`,
    );
    return `{ ${fields.join('; ')} }`;
  }
  if (type === 'object') return `Record<string, ${typeof more === 'object' ? typeOf(more) : 'unknown'}>`;
  return (
    { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }[type ?? ''] ?? 'unknown'
  );
}

const head = `/* A client of the Parley API, written by the installation it came from. Get it again after an upgrade. */

/** The API refused a call. Rely on the code. */
export class ParleyError extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: { field: string; msg: string; id?: string }[];
  constructor(status: number, error: { code: string; message: string; data: { field: string; msg: string }[] }) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.data = error.data;
  }
}

type Input = {
  params?: object;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
  headers?: Record<string, string>;
};
`;

const start = `
/** @param options where the installation is, and an API key */
export function createParley(options: { base: string; key: string }) {
  async function call<T>(method: string, path: string, reads: 'json' | 'file' | 'nothing', input: Input = {}): Promise<T> {
    const values = (input.params ?? {}) as Record<string, string>;
    const url = new URL(path.replace(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')), options.base);
    for (const [name, value] of Object.entries(input.query ?? {})) {
      for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
    }
    const isFile = typeof input.body === 'string' || input.body instanceof Blob || input.body instanceof ArrayBuffer;
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: \`Bearer \${options.key}\`,
        ...(input.body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
        ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
        ...input.headers,
      },
      body: input.body === undefined ? null : isFile ? (input.body as BodyInit) : JSON.stringify(input.body),
    });
    if (!answer.ok) throw new ParleyError(answer.status, ((await answer.json()) as { error: never }).error);
    if (reads === 'file') return answer as T;
    return (reads === 'json' ? await answer.json() : undefined) as T;
  }
  return {`;

const end = '  };\n}\n';
