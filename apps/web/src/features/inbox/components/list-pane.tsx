import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, type Ref, Suspense, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { loadWords } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { Button } from '../../../ui/button.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useAccountPhase } from '../../sync/public.ts';
import { useThreadPages } from '../use-thread-pages.ts';
import { type InboxView, looksThroughLoaded, matchesFilter, type ViewFilter, viewKeeps, viewQuery } from '../views.ts';
import { EmptyList } from './empty-list.tsx';
import styles from './list-pane.module.css';
import { ThreadList, type ThreadListHandle, type ThreadListProps, ThreadListSkeleton } from './thread-list.tsx';
import { countWords } from './views-panel.tsx';

export type ListPaneHandle = {
  /** The row before or after the one with the focus. */
  move: (step: 1 | -1) => void;
  openFilter: () => void;
  /** Threads as they stand in the list, top to bottom. */
  threads: readonly Thread[];
};

export type ListPaneProps = {
  view: InboxView;
  /** The view's name, or the menu of views where the sub-panel has no room. */
  title: ReactNode;
  filter: ViewFilter;
  selectedId: string | null;
  ref?: Ref<ListPaneHandle>;
};

const EmptyView = lazyPart(async () => {
  // Offline there are no words about an empty list, and the inbox does without.
  const parts = Promise.all([import('./empty-view.tsx'), loadWords('thread')]).catch(() => null);
  return (await parts)?.[0].EmptyView ?? (() => null);
});

/** The middle pane: a view's conversations, filtered by what is typed. */
export function ListPane({ filter, ...props }: ListPaneProps) {
  const { view } = props;
  const query = useMemo(() => viewQuery(view), [view]);
  const pages = useThreadPages(query);
  const threads = useMemo(
    () => pages.threads.filter((row) => viewKeeps(view, row, filter)),
    [pages.threads, view, filter],
  );
  return <ListFrame {...props} pages={pages} threads={threads} />;
}

export type ListFrameProps = Omit<ListPaneProps, 'filter'> & {
  pages: Pages;
  /** What of the pages belongs to the view. */
  threads: readonly Thread[];
  /** Stands there when nothing does, in place of the words of the view. */
  empty?: ReactNode;
  instead?: ThreadListProps['instead'];
};

/** Bar, filter and rows of a list of conversations. */
export function ListFrame({ view, title, pages, threads: all, empty, instead, selectedId, ref }: ListFrameProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const list = useRef<ThreadListHandle>(null);
  const threads = useMemo(() => all.filter((row) => typed === null || matchesFilter(row, typed)), [all, typed]);
  useImperativeHandle(ref, () => ({
    move: (step) => list.current?.moveFocus(step),
    openFilter: () => setTyped(typed ?? ''),
    threads,
  }));
  const searching = looksThroughLoaded(view) || (typed !== null && typed.trim() !== '');
  const note = pages.started ? countWords({ count: threads.length, more: !pages.complete && !searching }) : '';

  return (
    <>
      <header className={styles.bar}>
        <h1 className={styles.title}>{title}</h1>
        <span className={styles.note}>{note}</span>
        <span className={styles.space} />
        <IconButton
          label={typed === null ? t`Filter by name or number` : t`End the filter`}
          command="inbox.filter"
          aria-expanded={typed !== null}
          onClick={() => setTyped(typed === null ? '' : null)}
        >
          {typed === null ? <IconSearch {...icon} /> : <IconX {...icon} />}
        </IconButton>
      </header>
      {typed !== null && <FilterField typed={typed} onType={setTyped} />}
      {threads.length === 0 ? (
        <NoThreads view={view} typed={typed} pages={pages} empty={empty} />
      ) : (
        <ThreadList
          ref={list}
          threads={threads}
          selectedId={selectedId}
          view={view}
          instead={instead}
          filter={typed ?? ''}
          onNearEnd={pages.complete || searching || pages.state === 'failed' ? undefined : pages.readMore}
          foot={<Further pages={pages} searching={searching} />}
        />
      )}
    </>
  );
}

function FilterField({ typed, onType }: { typed: string; onType: (typed: string | null) => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.filter}>
      <IconSearch {...smallIcon} />
      <input
        ref={(input) => input?.focus()}
        type="search"
        value={typed}
        aria-label={t`Filter by name or number`}
        placeholder={t`Name or number`}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onType(null);
        }}
      />
    </div>
  );
}

/** A selection as far as it was read, and the way further. */
export type Pages = ReturnType<typeof useThreadPages>;

/** Under the last row: honest about how far was looked, and the way further. */
function Further({ pages, searching }: { pages: Pages; searching: boolean }): ReactNode {
  const { t } = useLingui();
  if (pages.complete) return null;
  if (pages.state === 'reading') return t`Reading further`;
  const looked = pages.threads.length;
  return (
    <span className={styles.further}>
      {pages.state === 'failed'
        ? t`Further conversations could not be read.`
        : searching && t`Looked through the latest ${looked} conversations.`}
      {(searching || pages.state === 'failed') && (
        <Button size="sm" onClick={pages.readMore}>
          {pages.state === 'failed' ? t`Try again` : t`Look further`}
        </Button>
      )}
    </span>
  );
}

type NoThreadsProps = Pick<ListFrameProps, 'view' | 'pages' | 'empty'> & { typed: string | null };

function NoThreads({ view, typed, pages, empty }: NoThreadsProps) {
  const { t } = useLingui();
  const phase = useAccountPhase();
  if (phase === 'failed' || (pages.state === 'failed' && !pages.started)) {
    return (
      <EmptyList
        title={t`The server cannot be reached`}
      >{t`Your conversations stand here as soon as it answers; it is asked again by itself.`}</EmptyList>
    );
  }
  if (!pages.started) return <ThreadListSkeleton />;
  const further = pages.complete ? undefined : <Further pages={pages} searching />;
  if (typed !== null && typed.trim() !== '') {
    return (
      <EmptyList
        title={t`Nobody by that name or number`}
        foot={further}
      >{t`Try a part of the name, or a few digits.`}</EmptyList>
    );
  }
  return <Suspense>{empty ?? <EmptyView view={view} further={further} />}</Suspense>;
}
