import { useLingui } from '@lingui/react/macro';
import type { ThreadSort } from '@parley/contract/threads';
import type { Thread, ThreadCounts } from '@parley/contract/types';
import {
  IconChecks,
  IconDots,
  IconFilter,
  IconLayoutKanban,
  IconList,
  IconSearch,
  IconSortDescending,
  IconX,
} from '@tabler/icons-react';
import { type HistoryState, useLocation, useNavigate } from '@tanstack/react-router';
import {
  type ReactNode,
  type Ref,
  type SetStateAction,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { screenIsUsable, whenIdle } from '../../../platform/when-idle.ts';
import { icon } from '../../../ui/icon.ts';
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/layer/menu.tsx';
import { useEscape } from '../../../ui/layer/use-escape.ts';
import { NotificationBell } from '../../../ui/notification-bell.tsx';
import { FollowAssistant } from '../../answering/public.ts';
import { useAccount, useAccountPhase } from '../../sync/public.ts';
import { ChoiceMenu } from '../change/choice-menu.tsx';
import type { BoardHandle, CardAct } from './board/board.tsx';
import { EmptyList } from './empty-list.tsx';
import { isFiltered, type ListFilter } from './filters/list-filter.ts';
import { useListSearch } from './filters/list-search.ts';
import { SearchField } from './filters/search-field.tsx';
import type { InboxView, ViewFilter } from './filters/views.ts';
import { countText, type ViewCount } from './filters/views-panel.tsx';
import styles from './list-pane.module.css';
import type { ThreadPages } from './load-more.tsx';
import { noSelection, type Selection, toggleSelected } from './selection.ts';
import { ThreadList, type ThreadListHandle, type ThreadListProps, ThreadListSkeleton } from './thread-list.tsx';
import { useThreadSelection } from './use-thread-selection.ts';

export type ListPaneHandle = {
  /** Selects the row before or after the focused one. */
  move: (step: 1 | -1) => void;
  focusThread: (id: string) => void;
  /** Acts on the focused card of the board. @returns false where none has the focus */
  actOnCard?: (act: CardAct) => boolean;
  openSearch: () => void;
  /** Chooses the row with the focus, or the open conversation, for bulk operations. */
  toggleSelected: () => void;
  /** The threads of the list, top to bottom. */
  threads: readonly Thread[];
};

/** What narrows and orders the view, and how it is changed. */
export type Narrowing = {
  filter: ListFilter;
  sort: ThreadSort;
  onFilter: (filter: ListFilter) => void;
  onSort: (sort: ThreadSort) => void;
  /** The board instead of the list. */
  board: boolean;
  onBoard: (board: boolean) => void;
};

export type ListPaneProps = {
  view: InboxView;
  /** The view's name, or the menu of views where the sub-panel has no room. */
  title: ReactNode;
  filter: ViewFilter;
  narrowing: Narrowing;
  /** How many the view has. */
  count: ViewCount;
  /** How many every view has; null while that is unknown. */
  counts: ThreadCounts | null;
  selectedId: string | null;
  ref?: Ref<ListPaneHandle>;
};

const Board = lazyComponent(() => import('./board/board.tsx').then((module) => module.Board));

const BulkBar = lazyComponent(() => import('./bulk-bar.tsx').then((module) => module.BulkBar));

const ListFilters = lazyComponent(() => import('./filters/list-filters.tsx').then((module) => module.ListFilters));

const EmptyView = lazyComponent(() => import('./empty-view.tsx').then((module) => module.EmptyView), {
  optional: true,
});

const NoMatch = lazyComponent(() => import('./empty-view.tsx').then((module) => module.NoMatch), { optional: true });

const LoadMore = lazyComponent(async () => (await whenIdle().then(() => import('./load-more.tsx'))).LoadMore, {
  fallback: null,
});

/** Loaded with the code of open conversations, when the browser is idle. */
const SearchResults = lazyComponent(() =>
  import('./filters/search-results.tsx').then((module) => module.SearchResults),
);

/** The middle pane: the conversations of a view, or search results of all views. */
export function ListPane({ filter, ...props }: ListPaneProps) {
  const { view, narrowing } = props;
  const pages = useThreadSelection(view, narrowing.filter, narrowing.sort, filter);
  const board = useRef<BoardHandle>(null);
  const body = narrowing.board && (
    <Suspense fallback={<ThreadListSkeleton />}>
      <Board
        ref={board}
        view={view}
        listFilter={narrowing.filter}
        sort={narrowing.sort}
        filter={filter}
        selectedId={props.selectedId}
      />
    </Suspense>
  );
  return <ListFrame {...props} pages={pages} threads={pages.threads} board={board} body={body} />;
}

/** The chosen conversations; null: the rows have no checkboxes. What was chosen when the list was left stays until it is changed. */
function useSelection() {
  const left = useLocation({ select: ({ state }) => state.selectedThreads });
  const navigate = useNavigate();
  const [selection, setSelection] = useState<Selection | null>(() =>
    left ? { ids: new Set(left), anchor: null } : null,
  );
  const select = (next: SetStateAction<Selection | null>) => {
    setSelection(next);
    if (left === undefined) return;
    const state = ({ selectedThreads: _, ...others }: HistoryState) => others;
    void navigate({ to: '.', search: true, state, replace: true });
  };
  return [selection, select] as const;
}

export type ListFrameProps = Omit<ListPaneProps, 'filter' | 'narrowing' | 'count' | 'counts'> & {
  /** Absent where the list has one order and no filters. */
  narrowing?: Narrowing;
  count?: ViewCount;
  counts?: ThreadCounts | null;
  pages: ThreadPages;
  /** The loaded threads that belong to the view. */
  threads: readonly Thread[];
  /** The board, in place of the rows. */
  body?: ReactNode;
  board?: { current: BoardHandle | null };
  /** The empty state in place of the view’s. */
  empty?: ReactNode;
  instead?: ThreadListProps['instead'];
};

/** Toolbar, search and rows of a list of conversations. */
export function ListFrame(props: ListFrameProps) {
  const { view, title, pages, threads, empty, instead, selectedId, ref, narrowing } = props;
  const { t } = useLingui();
  const [typed, setTyped] = useListSearch();
  const list = useRef<ThreadListHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly Thread[]>([]);
  const [selection, select] = useSelection();
  useEscape(selection === null ? undefined : () => select(null));
  const shownIds = threads.map(({ id }) => id);
  const toggle = (id: string, range: boolean) =>
    select((before) => toggleSelected(before ?? noSelection, id, shownIds, range));
  const searched = typed !== null && typed.trim() !== '';
  const boarded = Boolean(props.body) && !searched;
  useImperativeHandle(ref, () => ({
    move: (step) => (boarded ? props.board?.current?.moveFocus(step) : list.current?.moveFocus(step)),
    focusThread: (id) => (boarded ? props.board?.current?.focusThread(id) : list.current?.focusThread(id)),
    actOnCard: (act) => (boarded && props.board?.current?.act(act)) || false,
    openSearch: () => {
      setTyped(typed ?? '');
      field.current?.focus();
    },
    toggleSelected: () => {
      const id = list.current?.focusedId() ?? selectedId;
      if (narrowing && !searched && !boarded && id !== null) toggle(id, false);
    },
    threads: searched ? found : (boarded && props.board?.current?.threads()) || threads,
  }));
  const filtered = narrowing !== undefined && isFiltered(narrowing.filter);
  const [filtering, setFiltering] = useState(filtered);
  const usable = threads.length > 0 || pages.started || pages.state === 'failed';
  useEffect(() => (usable ? screenIsUsable() : undefined), [usable]);
  const counted = { count: threads.length, more: !pages.complete };
  const note = pages.started && !searched && !boarded ? countText((!filtered && props.count) || counted) : '';

  return (
    <>
      <header className={styles.bar}>
        <h1 className={styles.title}>{title}</h1>
        <span className={styles.note}>{note}</span>
        <span className={styles.space} />
        {narrowing && (
          <>
            <IconButton
              label={t`Filter`}
              aria-pressed={filtering || filtered}
              onClick={() => setFiltering(!filtering || filtered)}
            >
              <IconFilter {...icon} />
            </IconButton>
            <SortMenu {...narrowing} />
          </>
        )}
        <IconButton
          label={typed === null ? t`Search conversations` : t`Close search`}
          command="app.search"
          aria-expanded={typed !== null}
          onClick={() => setTyped(typed === null ? '' : null)}
        >
          {typed === null ? <IconSearch {...icon} /> : <IconX {...icon} />}
        </IconButton>
        <NotificationBell />
        {narrowing && (
          <Menu
            label={t`List options`}
            groups={[
              [
                ...(narrowing.board
                  ? []
                  : [
                      {
                        id: 'select',
                        label: t`Select conversations`,
                        icon: <IconChecks {...icon} />,
                        run: () => select(noSelection),
                      },
                    ]),
                {
                  id: 'board',
                  label: narrowing.board ? t`Show as list` : t`Show as board`,
                  icon: narrowing.board ? <IconList {...icon} /> : <IconLayoutKanban {...icon} />,
                  run: () => narrowing.onBoard(!narrowing.board),
                },
              ],
            ]}
            button={(button) => (
              <IconButton {...button} label={t`List options`}>
                <IconDots {...icon} />
              </IconButton>
            )}
          />
        )}
      </header>
      {typed !== null && (
        <SearchField
          typed={typed}
          onType={setTyped}
          field={field}
          filter={narrowing?.filter}
          onFilter={narrowing?.onFilter}
        />
      )}
      {narrowing && (filtering || filtered) && !searched && (
        <Suspense>
          <ListFilters view={view} filter={narrowing.filter} sort={narrowing.sort} onChange={narrowing.onFilter} />
        </Suspense>
      )}
      {searched ? (
        <Suspense fallback={<ThreadListSkeleton />}>
          <SearchResults typed={typed} view={view} selectedId={selectedId} list={list} onShown={setFound} />
        </Suspense>
      ) : props.body ? (
        props.body
      ) : threads.length === 0 ? (
        <NoThreads view={view} pages={pages} counts={props.counts ?? null} empty={filtered ? <NoMatch /> : empty} />
      ) : (
        <ThreadList
          ref={list}
          threads={threads}
          selectedId={selectedId}
          view={view}
          instead={instead}
          checked={selection?.ids}
          onCheck={toggle}
          filter={narrowing ? JSON.stringify([narrowing.sort, narrowing.filter]) : ''}
          onRefresh={pages.refresh}
          onNearEnd={pages.complete || pages.state === 'failed' ? undefined : pages.readMore}
          foot={<LoadMore pages={pages} searching={false} />}
        />
      )}
      <Suspense>
        <FollowAssistant />
      </Suspense>
      {selection !== null && !searched && !boarded && (
        <Suspense>
          <BulkBar
            chosen={threads.filter(({ id }) => selection.ids.has(id))}
            shownCount={threads.length}
            onSelectAll={() => select({ ids: new Set(shownIds), anchor: null })}
            onClose={() => select(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function SortMenu({ sort, onSort }: Narrowing) {
  const { t } = useLingui();
  const names: Record<ThreadSort, string> = {
    newest: t`Newest activity`,
    waiting: t`Longest waiting`,
    due: t`Due first`,
    window: t`Window closing`,
    unread: t`Unread first`,
  };
  return (
    <ChoiceMenu
      label={t`Sort: ${names[sort]}`}
      className={iconButtonClass()}
      chosen={sort}
      choices={(Object.keys(names) as ThreadSort[]).map((value) => ({ value, label: names[value] }))}
      onChoose={onSort}
      align="end"
    >
      <IconSortDescending {...icon} />
    </ChoiceMenu>
  );
}

type NoThreadsProps = Pick<ListFrameProps, 'view' | 'pages' | 'empty'> & { counts: ThreadCounts | null };

function NoThreads({ view, pages, counts, empty }: NoThreadsProps) {
  const { t } = useLingui();
  const phase = useAccountPhase();
  const known = useAccount().store.threads.all().length > 0;
  if (phase === 'failed' || (pages.state === 'failed' && !pages.started)) {
    return (
      <EmptyList
        title={t`Can’t reach the server`}
      >{t`Reconnecting… Your conversations will load when the server is back.`}</EmptyList>
    );
  }
  if (!pages.started) return <ThreadListSkeleton />;
  const further = pages.complete ? undefined : <LoadMore pages={pages} searching />;
  return <Suspense>{empty ?? <EmptyView {...{ view, counts, known, further }} />}</Suspense>;
}
