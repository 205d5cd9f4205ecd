import type { Filter, FilterCondition } from '@parley/contract/types';
import { isUuid } from '../../platform/ids.ts';
import { type FilterContext, lastCharacter, type Parameters } from './filter-repo.ts';
import { customNameOf } from './filter-rules.ts';

/*
 * What matches few is not found by walking through all contacts in order. Each road here names, through an index and
 * cheaply, a superset of what a filter means: `select … as id`, with the limit still to be added. The filter itself is
 * tested on what they name.
 */

/**
 * Texts of selects that each name a superset; none: nothing can be named without a walk.
 * @param most how many a caller would take at all; null: whole sets, and then only those that an index alone gives
 */
export function narrowRoads(
  filter: Filter,
  context: FilterContext,
  parameters: Parameters,
  most: number | null,
): string[] {
  if ('all' in filter) return filter.all.flatMap((part) => narrowRoads(part, context, parameters, most));
  if ('any' in filter) {
    const parts = filter.any.map((part) => narrowRoads(part, context, parameters, most)[0]);
    if (parts.length === 0 || parts.some((part) => part === undefined)) return [];
    const end = most === null ? '' : ` limit ${most}`;
    return [`select u.id from (${parts.map((part) => `(${part}${end})`).join(' union ')}) u`];
  }
  const road = roadOf(filter, context, parameters, most);
  return road === null ? [] : [road];
}

const ofContacts = (test: string) =>
  `select c.id from contacts c where c.client_id = $1 and c.deleted_at is null and ${test}`;

function roadOf(
  condition: FilterCondition,
  context: FilterContext,
  parameters: Parameters,
  most: number | null,
): string | null {
  const { field, op } = condition;
  const value = condition.value?.trim().toLowerCase() ?? '';
  const custom = customNameOf(field);
  if (custom !== null) return customRoad(custom, condition, value, context, parameters, most);
  const between = (column: string) =>
    `c.${column} >= ${parameters.add(value)} and c.${column} < ${parameters.add(value + lastCharacter)}`;
  switch (field) {
    case 'list':
      return op === 'in_list' && isUuid(value) ? listRoad(value, parameters) : null;
    case 'name':
      if (op === 'is') return ofContacts(`c.sort_name = ${parameters.add(value)}`);
      if (op === 'begins_with') return ofContacts(between('sort_name'));
      return op === 'contains' ? fragmentRoad(value, parameters, most) : null;
    case 'phone_number': {
      const digits = value.replaceAll(/\D/g, '');
      if (context.masked || digits === '') return null;
      if (op === 'is') return ofContacts(`c.phone_number = ${parameters.add(digits)}`);
      if (op === 'begins_with') {
        const [from, to] = [parameters.add(digits), parameters.add(digits + lastCharacter)];
        return ofContacts(`c.phone_number >= ${from} and c.phone_number < ${to}`);
      }
      return op === 'contains' ? fragmentRoad(digits, parameters, most) : null;
    }
    case 'username':
      if (op === 'is_empty' || op === 'is_not' || op === 'not_contains') return null;
      return ofContacts('c.username is not null');
    case 'origin':
      return op === 'is' ? ofContacts(`c.origin = ${parameters.add(value.toUpperCase())}`) : null;
    case 'last_campaign':
      return lastCampaignRoad(op, value, parameters);
    case 'opt_in_source':
      return sourceRoad(op, value, parameters);
    case 'opted_in_at':
    case 'opted_out_at':
    case 'created_at':
      return timeRoad(field, op, value, parameters);
    default:
      return null;
  }
}

export function listRoad(listId: string, parameters: Parameters): string {
  return `select m.contact_id as id from contact_list_members m
    where m.client_id = $1 and m.contact_list_id = ${parameters.add(listId)}::uuid`;
}

/** By letters or digits in the middle of names, numbers and usernames; shorter ones say too little. */
export function fragmentRoad(text: string, parameters: Parameters, most: number | null): string | null {
  if (most === null || [...text].length < 3) return null;
  return `select f.id from contacts_with_fragment($1, ${parameters.add(text)}, ${most}) f(id)`;
}

function timeRoad(field: string, op: string, value: string, parameters: Parameters): string | null {
  if (op === 'is_not_empty' && field !== 'created_at') return ofContacts(`c.${field} is not null`);
  // Anything else than a day or a moment is told by the filter itself, or counted back from now.
  if ((op !== 'before' && op !== 'after') || !/^\d{4}-\d{2}-\d{2}(?:$|t)/.test(value)) return null;
  const moment = new Date(value.toUpperCase());
  if (Number.isNaN(moment.getTime())) return null;
  const than = op === 'before' ? '<' : '>=';
  return ofContacts(
    `c.${field} is not null and c.${field} ${than} ${parameters.add(moment.toISOString())}::timestamptz`,
  );
}

/** By what became of the last broadcast somebody was sent. */
function lastCampaignRoad(op: string, value: string, parameters: Parameters): string | null {
  const all = 'select l.contact_id as id from contact_last_campaigns l where l.client_id = $1';
  if (op === 'is') return `${all} and l.state = ${parameters.add(value.toUpperCase())}`;
  return op === 'is_not_empty' ? all : null;
}

/** Words of a column are stepped through to so many; those behind are all named. */
const mostWords = 2_000;

/**
 * Few words of a column are shared by many contacts: which of them match is asked first, stepping from one to the next by an
 * index over the column.
 * @param test of `w.word`
 */
function wordsRoad(column: 'opt_in_source' | 'filled_fields', test: string): string {
  const there = `c.client_id = $1 and c.deleted_at is null and c.${column} is not null`;
  const next = (after: string) =>
    `(select c.${column} from contacts c where ${there} ${after} order by c.${column} limit 1)`;
  return `select x.id from (
      with recursive words(word, step) as (
        select s.word, 1 from (select ${next('')} as word) s
        union all
        select ${next(`and c.${column} > words.word`)}, words.step + 1 from words where words.word is not null and words.step < ${mostWords}
      )
      select c.id from words w join contacts c on ${there} and c.${column} = w.word where w.word is not null and ${test}
      union all
      select c.id from words w join contacts c on ${there} and c.${column} > w.word where w.step = ${mostWords} and w.word is not null) x`;
}

/** Who has no value for a field of the account; who has so many values that they are not counted may lack it too. */
function lackingRoad(no: number, parameters: Parameters): string {
  const lacking = wordsRoad('filled_fields', `position(${parameters.add(fieldMark(no))} in w.word) = 0`);
  return `select y.id from (${lacking} union all ${ofContacts('c.filled_fields is null')}) y`;
}

/** How a field stands in `filled_fields`. */
export const fieldMark = (no: number) => ` ${no} `;

/** By where people agreed to messages. */
function sourceRoad(op: string, value: string, parameters: Parameters): string | null {
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
  return wordsRoad('opt_in_source', test);
}

function customRoad(
  name: string,
  { op }: FilterCondition,
  value: string,
  context: FilterContext,
  parameters: Parameters,
  most: number | null,
): string | null {
  const row = context.fields.get(name.toLowerCase());
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
      return lackingRoad(row.no, parameters);
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
