import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { nameKey } from '@parley/contract/names';
import type { CustomField, Filter, FilterCondition, FilterField, FilterOperator } from '@parley/contract/types';

/** The kind of a condition's value, which decides its operators and its input. */
export type ValueKind = 'text' | 'number' | 'moment' | 'day' | 'choice' | 'list';

export const filterableFields = [
  'name',
  'phone_number',
  'username',
  'list',
  'opted_in_at',
  'opt_in_source',
  'opted_out_at',
  'last_message_at',
  'last_campaign',
  'last_campaign_at',
  'created_at',
  'origin',
] as const satisfies ReadonlyArray<FilterField | 'list'>;
export type FilterableField = (typeof filterableFields)[number];

export const fieldTitles: Record<FilterableField, MessageDescriptor> = {
  created_at: msg`Created`,
  last_campaign: msg`Last campaign`,
  last_campaign_at: msg`Last campaign sent`,
  last_message_at: msg`Last message`,
  list: msg`List`,
  name: msg`Name`,
  opt_in_source: msg`Opt-in source`,
  opted_in_at: msg`Opt-in`,
  opted_out_at: msg`Opted out`,
  origin: msg`Origin`,
  phone_number: msg`Phone`,
  username: msg`Username`,
};

export const originTitles: Record<string, MessageDescriptor> = {
  ANDROID_APP: msg`Android app`,
  API: msg`API`,
  IMPORT: msg`Import`,
  IOS_APP: msg`iOS app`,
  WEB_APP: msg`By hand`,
  WEBHOOK: msg`Wrote to you`,
};

/** Results of a broadcast for one contact. Excluded contacts were sent nothing. */
export const campaignResultTitles: Partial<Record<string, MessageDescriptor>> = {
  QUEUED: msg`Queued`,
  SENT: msg`Sent`,
  DELIVERED: msg`Delivered`,
  READ: msg`Read`,
  FAILED: msg`Failed`,
  UNKNOWN: msg`Unknown`,
  CAPPED: msg`On hold`,
  SKIPPED: msg`Excluded`,
};

/** Labels of the values of built-in fields. */
export const valueTitles: Partial<Record<string, Partial<Record<string, MessageDescriptor>>>> = {
  last_campaign: campaignResultTitles,
  origin: originTitles,
};

const kinds: Record<FilterableField, ValueKind> = {
  created_at: 'moment',
  last_campaign: 'choice',
  last_campaign_at: 'moment',
  last_message_at: 'moment',
  list: 'list',
  name: 'text',
  opt_in_source: 'text',
  opted_in_at: 'moment',
  opted_out_at: 'moment',
  origin: 'choice',
  phone_number: 'text',
  username: 'text',
};

const customPrefix = 'custom:';

/** The custom field of a condition, or null for a built-in field. */
export function customFieldOf(field: string, fields: readonly CustomField[]): CustomField | null {
  if (!field.startsWith(customPrefix)) return null;
  const name = nameKey(field.slice(customPrefix.length));
  return fields.find((one) => nameKey(one.name) === name) ?? null;
}

export function conditionFieldOf({ name }: Pick<CustomField, 'name'>): string {
  return `${customPrefix}${name}`;
}

export function kindOf(field: string, fields: readonly CustomField[]): ValueKind {
  if (!field.startsWith(customPrefix)) return kinds[field as FilterableField] ?? 'text';
  const type = customFieldOf(field, fields)?.type ?? 'text';
  return type === 'date' ? 'day' : type === 'yes_no' ? 'choice' : type;
}

export function choicesOf(field: string, fields: readonly CustomField[]): string[] {
  const custom = customFieldOf(field, fields);
  return custom?.type === 'yes_no' ? ['yes', 'no'] : (custom?.choices ?? []);
}

export const operatorsOf: Record<ValueKind, readonly FilterOperator[]> = {
  choice: ['is', 'is_not', 'is_not_empty', 'is_empty'],
  day: ['after', 'before', 'is', 'is_not_empty', 'is_empty'],
  list: ['in_list', 'not_in_list', 'is_not_empty', 'is_empty'],
  moment: ['after', 'before', 'is_not_empty', 'is_empty'],
  number: ['is', 'more_than', 'less_than', 'is_not_empty', 'is_empty'],
  text: ['contains', 'not_contains', 'is', 'is_not', 'begins_with', 'is_not_empty', 'is_empty'],
};

export const operatorTitles: Record<FilterOperator, MessageDescriptor> = {
  after: msg`is on or after`,
  before: msg`is before`,
  begins_with: msg`starts with`,
  contains: msg`contains`,
  in_list: msg`is`,
  is: msg`is`,
  is_empty: msg`is empty`,
  is_not: msg`is not`,
  is_not_empty: msg`is filled in`,
  less_than: msg`is less than`,
  more_than: msg`is more than`,
  not_contains: msg`does not contain`,
  not_in_list: msg`is not`,
};

export function needsValue(op: FilterOperator): boolean {
  return op !== 'is_empty' && op !== 'is_not_empty';
}

/** The days of a relative value (`-30d`), or null. */
export function daysAgoOf(value: string | undefined): number | null {
  const days = /^-(\d{1,4})d$/.exec(value ?? '')?.[1];
  return days === undefined ? null : Number(days);
}

/** A filter as the editor holds it: groups of conditions, all or any within a group and among groups. */
export type FilterDraft = { join: 'all' | 'any'; groups: { join: 'all' | 'any'; conditions: FilterCondition[] }[] };

/** @returns null when the filter is nested deeper than the editor shows */
export function draftOf(filter: Filter | null): FilterDraft | null {
  if (filter === null) return { join: 'all', groups: [] };
  const group = groupOf(filter);
  if (group !== null) return { join: 'all', groups: group.conditions.length === 0 ? [] : [group] };
  const join = 'all' in filter ? 'all' : 'any';
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : [];
  const groups = parts.map(groupOf);
  return groups.every((one) => one !== null) ? { join, groups } : null;
}

function groupOf(filter: Filter): FilterDraft['groups'][number] | null {
  if ('field' in filter) return { join: 'all', conditions: [filter] };
  const join = 'all' in filter ? 'all' : 'any';
  const parts = 'all' in filter ? filter.all : filter.any;
  const conditions = parts.filter((part): part is FilterCondition => 'field' in part);
  return conditions.length === parts.length ? { join, conditions } : null;
}

/** The shortest equivalent filter; null when there is no condition. */
export function filterOf({ join, groups }: FilterDraft): Filter | null {
  const filled = groups.filter(({ conditions }) => conditions.length > 0);
  const parts = filled.map((group): Filter => {
    const [only] = group.conditions;
    if (group.conditions.length === 1 && only !== undefined) return only;
    return group.join === 'all' ? { all: group.conditions } : { any: group.conditions };
  });
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1) return first;
  return join === 'all' ? { all: parts } : { any: parts };
}

/** Whether a condition is complete. */
export function isComplete({ op, value }: FilterCondition): boolean {
  return !needsValue(op) || (value ?? '').trim() !== '';
}

/** The top-level conditions of a filter, one chip each; conditions joined by `any` make a single chip. */
export function chipsOf(filter: Filter | null): Filter[] {
  if (filter === null) return [];
  return 'all' in filter ? filter.all : [filter];
}

export function withoutChip(filter: Filter, index: number): Filter | null {
  const rest = chipsOf(filter).filter((_part, at) => at !== index);
  const [first] = rest;
  return first === undefined ? null : rest.length === 1 ? first : { all: rest };
}
