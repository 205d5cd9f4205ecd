import { foldText } from '@parley/contract/fold-text';
import { nameKey } from '@parley/contract/names';
import { phoneForms } from '@parley/contract/phone-forms';
import type { Filter, FilterCondition } from '@parley/contract/types';
import { isUuid } from '../../../platform/ids.ts';
import {
  escapeLike,
  type FilterContext,
  filteredDigits,
  lastCampaignTest,
  lastCharacter,
  momentOf,
  numberBeginsWith,
  type Parameters,
} from './filter-repo.ts';
import { customNameOf } from './filter-rules.ts';
import { isOut } from './recipient-stages.ts';

/*
 * A scan of all contacts in order does not find rare matches. Each access path here selects, cheaply through an
 * index, a superset of what a filter matches: `select … as id`, without its limit. The filter itself is applied to
 * the result.
 */

/**
 * Selects that each return a superset of the filter; none when only a scan can answer it.
 * @param most the maximum number of ids that the caller accepts in total; null: whole sets, and only those from an
 * index alone
 */
export function accessPaths(
  filter: Filter,
  context: FilterContext,
  parameters: Parameters,
  most: number | null,
): string[] {
  if ('all' in filter) return filter.all.flatMap((part) => accessPaths(part, context, parameters, most));
  if ('any' in filter) {
    const parts = filter.any.map((part) => accessPaths(part, context, parameters, most)[0]);
    if (parts.length === 0 || parts.some((part) => part === undefined)) return [];
    const end = most === null ? '' : ` limit ${most}`;
    return [`select u.id from (${parts.map((part) => `(${part}${end})`).join(' union ')}) u`];
  }
  const path = accessPath(filter, context, parameters, most);
  return path === null ? [] : [path];
}

const ofContacts = (test: string) =>
  `select c.id from contacts c where c.client_id = $1 and c.deleted_at is null and ${test}`;

function accessPath(
  condition: FilterCondition,
  context: FilterContext,
  parameters: Parameters,
  most: number | null,
): string | null {
  const { field, op } = condition;
  const typed = condition.value?.trim() ?? '';
  const custom = customNameOf(field);
  const value = field === 'name' || custom !== null ? foldText(typed) : typed.toLowerCase();
  if (custom !== null) return customFieldAccessPath(custom, condition, value, context, parameters, most);
  const between = (column: string) =>
    `c.${column} >= ${parameters.add(value)} and c.${column} < ${parameters.add(value + lastCharacter)}`;
  switch (field) {
    case 'list':
      return op === 'in_list' && isUuid(value) ? listAccessPath(value, parameters) : null;
    case 'name':
      if (op === 'is') return ofContacts(`c.sort_name = ${parameters.add(value)}`);
      if (op === 'begins_with') return ofContacts(between('sort_name'));
      return op === 'contains' ? containsAccessPath(value, parameters, most) : null;
    case 'phone_number': {
      const digits = filteredDigits(value);
      if (context.masked || digits === '') return null;
      if (op === 'is') return ofContacts(`c.phone_number = any(${parameters.add(phoneForms(digits))}::text[])`);
      if (op === 'begins_with') return ofContacts(numberBeginsWith(digits, 'c.phone_number', parameters));
      return op === 'contains' ? containsAccessPath(digits, parameters, most) : null;
    }
    case 'username':
      if (op === 'is_empty' || op === 'is_not' || op === 'not_contains') return null;
      return ofContacts('c.username is not null');
    case 'origin':
      return op === 'is' ? ofContacts(`c.origin = ${parameters.add(value.toUpperCase())}`) : null;
    case 'last_campaign':
      return lastCampaignAccessPath(op, value, parameters);
    case 'opt_in_source':
      return sourceAccessPath(op, value, parameters);
    case 'opted_in_at':
    case 'opted_out_at':
    case 'created_at':
      return timeAccessPath(field, op, momentOf(typed, context.timeZone), parameters);
    default:
      return null;
  }
}

export function listAccessPath(listId: string, parameters: Parameters): string {
  return `select m.contact_id as id from contact_list_members m
    where m.client_id = $1 and m.contact_list_id = ${parameters.add(listId)}::uuid`;
}

/** By a text within names, numbers and usernames; shorter than three characters it matches too many. */
export function containsAccessPath(text: string, parameters: Parameters, most: number | null): string | null {
  return most === null || [...text].length < 3 ? null : likeAccessPath([`%${escapeLike(text)}%`], parameters, most);
}

/** Contacts whose search text matches one of the patterns; trashed ones only when asked for. */
export function likeAccessPath(
  patterns: readonly string[],
  parameters: Parameters,
  most: number,
  { trash = false } = {},
): string {
  return `select f.id from contacts_like($1, ${parameters.add(patterns)}::text[], ${trash}, ${most}) f(id)`;
}

