import type { Filter, FilterCondition } from '@parley/contract/types';

const customPrefix = 'custom:';

/** The name of the account's own field that a condition or a sort asks for; null for what every contact has. */
export function customNameOf(field: string): string | null {
  return field.startsWith(customPrefix) ? field.slice(customPrefix.length).trim() : null;
}

export function conditionsOf(filter: Filter): FilterCondition[] {
  if ('all' in filter) return filter.all.flatMap(conditionsOf);
  if ('any' in filter) return filter.any.flatMap(conditionsOf);
  return [filter];
}

/** Names of the account's own fields that a filter asks for. */
export function filterFieldNames(filter: Filter): string[] {
  return conditionsOf(filter).flatMap(({ field }) => customNameOf(field) ?? []);
}

export function renameInFilter(filter: Filter, from: string, to: string): Filter {
  if ('all' in filter) return { all: filter.all.map((part) => renameInFilter(part, from, to)) };
  if ('any' in filter) return { any: filter.any.map((part) => renameInFilter(part, from, to)) };
  const name = customNameOf(filter.field);
  return name?.toLowerCase() === from.toLowerCase() ? { ...filter, field: `${customPrefix}${to}` } : filter;
}
