import type { ThreadSort } from '@parley/contract/threads';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { type ListFilter, parseListFilter, parseSort, writeListFilter } from '../list/filters/list-filter.ts';
import { closeListSearch } from '../list/filters/list-search.ts';
import { type InboxView, parseView } from '../list/filters/views.ts';

/** The state of the inbox in its URL, and functions to change it. */
export type InboxAddress = {
  threadId: string | null;
  view: InboxView;
  filter: ListFilter;
  sort: ThreadSort;
  /** The board instead of the list. */
  board: boolean;
  openThread: (threadId: string) => void;
  /** Back to the list. */
  leaveThread: () => void;
  chooseView: (view: InboxView, sort?: ThreadSort) => void;
  chooseFilter: (filter: ListFilter) => void;
  chooseSort: (sort: ThreadSort) => void;
  chooseBoard: (board: boolean) => void;
};

/** The view chosen last in this tab, for links without one. */
let lastView: InboxView = 'active';
/** The sort chosen last in this tab. */
let lastSort: ThreadSort = 'newest';
/** The list or the board, as chosen last in this tab. */
let lastBoard = false;

export function useInboxAddress(): InboxAddress {
  const navigate = useNavigate();
  const params: { thread_id?: string } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = search.view === undefined ? lastView : parseView(search.view);
  const sort = parseSort(search.sort) ?? lastSort;
  const board = search.board === undefined ? lastBoard : search.board === 1;
  const { is, assignee, channel, list, label, stage, ad, since, until, field, value } = search;
  const filter = useMemo(
    () => parseListFilter({ is, assignee, channel, list, label, stage, ad, since, until, field, value }),
    [is, assignee, channel, list, label, stage, ad, since, until, field, value],
  );
  useEffect(() => {
    if (view !== lastView) closeListSearch();
    lastView = view;
    lastSort = sort;
    lastBoard = board;
  }, [view, sort, board]);
  const router = useRouter();
  // Whoever comes back to the inbox later finds the list, not the results of a search that is over.
  useEffect(
    () => () => {
      if (!/^\/inbox(\/|$)/.test(router.state.location.pathname)) closeListSearch();
    },
    [router],
  );
  const layout = board ? { board: 1 } : {};
  const shown = { view, ...layout, ...writeListFilter(filter) };
  return {
    threadId: params.thread_id ?? null,
    view,
    filter,
    sort,
    board,
    openThread: (thread_id) => void navigate({ to: '/inbox/$thread_id', params: { thread_id }, search: shown }),
    leaveThread: () => void navigate({ to: '/inbox', search: shown }),
    chooseView: (next, order) => void navigate({ to: '.', search: { view: next, ...layout, sort: order } }),
    chooseFilter: (next) => void navigate({ to: '.', search: { view, ...layout, ...writeListFilter(next) } }),
    chooseSort: (next) => {
      lastSort = next;
      void navigate({ to: '.', search: { ...shown, sort: next } });
    },
    chooseBoard: (next) => {
      lastBoard = next;
      void navigate({ to: '/inbox', search: { view, ...(next && { board: 1 }), ...writeListFilter(filter) } });
    },
  };
}
