import type { Filter } from '@parley/contract/types';
import { customNameOf } from './filter-rules.ts';
import { type Fragment, fragmentPattern, type TableContext, type Which } from './which-repo.ts';

/** What an index alone does for a page’s order: searches a text, tells who lacks a field, sorts a set. */
export function whatWalks(
  context: TableContext,
  { covers, which }: { covers: boolean; which: Which },
  fragment: Fragment | null,
): { finds: boolean; tells: boolean; covers: boolean } {
  const finds = covers && patternsOf(which.filter, fragment).length > 0;
  return { finds, tells: covers && lackedFields(which.filter, context).length > 0, covers };
}

/** Numbers of the account’s fields that nobody who is meant has a value for. */
export function lackedFields(filter: Filter | undefined, context: TableContext): number[] {
  if (filter === undefined || 'any' in filter) return [];
  if ('all' in filter) return filter.all.flatMap((part) => lackedFields(part, context));
  if (filter.op !== 'is_empty') return [];
  const row = context.fields.get((customNameOf(filter.field) ?? '').toLowerCase());
  return row === undefined ? [] : [row.no];
}

/** What the text of everybody who is meant is like: one of each of these. */
export function patternsOf(filter: Filter | undefined, fragment: Fragment | null): string[][] {
  const inside = (text: string) => [fragmentPattern(text)];
  // Short ones begin a name or a number; names are the beginning of the text.
  const begins = (text: string) => [fragmentPattern(text).slice(1), fragmentPattern(` ${text}`)];
  const own = fragment === null ? [] : [(fragment.short ? begins : inside)(fragment.text)];
  if (filter === undefined || 'any' in filter) return own;
  if ('all' in filter) return [...own, ...filter.all.flatMap((part) => patternsOf(part, null))];
  const text = filter.value?.trim().toLowerCase() ?? '';
  return filter.field === 'name' && filter.op === 'contains' && text !== '' ? [...own, inside(text)] : own;
}
