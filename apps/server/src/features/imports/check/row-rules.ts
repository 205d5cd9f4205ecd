import { cleanName, cutName, nameKey, nameLength } from '@parley/contract/names';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import type { ColumnMapping, CustomField, ImportRules } from '@parley/contract/types';
import { normalizeFieldValue, splitListNames } from '../../contacts/public.ts';
import { parseConsent, parseOptOut } from './consent.ts';
import { type PhoneRules, parsePhoneCell } from './phone-problems.ts';

/** A parsed row. */
export type ImportRow = {
  digits: string;
  key: string;
  /** Empty: the file says nothing. */
  name: string;
  /** By name in lower case, including empty cells. */
  fields: Map<string, string>;
  lists: string[];
  optedInAt: string | null;
  optInSource: string | null;
  optedOutAt: string | null;
};
export type RowProblem = {
  code: 'phone_missing' | 'phone_invalid' | 'duplicate' | 'value' | 'unknown' | 'skipped' | 'merged';
  field: string | null;
  msg: string;
  /** The phone number that the cell may mean. */
  suggestion?: string | null;
  /** The fix that it shares with other rows. */
  fix?: string | null;
  /** The row that had the number first. */
  other_row?: number | null;
};

export type RowContext = {
  /** The columns of each target. */
  columns: RowColumns;
  rules: ImportRules;
  phone: PhoneRules;
  /** By name in lower case. */
  fields: ReadonlyMap<string, Pick<CustomField, 'name' | 'type' | 'choices'> & { no: number }>;
  /** The opt-in time of all rows, if the rules set one. */
  now: string;
};

type Target = ColumnMapping['target'];
export type RowColumns = { of: Record<Exclude<Target, 'ignore' | 'field'>, number[]>; fields: FieldColumn[] };
type FieldColumn = { index: number; field: string; key: string };

export function columnsOf(mapping: readonly ColumnMapping[]): RowColumns {
  const all = (target: Target) => mapping.flatMap((column, index) => (column.target === target ? [index] : []));
  return {
    of: {
      phone: all('phone'),
      phone_code: all('phone_code'),
      name: all('name'),
      first_name: all('first_name'),
      last_name: all('last_name'),
      lists: all('lists'),
      opted_in_at: all('opted_in_at'),
      opt_in_source: all('opt_in_source'),
      opted_out_at: all('opted_out_at'),
    },
    fields: mapping.flatMap(({ target, field }, index) =>
      target === 'field' && field !== undefined ? [{ index, field, key: nameKey(field) }] : [],
    ),
  };
}

/** Google's label for all contacts of an address book: not a list. */
const isAddressBookLabel = '* myContacts';

/** Parses one row, or says what is wrong with it. */
export function parseRow(cells: readonly string[], context: RowContext): ImportRow | RowProblem {
  const { columns, rules } = context;
  const of = (target: keyof RowColumns['of']) => filled(cells, columns.of[target]);
  const [written] = of('phone');
  if (written === undefined) return { code: 'phone_missing', field: 'phone_number', msg: 'There is no phone number.' };
  const digits = parsePhoneCell(written, context.phone, of('phone_code')[0]);
  if (typeof digits !== 'string') return { code: 'phone_invalid', field: 'phone_number', ...digits };
  const fields = new Map<string, string>();
  for (const { index, field, key } of columns.fields) {
    const own = context.fields.get(key);
    const cell = cells[index] ?? '';
    const fitted = own === undefined ? { value: cell } : normalizeFieldValue(own, cell);
    if ('problem' in fitted) return { code: 'value', field, msg: `${field}: ${fitted.problem}` };
    const { value } = fitted;
    if (value.length > mostFieldLength) return tooLong(field, field, mostFieldLength);
    if (value.trim() !== '' || !fields.has(key)) fields.set(key, value.trim() === '' ? '' : value);
  }
  const left = momentOf('opted_out_at', of('opted_out_at')[0], parseOptOut, context.now);
  if (left !== null && typeof left === 'object') return left;
  const agreed = consentOf(of('opted_in_at')[0], left !== null, context);
  if (agreed !== null && typeof agreed === 'object') return agreed;
  const name = cleanName(of('name')[0] ?? [...of('first_name'), ...of('last_name')].join(' '));
  if (nameLength(name) > mostNameLength) return tooLong('name', 'Name', mostNameLength);
  const source = rules.opt_in_source !== undefined && rules.opt_in_source !== '' ? rules.opt_in_source : null;
  return {
    digits,
    key: phoneMatchKey(digits),
    name,
    fields,
    lists: of('lists')
      .flatMap((cell) => splitListNames(cell, rules.list_separator).map((list) => cutName(list, 200)))
      .filter((list) => list !== '' && list !== isAddressBookLabel),
    optedInAt: agreed,
    optInSource: agreed === null ? null : (of('opt_in_source')[0]?.slice(0, 200) ?? source),
    optedOutAt: left,
  };
}

function filled(cells: readonly string[], places: readonly number[]): string[] {
  const found: string[] = [];
  for (const index of places) {
    const cell = (cells[index] ?? '').trim();
    if (cell !== '') found.push(cell);
  }
  return found;
}

