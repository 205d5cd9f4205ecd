import type { CampaignAudience, Filter, Segment, Selection } from '@parley/contract/types';
import type { Sort } from '../../../ui/table/column.ts';
import type { Selection as Chosen } from '../../../ui/table/selection.ts';

/** The built-in views. */
export const fixedViews = ['all', 'none', 'out', 'recent'] as const;
export type FixedView = (typeof fixedViews)[number];

/** What the page shows: a view, a list, a segment, or the trash. */
export type ContactsView =
  | { kind: FixedView }
  | { kind: 'list'; listId: string }
  | { kind: 'segment'; segmentId: string }
  | { kind: 'trash' };

/** How long a contact counts as recently added. */
export const recentDays = 7;

export const defaultSort: Sort = { column: 'created_at', descending: true };

/** The query of the table. */
export type TableQuery = { search: string; filter: Filter | null; listId: string | null; sort: Sort };

const viewFilters: Record<FixedView, Filter | null> = {
  all: null,
  none: { field: 'list', op: 'is_empty' },
  out: { field: 'opted_out_at', op: 'is_not_empty' },
  recent: { field: 'created_at', op: 'after', value: `-${recentDays}d` },
};

/** The filter of a view, before the member adds conditions. */
export function filterOfView(view: ContactsView, segments: readonly Segment[]): Filter | null {
  if (view.kind === 'segment') return segments.find(({ id }) => id === view.segmentId)?.filter ?? null;
  return view.kind === 'list' || view.kind === 'trash' ? null : viewFilters[view.kind];
}

/** Both filters at once; null matches all contacts. */
export function joinFilters(one: Filter | null, other: Filter | null): Filter | null {
  if (one === null || isEmpty(one)) return other === null || isEmpty(other) ? null : other;
  return other === null || isEmpty(other) ? one : { all: [one, other] };
}

function isEmpty(filter: Filter): boolean {
  return 'all' in filter && filter.all.length === 0;
}

/** The query as parameters of the API. */
export function parametersOf({ search, filter, listId }: TableQuery): Record<string, string> {
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(filter !== null && { filter: JSON.stringify(filter) }),
    ...(listId !== null && { contact_list_id: listId }),
  };
}

export function sortParameterOf({ column, descending }: Sort): string {
  return `${descending ? '-' : ''}${column}`;
}

/** The most ids the server takes in one call. */
export const idsAtOnce = 1_000;

/** The selection as the API takes it: parts of at most 1,000 ids, or the query of the table. */
export function selectionsOf(chosen: Chosen, { search, filter, listId }: TableQuery): Selection[] {
  if (chosen.all) {
    const except = [...chosen.except].slice(0, idsAtOnce);
    return [
      {
        ...(search.trim() !== '' && { search: search.trim() }),
        ...(filter !== null && { filter }),
        ...(listId !== null && { contact_list_id: listId }),
        ...(except.length > 0 && { except }),
      },
    ];
  }
  const ids = [...chosen.ids];
  const parts: Selection[] = [];
  for (let from = 0; from < ids.length; from += idsAtOnce) parts.push({ ids: ids.slice(from, from + idsAtOnce) });
  return parts;
}

/** The selection as the audience of a broadcast; null when there are more ids than an audience takes. */
export function audienceOf([first, second, ...more]: readonly Selection[]): CampaignAudience | null {
  if (first === undefined || more.length > 0) return null;
  return { selection: first, ...(second !== undefined && 'ids' in second && { contact_ids: second.ids }) };
}
