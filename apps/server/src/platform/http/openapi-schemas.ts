import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What has a name of its own: the kinds that a generated client makes a type of. */
const namedKinds = new Set(['object', 'union']);

/** Names of schemas beside what they say of themselves. */
class Names extends z.core.$ZodRegistry<{ id?: string }> {
  override get(schema: z.core.$ZodType) {
    const own = super.get(schema);
    const said = z.globalRegistry.get(schema);
    return own === undefined && said === undefined ? undefined : { ...said, ...own };
  }
}

/** The schemas that the contract exports, by the name of their export: `savedReport` is `SavedReport`. */
async function namedSchemas(): Promise<Names> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@parley/contract')));
  const names = new Names();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()) {
    const module = (await import(join(folder, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (!(value instanceof z.ZodType) || !namedKinds.has(value.def.type) || names.has(value)) continue;
      names.add(value, { id: `${name.charAt(0).toUpperCase()}${name.slice(1)}` });
    }
  }
  return names;
}

export type JsonSchema = Record<string, unknown>;
type Direction = 'input' | 'output';

export type SchemaWriter = {
  /** A schema as JSON Schema, which refers to those of the contract by their names. */
  write(schema: z.core.$ZodType, io: Direction): JsonSchema;
  /** Those that were referred to so far, by their names. */
  components(): Record<string, JsonSchema>;
};

const reference = /"\$ref":"#\/(?:\$defs|components\/schemas)\/(\w+)"/g;
const options = { unrepresentable: 'any' } as const;

/**
 * Where a schema takes in something else than it gives out, as with defaults, and the answers have it too, what is taken
 * in has a name of its own: `RuleInput`.
 */
export async function createSchemaWriter(answers: readonly z.core.$ZodType[]): Promise<SchemaWriter> {
  const names = await namedSchemas();
  const uri = (id: string) => `#/components/schemas/${id}`;
  const all = (io: Direction) => z.toJSONSchema(names, { ...options, io, uri }).schemas as Record<string, JsonSchema>;
  const named = { input: all('input'), output: all('output') };
  const differing = namesOfDiffering(named);
  const json = (schema: z.core.$ZodType, io: Direction) =>
    z.toJSONSchema(schema, { ...options, io, metadata: names }) as JsonSchema;
  const answered = new Set<string>();
  const follow = (part: JsonSchema) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(reference)) {
      if (answered.has(name)) continue;
      answered.add(name);
      follow(named.output[name] ?? {});
    }
  };
  for (const schema of answers) follow(json(schema, 'output'));
  const used = new Map<string, JsonSchema>();

  const rewrite = (part: JsonSchema, io: Direction): JsonSchema => {
    const { $schema: _dialect, $id: _id, $defs: _defs, ...own } = part;
    const text = JSON.stringify(own).replaceAll(reference, (_whole, name: string) => {
      const shown = io === 'input' && differing.has(name) && answered.has(name) ? `${name}Input` : name;
      if (!used.has(shown)) {
        used.set(shown, {});
        used.set(shown, rewrite(named[io][name] ?? {}, io));
      }
      return `"$ref":"${uri(shown)}"`;
    });
    return JSON.parse(text) as JsonSchema;
  };
  return {
    write: (schema, io) => rewrite(json(schema, io), io),
    components: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The names whose schemas differ by direction, or refer to one that does. */
function namesOfDiffering({ input, output }: Record<Direction, Record<string, JsonSchema>>): ReadonlySet<string> {
  const texts = Object.keys(output).map((name) => ({
    name,
    text: JSON.stringify(output[name]),
    inputText: JSON.stringify(input[name]),
  }));
  const found = new Set(texts.filter(({ text, inputText }) => text !== inputText).map(({ name }) => name));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { name, text } of texts) {
      if ([...text.matchAll(reference)].some(([, other = '']) => found.has(other))) found.add(name);
    }
  }
  return found;
}