/** The longest values of a custom field and of a name, as everywhere else. */
export const [mostFieldLength, mostNameLength] = [2_000, 200];

function tooLong(field: string, title: string, most: number): RowProblem {
  return { code: 'value', field, msg: `${title}: at most ${most.toLocaleString('en')} characters.`, fix: 'shorten' };
}

/** The opt-in time by the column for it; without one, the rule for the whole file, but for those who opted out. */
function consentOf(
  cell: string | undefined,
  optedOut: boolean,
  { columns, rules, now }: RowContext,
): string | null | RowProblem {
  if (columns.of.opted_in_at.length === 0) return rules.opt_in_source && !optedOut ? now : null;
  return momentOf('opted_in_at', cell, parseConsent, now);
}

function momentOf(
  field: string,
  cell: string | undefined,
  parse: (cell: string, now: string) => string | null | undefined,
  now: string,
): string | null | RowProblem {
  const moment = cell === undefined ? null : parse(cell, now);
  if (moment !== undefined) return moment;
  return { code: 'value', field, msg: `“${cell?.slice(0, 100)}” is not yes, no or a date like 2027-03-31.` };
}

/** A contact as it is, as far as an import changes it. Fields by number. */
export type KnownContact = {
  name: string;
  custom_fields: Record<string, string>;
  opted_in_at: string | null;
  opt_in_source: string | null;
  opted_out_at: string | null;
};
/** The same of one that exists, with the latest time that an opt-out of it was lifted. */
export type ExistingContact = KnownContact & { lifted_at: string | null };

export const unknownContact: KnownContact = {
  name: '',
  custom_fields: {},
  opted_in_at: null,
  opt_in_source: null,
  opted_out_at: null,
};

/**
 * A contact after a row is applied to it.
 * @param existing null for a new contact
 * @returns null when nothing changes
 */
export function mergeRow(
  existing: ExistingContact | null,
  row: ImportRow,
  rules: Pick<ImportRules, 'conflict' | 'blanks'>,
  numberOf: (name: string) => number | undefined,
): KnownContact | null {
  const before: KnownContact = existing ?? unknownContact;
  const takes = (was: string | null | undefined, given: string): boolean => {
    const isEmpty = was === null || was === undefined || was === '';
    if (given === '') return !isEmpty && rules.conflict === 'overwrite' && rules.blanks === 'clear';
    if (isEmpty) return existing === null || rules.conflict !== 'keep';
    return rules.conflict === 'overwrite' && was !== given;
  };
  const after: KnownContact = { ...before, custom_fields: { ...before.custom_fields } };
  if (row.name !== '' && takes(before.name, row.name)) after.name = row.name;
  for (const [name, value] of row.fields) {
    const no = numberOf(name);
    if (no === undefined || !takes(before.custom_fields[no], value)) continue;
    if (value === '') delete after.custom_fields[no];
    else after.custom_fields[no] = value;
  }
  // An agreement that is known is older and better than one that a file brings along.
  if (row.optedInAt !== null && before.opted_in_at === null) {
    after.opted_in_at = row.optedInAt;
    after.opt_in_source = row.optInSource;
  }
  // A file can tell that a contact opted out, never that it opted in again: only a later word of its own does.
  const lifted = existing?.lifted_at ?? null;
  if (row.optedOutAt !== null && before.opted_out_at === null && (lifted === null || row.optedOutAt > lifted))
    after.opted_out_at = row.optedOutAt;
  const same =
    after.name === before.name &&
    after.opted_in_at === before.opted_in_at &&
    after.opt_in_source === before.opt_in_source &&
    after.opted_out_at === before.opted_out_at &&
    sameMap(after.custom_fields, before.custom_fields);
  return same && existing !== null ? null : after;
}

function sameMap(a: Record<string, string>, b: Record<string, string>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** Which numbers a file has had, and in which row: two million take 48 MB. Match keys are digits, below 2^53. */
export class SeenNumbers {
  private keys = new Float64Array(1 << 16);
  private rows = new Int32Array(1 << 16);
  private size = 0;

  /** @returns the row that had the number before, or null */
  add(key: string, row: number): number | null {
    if (this.size * 2 >= this.keys.length) this.grow();
    return this.put(Number(key), row);
  }

  private put(key: number, row: number): number | null {
    const mask = this.keys.length - 1;
    let at = (key % 2_147_483_647) & mask;
    for (;;) {
      const there = this.keys[at] ?? 0;
      if (there === key) return this.rows[at] ?? 0;
      if (there === 0) break;
      at = (at + 1) & mask;
    }
    this.keys[at] = key;
    this.rows[at] = row;
    this.size++;
    return null;
  }

  private grow(): void {
    const [keys, rows] = [this.keys, this.rows];
    this.keys = new Float64Array(keys.length * 2);
    this.rows = new Int32Array(keys.length * 2);
    this.size = 0;
    for (const [index, key] of keys.entries()) if (key !== 0) this.put(key, rows[index] ?? 0);
  }
}