function timeAccessPath(field: string, op: string, moment: string | null, parameters: Parameters): string | null {
  if (op === 'is_not_empty' && field !== 'created_at') return ofContacts(`c.${field} is not null`);
  // Relative times and invalid values are left to the filter.
  if ((op !== 'before' && op !== 'after') || moment === null) return null;
  const than = op === 'before' ? '<' : '>=';
  return ofContacts(`c.${field} is not null and c.${field} ${than} ${parameters.add(moment)}::timestamptz`);
}

/** By the state of the last campaign message. */
function lastCampaignAccessPath(op: string, value: string, parameters: Parameters): string | null {
  const all = 'select l.contact_id as id from contact_newest_campaigns l where l.client_id = $1';
  // Most are of this kind, and an index does not tell who read: each is looked up.
  if (op === 'is') return isOut(value) ? all : `${all} and ${lastCampaignTest(value, parameters)}`;
  return op === 'is_not_empty' ? all : null;
}

/** The maximum number of distinct values to skip through; rows beyond them are all returned. */
const maxDistinctValues = 2_000;

/**
 * Few values of a column are shared by many contacts: the matching values are found first, by skipping through an
 * index over the column.
 * @param test of `w.word`
 */
function distinctValuesAccessPath(column: 'opt_in_source' | 'filled_fields', test: string): string {
  const there = `c.client_id = $1 and c.deleted_at is null and c.${column} is not null`;
  const next = (after: string) =>
    `(select c.${column} from contacts c where ${there} ${after} order by c.${column} limit 1)`;
  return `select x.id from (
      with recursive words(word, step) as (
        select s.word, 1 from (select ${next('')} as word) s
        union all
        select ${next(`and c.${column} > words.word`)}, words.step + 1 from words where words.word is not null and words.step < ${maxDistinctValues}
      )
      select c.id from words w join contacts c on ${there} and c.${column} = w.word where w.word is not null and ${test}
      union all
      select c.id from words w join contacts c on ${there} and c.${column} > w.word where w.step = ${maxDistinctValues} and w.word is not null) x`;
}

/** Contacts without a value for a custom field, and those with too many values to be listed in `filled_fields`. */
function missingFieldAccessPath(no: number, parameters: Parameters): string {
  const lacking = distinctValuesAccessPath(
    'filled_fields',
    `position(${parameters.add(filledFieldToken(no))} in w.word) = 0`,
  );
  return `select y.id from (${lacking} union all ${ofContacts('c.filled_fields is null')}) y`;
}

/** The form of a field in `filled_fields`. */
export const filledFieldToken = (no: number) => ` ${no} `;

/** By the opt-in source. */
function sourceAccessPath(op: string, value: string, parameters: Parameters): string | null {
  const source = 'lower(w.word)';
  const given = parameters.add(value);
  const tests: Record<string, string> = {
    is: `${source} = ${given}`,
    contains: `position(${given} in ${source}) > 0`,
    begins_with: `position(${given} in ${source}) = 1`,
    is_not_empty: `${given}::text is not null`,
  };
  const test = tests[op];
  if (test === undefined) {
    parameters.values.pop();
    return null;
  }
  return distinctValuesAccessPath('opt_in_source', test);
}

function customFieldAccessPath(
  name: string,
  { op }: FilterCondition,
  value: string,
  context: FilterContext,
  parameters: Parameters,
  most: number | null,
): string | null {
  const row = context.fields.get(nameKey(name));
  if (row === undefined) return null;
  const where = (test: () => string) => {
    const no = parameters.add(row.no);
    return `select v.contact_id as id from contact_field_values v where v.client_id = $1 and v.field_no = ${no}::int and ${test()}`;
  };
  switch (op) {
    case 'is':
      return where(() => `v.value_text = ${parameters.add(value)}`);
    case 'begins_with':
      return where(
        () => `v.value_text >= ${parameters.add(value)} and v.value_text < ${parameters.add(value + lastCharacter)}`,
      );
    case 'before':
    case 'after':
      return where(() => `v.value_text ${op === 'before' ? '<' : '>='} ${parameters.add(value)}`);
    case 'is_empty':
      return missingFieldAccessPath(row.no, parameters);
    case 'is_not_empty':
      return where(() => `v.value_text > ''`);
    case 'less_than':
    case 'more_than': {
      const number = Number(value);
      if (value === '' || !Number.isFinite(number)) return null;
      return where(() => `v.value_number ${op === 'less_than' ? '<' : '>'} ${parameters.add(number)}::float8`);
    }
    case 'contains':
      if (most === null || [...value].length < 3) return null;
      return `select f.id from field_values_with_fragment($1, ${parameters.add(row.no)}::int, ${parameters.add(value)}, ${most}) f(id)`;
    default:
      return null;
  }
}
