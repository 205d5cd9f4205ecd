import { nameKey } from '@parley/contract/names';
import type { VariableSource } from '@parley/contract/types';
import { variablesIn } from '@parley/contract/variables';
import type { Parameters, TableContext } from '../../contacts/public.ts';
import type { ResolvedAudience } from './audience-query.ts';

/* What JavaScript's trim takes away: who has no value is the same here and where values are put in. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** The field of the account that a source names, as `mergeValue` finds it. */
function fieldOf(name: string, context: TableContext) {
  const field = context.fields.get(nameKey(name));
  return field === undefined || field.hidden || field.name !== name ? null : field;
}

/** SQL that tests whether the contact `p` lacks a sendable value for a variable: `FIX VALUE`. */
export function missingValueTest(
  source: VariableSource | undefined,
  { context, file }: Pick<ResolvedAudience, 'context' | 'file'>,
  parameters: Parameters,
): string {
  if (source === undefined) return 'true';
  const own = () => {
    if ('column' in source) return columnTest(source.column, file?.columns ?? [], parameters);
    if ('field' in source) return fieldTest(source.field, context, parameters);
    return textTest(source.value, context, parameters);
  };
  return `(${own()}) and (${textTest(source.fallback ?? '', context, parameters)})`;
}

/** The same of a column of the audience's file. */
function columnTest(name: string, columns: readonly string[], parameters: Parameters): string {
  const at = columns.indexOf(name);
  if (at === -1) return 'true';
  const value = `btrim(coalesce(p.cells[${at + 1}], ''), ${parameters.add(blanks)}::text)`;
  return `${value} = ''`;
}

/** The same of a text with variables in it. */
function textTest(text: string, context: TableContext, parameters: Parameters): string {
  const trimmed = text.trim();
  if (trimmed === '') return 'true';
  return (
    variablesIn(trimmed)
      .map((name) => `(${fieldTest(name, context, parameters)})`)
      .join(' or ') || 'false'
  );
}

/** The same for one field of a contact. PostgreSQL would refuse a parameter that no test uses. */
function fieldTest(name: string, context: TableContext, parameters: Parameters): string {
  const blank = () => `${parameters.add(blanks)}::text`;
  switch (name) {
    case 'NAME':
    case 'FIRST_NAME':
      return `btrim(p.name, ${blank()}) = ''`;
    case 'LAST_NAME': {
      const each = blank();
      return `translate(btrim(p.name, ${each}), ${each}, '') = btrim(p.name, ${each})`;
    }
    case 'PHONE_NUMBER':
      return 'p.phone_number is null';
  }
  const field = fieldOf(name, context);
  if (field === null) return 'true';
  const no = parameters.add(String(field.no));
  return `btrim(coalesce(p.custom_fields->>${no}::text, ''), ${blank()}) = ''`;
}
