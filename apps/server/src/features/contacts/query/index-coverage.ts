import { foldText } from '@parley/contract/fold-text';
import { nameKey } from '@parley/contract/names';
import type { Filter } from '@parley/contract/types';
import { customNameOf } from './filter-rules.ts';
import {
  type ContactSelection,
  containsPattern,
  type SearchTerm,
  searchPatterns,
  type TableContext,
} from './selection-repo.ts';

/** What an index-only scan in the page’s order can do: search a text, find contacts without a field, sort a set. */
export function indexCoverage(
  context: TableContext,
  { covers, which }: { covers: boolean; which: ContactSelection },
  fragment: SearchTerm | null,
): { searches: boolean; findsMissing: boolean; sorts: boolean } {
  const searches = covers && textPatterns(which.filter, fragment).length > 0;
  return { searches, findsMissing: covers && missingFields(which.filter, context).length > 0, sorts: covers };
}

/** Numbers of custom fields that must be empty. */
export function missingFields(filter: Filter | undefined, context: TableContext): number[] {
  if (filter === undefined || 'any' in filter) return [];
  if ('all' in filter) return filter.all.flatMap((part) => missingFields(part, context));
  if (filter.op !== 'is_empty') return [];
  const row = context.fields.get(nameKey(customNameOf(filter.field) ?? ''));
  return row === undefined ? [] : [row.no];
}

/** LIKE patterns: the text of every selected contact matches one of each group. */
export function textPatterns(filter: Filter | undefined, fragment: SearchTerm | null): string[][] {
  const inside = (text: string) => [containsPattern(text)];
  // Short texts match the beginning of a name or number; the search text begins with the name.
  const begins = (text: string) => [containsPattern(text).slice(1), containsPattern(` ${text}`)];
  const own = fragment === null ? [] : [fragment.short ? begins(fragment.text) : searchPatterns(fragment)];
  if (filter === undefined || 'any' in filter) return own;
  if ('all' in filter) return [...own, ...filter.all.flatMap((part) => textPatterns(part, null))];
  const text = foldText(filter.value?.trim() ?? '');
  return filter.field === 'name' && filter.op === 'contains' && text !== '' ? [...own, inside(text)] : own;
}
