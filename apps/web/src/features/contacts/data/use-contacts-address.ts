import type { Filter } from '@parley/contract/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Sort } from '../../../ui/table/column.ts';
import { type ContactsView, defaultSort, type FixedView, fixedViews } from './table-query.ts';

/** The state of the contacts table that its URL holds; a link shows the same to everyone. */
export type ContactsAddress = {
  view: ContactsView;
  search: string;
  /** Applied in addition to the view. */
  filter: Filter | null;
  sort: Sort;
  /** The contact that is open beside the table. */
  openId: string | null;
};

export function readAddress(words: Record<string, unknown>): ContactsAddress {
  const text = (name: string) => {
    const value = words[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const sort = text('sort');
  return {
    view: viewOf(text('view'), text('list'), text('segment')),
    search: text('q'),
    filter: isFilter(words['filter']) ? words['filter'] : null,
    sort: sort === '' ? defaultSort : { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    openId: text('contact') || null,
  };
}

export function writeAddress({ view, search, filter, sort, openId }: ContactsAddress): Record<string, unknown> {
  const delivered = sort.column === defaultSort.column && sort.descending === defaultSort.descending;
  return {
    ...(view.kind === 'list' && { list: view.listId }),
    ...(view.kind === 'segment' && { segment: view.segmentId }),
    ...(view.kind !== 'list' && view.kind !== 'segment' && view.kind !== 'all' && { view: view.kind }),
    ...(search !== '' && { q: search }),
    ...(filter !== null && { filter }),
    ...(!delivered && { sort: `${sort.descending ? '-' : ''}${sort.column}` }),
    ...(openId !== null && { contact: openId }),
  };
}

function viewOf(view: string, list: string, segment: string): ContactsView {
  if (list !== '') return { kind: 'list', listId: list };
  if (segment !== '') return { kind: 'segment', segmentId: segment };
  if (view === 'trash') return { kind: 'trash' };
  return { kind: fixedViews.find((one): one is FixedView => one === view) ?? 'all' };
}

/** Whether a value of the URL has the shape of a filter; the server validates the rest. */
function isFilter(value: unknown, depth = 0): value is Filter {
  if (typeof value !== 'object' || value === null || depth > 4) return false;
  const parts = 'all' in value ? value.all : 'any' in value ? value.any : null;
  if (Array.isArray(parts)) return parts.every((part) => isFilter(part, depth + 1));
  return 'field' in value && typeof value.field === 'string' && 'op' in value && typeof value.op === 'string';
}

/** @returns the state and a function that changes parts of it; `replace` adds no history entry */
export function useContactsAddress() {
  const words = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(words), [words]);
  const change = useCallback(
    (part: Partial<ContactsAddress>, replace = false) => {
      void navigate({
        to: '/contacts',
        search: (before) => writeAddress({ ...readAddress(before as Record<string, unknown>), ...part }),
        replace,
      });
    },
    [navigate],
  );
  return { address, change };
}
