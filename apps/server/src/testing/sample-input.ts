/** What JSON Schema says of a place in a call's input; only what samples need. */
export type Shape = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  prefixItems?: Shape[];
  minItems?: number;
  minLength?: number;
  minimum?: number;
  format?: string;
  $defs?: Record<string, Shape>;
};

const ofFormat: Record<string, string> = {
  uuid: '01920000-0000-7000-8000-000000000000',
  email: 'sample@kestrel.example',
  uri: 'https://kestrel.example/x',
  'date-time': '2026-11-01T10:00:00.000Z',
  date: '2026-11-01',
};

/** A value of the shape with all its fields, also the optional ones, as deep as `depth`. */
export function sampleOf(shape: Shape, root: Shape, depth = 8): unknown {
  const at = shape.$ref === undefined ? shape : (root.$defs?.[shape.$ref.replace('#/$defs/', '')] ?? root);
  if (depth < 0) return null;
  if (at.const !== undefined) return at.const;
  if (at.enum !== undefined) return at.enum[0];
  const [first] = at.anyOf ?? at.oneOf ?? at.allOf ?? [];
  if (first !== undefined) return sampleOf(first, root, depth - 1);
  const type = Array.isArray(at.type) ? at.type[0] : at.type;
  if (type === 'object') {
    const fields = Object.entries(at.properties ?? {});
    return Object.fromEntries(fields.map(([name, inner]) => [name, sampleOf(inner, root, depth - 1)]));
  }
  if (type === 'array') {
    return (at.prefixItems ?? [at.items ?? {}]).map((inner) => sampleOf(inner, root, depth - 1));
  }
  if (type === 'integer' || type === 'number') return Math.max(1, at.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return ofFormat[at.format ?? ''] ?? 'sample'.repeat(Math.ceil(Math.max(1, at.minLength ?? 1) / 6));
}

/** Copies of a value, each with one place exchanged for one of the odd values. */
export function* withOddValues(value: unknown, odd: readonly unknown[]): Generator<{ path: string; value: unknown }> {
  for (const one of odd) yield { path: '', value: one };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const { path, value: changed } of withOddValues(inner, odd)) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      (copy as Record<string, unknown>)[name] = changed;
      yield { path: path === '' ? name : `${name}.${path}`, value: copy };
    }
  }
}
