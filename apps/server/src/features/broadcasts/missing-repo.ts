import { primaryVariables } from '@parley/contract/merge';
import type { SlotSource } from '@parley/contract/types';
import type { Parameters, TableContext } from '../contacts/public.ts';

/* What JavaScript's trim takes away: who has no value is the same here and where values are put in. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** The field of the account that a source names, as `mergeValue` finds it. */
export function fieldOf(name: string, context: TableContext) {
  const field = context.fields.get(name.toLowerCase());
  return field === undefined || field.hidden || field.name !== name ? null : field;
}

/** Whether a source can have a value for anybody. */
export function isKnownSource(source: SlotSource, context: TableContext): boolean {
  if (!('field' in source)) return source.value.trim() !== '' || (source.fallback?.trim() ?? '') !== '';
  return (primaryVariables as readonly string[]).includes(source.field) || fieldOf(source.field, context) !== null;
}

/** SQL that tests of the person `p` whether a variable would stay without a value: `FIX VALUE`. */
export function missingTest(source: SlotSource | undefined, context: TableContext, parameters: Parameters): string {
  if (source === undefined) return 'true';
  if ((source.fallback?.trim() ?? '') !== '') return 'false';
  if (!('field' in source)) return source.value.trim() === '' ? 'true' : 'false';
  const blank = `${parameters.add(blanks)}::text`;
  const trimmed = `btrim(p.name, ${blank})`;
  switch (source.field) {
    case 'NAME':
    case 'FIRST_NAME':
      return `${trimmed} = ''`;
    case 'LAST_NAME':
      return `translate(${trimmed}, ${blank}, '') = ${trimmed}`;
    case 'PHONE_NUMBER':
      return 'p.phone_number is null';
  }
  const field = fieldOf(source.field, context);
  if (field === null) return 'true';
  return `btrim(coalesce(p.custom_fields->>${parameters.add(String(field.no))}::text, ''), ${blank}) = ''`;
}
