import { foldText } from '@parley/contract/fold-text';
import { dayStart } from '@parley/contract/local-time';
import { nameKey } from '@parley/contract/names';
import { formsOfBeginning, phoneForms } from '@parley/contract/phone-forms';
import { digitsIn, plainNumber } from '@parley/contract/phone-text';
import type { Filter, FilterCondition } from '@parley/contract/types';
import { invalid } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { FieldRow } from './field-repo.ts';
import { customNameOf } from './filter-rules.ts';
import { isOut, stagesOf } from './recipient-stages.ts';

/*
 * Compiles filters to SQL; no other file does. Statement text comes from this file alone, and user input is always a
 * parameter. `c` is the contact's row.
 */

/** Collects the values of a statement under construction. */
export class Parameters {
  readonly values: unknown[];

  constructor(...first: unknown[]) {
    this.values = first;
  }

  /** @returns the placeholder of a value */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

export type FilterContext = {
  fields: ReadonlyMap<string, FieldRow>;
  /** The reader may not see phone numbers, so filters must not reveal them either. */
  masked: boolean;
  /** The account's: where its days begin. */
  timeZone: string;
};

/**
 * A contact's name as the reader sees it, for comparisons. Where numbers are masked, the contact's own number is
 * replaced in it by a sign that users do not type: conditions on the name never match the number, and other matches
 * also match the whole name.
 */
export function visibleName(masked: boolean): string {
  return masked ? `coalesce(replace(c.sort_name, c.phone_number collate "C", chr(1)), c.sort_name)` : 'c.sort_name';
}

const textColumns: Record<string, string> = {
  opt_in_source: 'lower(c.opt_in_source)',
  origin: 'lower(c.origin)',
  phone_number: 'c.phone_number',
  user_id: 'lower(c.user_id)',
  username: 'lower(c.username)',
};
const timeColumns: Record<string, string> = {
  created_at: 'c.created_at',
  opted_in_at: 'c.opted_in_at',
  opted_out_at: 'c.opted_out_at',
  // A contact has few conversations, so each is read through its index.
  last_campaign_at: `(select l.at from contact_newest_campaigns l where l.client_id = $1 and l.contact_id = c.id)`,
  last_message_at: `(select max(t.last_message_at) from contact_threads t where t.client_id = $1 and t.contact_id = c.id)`,
};

/** Sorts after every text with the given beginning, in the order of code points. */
export const lastCharacter = '\u{10FFFF}';

/** @throws AppError('validation_failed') naming `filter` when a condition names something that does not exist */
export function compileFilter(filter: Filter, context: FilterContext, parameters: Parameters): string {
  if ('all' in filter) return joined(filter.all, ' and ', 'true', context, parameters);
  if ('any' in filter) return joined(filter.any, ' or ', 'false', context, parameters);
  return compileCondition(filter, context, parameters);
}

function joined(
  parts: readonly Filter[],
  word: string,
  empty: string,
  context: FilterContext,
  parameters: Parameters,
): string {
  if (parts.length === 0) return empty;
  return `(${parts.map((part) => compileFilter(part, context, parameters)).join(word)})`;
}

function compileCondition(condition: FilterCondition, context: FilterContext, parameters: Parameters): string {
  const { field, op } = condition;
  const custom = customNameOf(field);
  if (custom !== null) {
    const row = context.fields.get(nameKey(custom));
    if (row === undefined) throw invalid('filter', `There is no field named ${custom}.`);
    return customCondition(condition, row, parameters);
  }
  if (field === 'list') return listCondition(condition, parameters);
  if (field === 'last_campaign') return lastCampaignCondition(condition, parameters);
  const time = timeColumns[field];
  if (time !== undefined) return timeCondition(condition, time, context, parameters);
  const column = field === 'name' ? visibleName(context.masked) : textColumns[field];
  if (column === undefined) throw invalid('filter', `Contacts have no field named ${field}.`);
  if (field !== 'phone_number') return textCondition(condition, column, parameters, 'c.id is not null');
  if (context.masked) throw invalid('filter', 'Phone numbers are hidden for you, so you can’t filter by them.');
  const value = condition.value === undefined ? undefined : filteredDigits(condition.value);
  if (needsValue(op) && value === '') throw invalid('filter', 'Enter digits of a phone number.');
  if (value !== undefined && (op === 'is' || op === 'is_not')) {
    const isOne = `coalesce(${column}, '') = any(${parameters.add(phoneForms(value))}::text[])`;
    return op === 'is' ? isOne : `not ${isOne}`;
  }
  if (value !== undefined && op === 'begins_with') return numberBeginsWith(value, column, parameters);
  return textCondition({ ...condition, value }, column, parameters, 'c.id is not null');
}

/** SQL condition: the number begins with these digits, in one of its forms. */
export function numberBeginsWith(digits: string, column: string, parameters: Parameters): string {
  const ranges = [digits, ...formsOfBeginning(digits)].map(
    (begin) => `${column} >= ${parameters.add(begin)} and ${column} < ${parameters.add(begin + lastCharacter)}`,
  );
  return `(${ranges.join(' or ')})`;
}

/** The digits that a condition on numbers names, without the 00 of a country code. */
export function filteredDigits(value: string): string {
  return digitsIn(plainNumber(value));
}

function needsValue(op: FilterCondition['op']): boolean {
  return op !== 'is_empty' && op !== 'is_not_empty';
}

function textOf({ field, op, value }: FilterCondition): string {
  if (value === undefined || value.trim() === '') throw invalid('filter', `${field} ${op} needs a value.`);
  return value.trim();
}

/** Escapes a text so that a pattern matches it literally. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

function likePattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** @param column compared in lower case @param exists a condition for columns that can be empty; default always true */
function textCondition(condition: FilterCondition, column: string, parameters: Parameters, exists: string): string {
  const { field, op } = condition;
  if (op === 'is_empty') return `coalesce(${column}, '') = ''`;
  if (op === 'is_not_empty') return `coalesce(${column}, '') <> ''`;
  const text = textOf(condition);
  const value = field === 'name' ? foldText(text) : text.toLowerCase();
  switch (op) {
    case 'is':
      return `${column} = ${parameters.add(value)}`;
    case 'is_not':
      return `(${column} is distinct from ${parameters.add(value)} and ${exists})`;
    case 'contains':
      return `${column} like ${parameters.add(likePattern(value))}`;
    case 'not_contains':
      return `coalesce(${column}, '') not like ${parameters.add(likePattern(value))}`;
    case 'begins_with':
      return `(${column} >= ${parameters.add(value)} and ${column} < ${parameters.add(value + lastCharacter)})`;
    default:
      throw invalid('filter', `${field} does not support ${op}.`);
  }
}

function timeCondition(
  condition: FilterCondition,
  column: string,
  { timeZone }: FilterContext,
  parameters: Parameters,
): string {
  const { field, op } = condition;
  if (op === 'is_empty') return `${column} is null`;
  if (op === 'is_not_empty') return `${column} is not null`;
  if (op !== 'before' && op !== 'after') throw invalid('filter', `${field} does not support ${op}.`);
  const days = /^-(\d{1,4})d$/.exec(textOf(condition))?.[1];
  // This many days ago, relative to the time of the query: a segment with it stays current.
  const moment =
    days === undefined
      ? `${parameters.add(momentIn(condition, timeZone))}::timestamptz`
      : `now() - make_interval(days => ${parameters.add(days)}::int)`;
  return `${column} ${op === 'before' ? '<' : '>='} ${moment}`;
}

function momentIn(condition: FilterCondition, timeZone: string): string {
  const moment = momentOf(textOf(condition), timeZone);
  if (moment === null) throw invalid('filter', 'Enter a date like 2027-03-31.');
  return moment;
}

/** A time as it is, or the beginning of a day of the account; null when it is neither. */
export function momentOf(value: string, timeZone: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayStart(timeZone, value) ?? null;
  const atMs = /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}

function listCondition(condition: FilterCondition, parameters: Parameters): string {
  const { op } = condition;
  const inAny = `exists (select from contact_list_members m where m.client_id = $1 and m.contact_id = c.id)`;
  if (op === 'is_empty') return `not ${inAny}`;
  if (op === 'is_not_empty') return inAny;
  if (op !== 'in_list' && op !== 'not_in_list') throw invalid('filter', `list does not support ${op}.`);
  const id = textOf(condition);
  if (!isUuid(id)) throw invalid('filter', 'Use the id of a list.');
  const inside = `exists (select from contact_list_members m
    where m.client_id = $1 and m.contact_list_id = ${parameters.add(id)}::uuid and m.contact_id = c.id)`;
  return op === 'in_list' ? inside : `not ${inside}`;
}

/** SQL that tests the state of the last broadcast `l`, by what an index follows. @param value in any case */
export function lastCampaignTest(value: string, parameters: Parameters): string {
  const test = `l.stage = any(${parameters.add(stagesOf(value))}::text[])`;
  return isOut(value) ? `${test} and l.state = ${parameters.add(value.toUpperCase())}` : test;
}

/*
 * The state is the recipient's, one key further: an `exists` lets the planner choose between looking it up for each
 * contact of a page and reading those of a state at once.
 */
function lastCampaignCondition(condition: FilterCondition, parameters: Parameters): string {
  const { op } = condition;
  const which = (test: string) =>
    `exists (select from contact_newest_campaigns l where l.client_id = $1 and l.contact_id = c.id and ${test})`;
  if (op === 'is_empty') return `not ${which('true')}`;
  if (op === 'is_not_empty') return which('true');
  if (op !== 'is' && op !== 'is_not') {
    const state =
      '(select lower(l.state) from contact_newest_campaigns l where l.client_id = $1 and l.contact_id = c.id)';
    return textCondition(condition, state, parameters, 'true');
  }
  const inState = which(lastCampaignTest(textOf(condition), parameters));
  return op === 'is' ? inState : `not ${inState}`;
}

function customCondition(condition: FilterCondition, row: FieldRow, parameters: Parameters): string {
  const { field, op } = condition;
  const where = (test: string) =>
    `exists (select from contact_field_values v
      where v.client_id = $1 and v.field_no = ${parameters.add(row.no)}::int and v.contact_id = c.id and ${test})`;
  if (op === 'is_empty') return `not ${where(`v.value_text <> ''`)}`;
  if (op === 'is_not_empty') return where(`v.value_text <> ''`);
  const value = foldText(textOf(condition));
  switch (op) {
    case 'is':
      return where(`v.value_text = ${parameters.add(value)}`);
    case 'is_not':
      return `not ${where(`v.value_text = ${parameters.add(value)}`)}`;
    case 'contains':
      return where(`v.value_text like ${parameters.add(likePattern(value))}`);
    case 'not_contains':
      return `not ${where(`v.value_text like ${parameters.add(likePattern(value))}`)}`;
    case 'begins_with':
      return where(
        `v.value_text >= ${parameters.add(value)} and v.value_text < ${parameters.add(value + lastCharacter)}`,
      );
    case 'less_than':
    case 'more_than': {
      const number = Number(value);
      if (!Number.isFinite(number)) throw invalid('filter', `${field} ${op} needs a number.`);
      return where(`v.value_number ${op === 'less_than' ? '<' : '>'} ${parameters.add(number)}::float8`);
    }
    case 'before':
    case 'after': {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) throw invalid('filter', 'Enter a date like 2027-03-31.');
      return where(`v.value_text ${op === 'before' ? '<' : '>='} ${parameters.add(value)} and v.value_text <> ''`);
    }
    default:
      throw invalid('filter', `${field} does not support ${op}.`);
  }
}
