import type { Language } from '@parley/contract/languages';
import { isOurText } from '@parley/contract/our-text';
import { z } from 'zod';
import { translate } from './translate.ts';

const fields = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** The body of an answer, with the sentences of the server in it, also stored ones, in the language of the caller. */
export function translateAnswer(language: Language, schema: z.ZodType, body: unknown): unknown {
  if (language === 'en') return body;
  const known = fields.get(schema) ?? fieldsIn(schema);
  fields.set(schema, known);
  return known.size === 0 ? body : translated(language, known, JSON.parse(JSON.stringify(body)), false);
}

/** The names of the fields that are sentences of the server. */
function fieldsIn(schema: z.ZodType): ReadonlySet<string> {
  const names = new Set<string>();
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    reused: 'inline',
    override({ zodSchema, path }) {
      if (!isOurText(zodSchema)) return;
      names.add(String(path[path.lastIndexOf('properties') + 1]));
    },
  });
  return names;
}

function translated(language: Language, names: ReadonlySet<string>, value: unknown, isOurs: boolean): unknown {
  if (typeof value === 'string') return isOurs ? translate(language, value) : value;
  if (Array.isArray(value)) return value.map((item) => translated(language, names, item, isOurs));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, translated(language, names, item, names.has(name))]),
  );
}
