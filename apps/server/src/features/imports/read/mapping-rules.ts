import { createHash } from 'node:crypto';
import { cleanName, cutName, nameKey } from '@parley/contract/names';
import type { ColumnMapping } from '@parley/contract/types';
import { isReservedName } from '@parley/contract/variables';
import { isConsent, isOptOut } from '../check/consent.ts';
import { columnNames, phoneNameStrength, plain } from './column-words.ts';
import { findPhoneColumn } from './phone-column.ts';

/** Columns of our own exports that an import does not set. */
const ownExtras = ['created at'];

/** Exports of other tools, by columns that only they have. */
const tools: ReadonlyArray<{
  name: string;
  marks: readonly string[];
  /** There are no others. */
  isAll?: boolean;
  columns: Record<string, ColumnMapping['target']>;
}> = [
  {
    name: 'WATI',
    marks: ['whatsapp number', 'allow broadcast'],
    columns: { 'whatsapp number': 'phone', 'allow broadcast': 'ignore', 'allow sms': 'ignore' },
  },
  ...['allowbroadcast', 'allowcampaign'].map((mark) => ({
    name: 'WATI',
    marks: ['countrycode', 'phone', mark],
    columns: { countrycode: 'phone_code', [mark]: 'ignore', allowsms: 'ignore' } as const,
  })),
  {
    name: 'respond.io',
    marks: ['phone number', 'assignee', 'lifecycle'],
    columns: { 'contact id': 'ignore', assignee: 'ignore', lifecycle: 'field', 'conversation status': 'ignore' },
  },
  {
    name: 'Chatwoot',
    marks: ['phone number', 'identifier', 'company name'],
    columns: { id: 'ignore', identifier: 'ignore', labels: 'lists' },
  },
  {
    name: 'Chatwoot',
    marks: ['id', 'name', 'email', 'phone number', 'labels'],
    columns: { id: 'ignore', labels: 'lists' },
  },
  { name: 'Chatwoot', marks: ['id', 'name', 'email', 'phone number'], isAll: true, columns: { id: 'ignore' } },
  {
    name: 'Google Contacts',
    marks: ['given name', 'family name', 'phone 1 value'],
    columns: {
      'phone 1 type': 'ignore',
      'e mail 1 type': 'ignore',
      'name prefix': 'ignore',
      'name suffix': 'ignore',
      photo: 'ignore',
    },
  },
  {
    name: 'Google Contacts',
    marks: ['first name', 'last name', 'phone 1 value'],
    columns: { 'phone 1 label': 'ignore', 'e mail 1 label': 'ignore', photo: 'ignore', labels: 'lists' },
  },
];

export type Suggested = { suggestion: ColumnMapping; confidence: number };
type Described = { name: string; samples: readonly string[] };

/** A column may be called consent, or code, and say something else: then it is a field. */
function fits(target: ColumnMapping['target'], samples: readonly string[]): boolean {
  if (target === 'opted_in_at') return samples.every(isConsent);
  // One odd cell must not turn opt-outs into a field that stops nothing: it is a problem of its row.
  if (target === 'opted_out_at') return samples.length === 0 || samples.some(isOptOut);
  return target !== 'phone_code' || samples.every((sample) => /^(?:(?:\+|00)?\d{1,4}|[a-z]{2})?$/i.test(sample.trim()));
}

function findTool(keys: readonly string[]) {
  return tools.find(
    ({ marks, isAll }) => marks.every((mark) => keys.includes(mark)) && (!isAll || keys.length === marks.length),
  );
}

/** The tool that wrote a file with these columns; null for others. */
export function toolOf(columns: readonly { name: string }[]): string | null {
  return findTool(columns.map(({ name }) => plain(name)))?.name ?? null;
}

/** The target of a column by its name alone; where only one of two parts of a name is called so, the other is "name". */
function targetOf(key: string, keys: readonly string[]): keyof typeof columnNames | null {
  const is = (target: keyof typeof columnNames, name: string) => columnNames[target].has(name);
  const target = (Object.keys(columnNames) as (keyof typeof columnNames)[]).find((one) => is(one, key)) ?? null;
  if (target !== 'name') return target;
  const has = (part: 'first_name' | 'last_name') => keys.some((name) => is(part, name));
  if (has('first_name') === has('last_name')) return target;
  return has('first_name') ? 'last_name' : 'first_name';
}

/**
 * Suggests a mapping by the names of columns, the tool that wrote the file, and the values. No two columns get the same
 * field.
 * @param country ISO code, for numbers without a country code
 * @param known names of the account's own fields
 */
export function suggestMapping(columns: readonly Described[], country: string, known: readonly string[]): Suggested[] {
  const keys = columns.map(({ name }) => plain(name));
  const toolColumns = findTool(keys)?.columns ?? {};
  const byTool = keys.map((key) => (Object.hasOwn(toolColumns, key) ? toolColumns[key] : undefined));
  const phone = byTool.includes('phone') ? byTool.indexOf('phone') : findPhoneColumn(columns, country);
  const taken = new Set<string>();
  /** @returns whether it was free */
  const take = (what: string) => !taken.has(what) && taken.add(what) !== undefined;
  const field = (name: string, confidence: number): Suggested => {
    const whole = cleanName(name.toWellFormed());
    for (let count = 1; ; count++) {
      const end = count === 1 ? '' : ` ${count}`;
      const own = `${cutName(whole, 40 - end.length)}${end}`;
      if (take(`field ${nameKey(own)}`)) return { suggestion: { target: 'field', field: own }, confidence };
    }
  };
  return columns.map(({ name, samples }, index): Suggested => {
    const key = keys[index] ?? '';
    if (index === phone)
      return { suggestion: { target: 'phone' }, confidence: phoneNameStrength(name) >= 2 ? 0.9 : 0.7 };
    const fromTool = byTool[index];
    if (fromTool === 'ignore') return { suggestion: { target: 'ignore' }, confidence: 1 };
    if (fromTool !== undefined && fromTool !== 'field' && take(fromTool))
      return { suggestion: { target: fromTool }, confidence: 1 };
    const own = known.find((one) => plain(one) === key);
    if (own !== undefined) return field(own, 1);
    const target = fromTool === 'field' ? null : targetOf(key, keys);
    if (target !== null && fits(target, samples) && take(target)) return { suggestion: { target }, confidence: 0.9 };
    const empty = samples.every((sample) => sample.trim() === '');
    if (empty || key === '' || ownExtras.includes(key) || isReservedName(name))
      return { suggestion: { target: 'ignore' }, confidence: 0.6 };
    return field(name, 0.4);
  });
}

/** By which a later file with the same columns is known again. */
export function headerHash(names: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(names.map(plain)))
    .digest();
}
