import { nameKey } from '@parley/contract/names';
import type { Filter, FilterCondition } from '@parley/contract/types';

const customPrefix = 'custom:';

/** The custom field that a condition or a sort names; null for built-in fields. */
export function customNameOf(field: string): string | null {
  return field.startsWith(customPrefix) ? field.slice(customPrefix.length).trim() : null;
}

export function conditionsOf(filter: Filter): FilterCondition[] {
  if ('all' in filter) return filter.all.flatMap(conditionsOf);
  if ('any' in filter) return filter.any.flatMap(conditionsOf);
  return [filter];
}

/** Names of the custom fields in a filter. */
export function filterFieldNames(filter: Filter): string[] {
  return conditionsOf(filter).flatMap(({ field }) => customNameOf(field) ?? []);
}

export function renameInFilter(filter: Filter, from: string, to: string): Filter {
  if ('all' in filter) return { all: filter.all.map((part) => renameInFilter(part, from, to)) };
  if ('any' in filter) return { any: filter.any.map((part) => renameInFilter(part, from, to)) };
  const name = customNameOf(filter.field);
  return name !== null && nameKey(name) === nameKey(from) ? { ...filter, field: `${customPrefix}${to}` } : filter;
}
