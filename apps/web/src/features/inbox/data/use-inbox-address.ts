import type { ThreadSort } from '@parley/contract/threads';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { type ListFilter, parseListFilter, parseSort, writeListFilter } from './list-filter.ts';
import { type InboxView, parseView } from './views.ts';

/** The state of the inbox in its URL, and functions to change it. */
export type InboxAddress = {
  threadId: string | null;
  view: InboxView;
  filter: ListFilter;
  sort: ThreadSort;
  openThread: (threadId: string) => void;
  /** Back to the list. */
  leaveThread: () => void;
  chooseView: (view: InboxView, sort?: ThreadSort) => void;
  chooseFilter: (filter: ListFilter) => void;
  chooseSort: (sort: ThreadSort) => void;
};

/** The view chosen last in this tab, for links without one. */
let lastView: InboxView = 'active';
/** The sort chosen last in this tab. */
let lastSort: ThreadSort = 'newest';

export function useInboxAddress(): InboxAddress {
  const navigate = useNavigate();
  const params: { thread_id?: string } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = search.view === undefined ? lastView : parseView(search.view);
  const sort = parseSort(search.sort) ?? lastSort;
  const { is, assignee, channel, list, label, since, until, field, value } = search;
  const filter = useMemo(
    () => parseListFilter({ is, assignee, channel, list, label, since, until, field, value }),
    [is, assignee, channel, list, label, since, until, field, value],
  );
  useEffect(() => {
    lastView = view;
    lastSort = sort;
  }, [view, sort]);
  const shown = { view, ...writeListFilter(filter) };
  return {
    threadId: params.thread_id ?? null,
    view,
    filter,
    sort,
    openThread: (thread_id) => void navigate({ to: '/inbox/$thread_id', params: { thread_id }, search: shown }),
    leaveThread: () => void navigate({ to: '/inbox', search: shown }),
    chooseView: (next, order) => void navigate({ to: '.', search: { view: next, sort: order } }),
    chooseFilter: (next) => void navigate({ to: '.', search: { view, ...writeListFilter(next) } }),
    chooseSort: (next) => {
      lastSort = next;
      void navigate({ to: '.', search: { ...shown, sort: next } });
    },
  };
}
