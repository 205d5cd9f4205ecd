import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconSearch, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useAccountPhase, useRows, useStanding } from '../../sync/public.ts';
import { useThreadPages } from '../use-thread-pages.ts';
import { type InboxView, looksThroughLoaded, matchesFilter, type ViewFilter, viewKeeps, viewQuery } from '../views.ts';
import styles from './list-pane.module.css';
import { ThreadList, type ThreadListHandle, ThreadListSkeleton } from './thread-list.tsx';
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

/** The middle pane: a view's conversations, filtered by what is typed. */
export function ListPane({ view, title, filter, selectedId, ref }: ListPaneProps) {
  const { t } = useLingui();
  const query = useMemo(() => viewQuery(view), [view]);
  const pages = useThreadPages(query);
  const [typed, setTyped] = useState<string | null>(null);
  const list = useRef<ThreadListHandle>(null);
  const threads = useMemo(
    () => pages.threads.filter((row) => viewKeeps(view, row, filter) && (typed === null || matchesFilter(row, typed))),
    [pages.threads, view, filter, typed],
  );
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
        <NoThreads view={view} typed={typed} pages={pages} />
      ) : (
        <ThreadList
          ref={list}
          threads={threads}
          selectedId={selectedId}
          view={view}
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

type Pages = ReturnType<typeof useThreadPages>;

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

function NoThreads({ view, typed, pages }: { view: InboxView; typed: string | null; pages: Pages }) {
  const { t } = useLingui();
  const phase = useAccountPhase();
  if (phase === 'failed' || (pages.state === 'failed' && !pages.started)) {
    return (
      <Words
        title={t`The server cannot be reached`}
      >{t`Your conversations stand here as soon as it answers; it is asked again by itself.`}</Words>
    );
  }
  if (!pages.started) return <ThreadListSkeleton />;
  const further = pages.complete ? undefined : <Further pages={pages} searching />;
  if (typed !== null && typed.trim() !== '') {
    return (
      <Words
        title={t`Nobody by that name or number`}
        foot={further}
      >{t`Try a part of the name, or a few digits.`}</Words>
    );
  }
  return <EmptyView view={view} further={further} />;
}

function EmptyView({ view, further }: { view: InboxView; further: ReactNode }) {
  const { t } = useLingui();
  const sandbox = useRows('channels').some((channel) => channel.sandbox);
  const { only_assigned: seesOnlyOwn } = useStanding().restrictions;
  if (seesOnlyOwn && (view === 'active' || view === 'unassigned' || view.includes(':'))) {
    return (
      <Words title={t`Nothing for you here`}>
        {t`You see only conversations assigned to you or to your groups. An Admin or Owner set this and can lift it.`}
      </Words>
    );
  }
  if (view === 'mine')
    return <Words title={t`Nothing is assigned to you`}>{t`Open a conversation and press I to take it.`}</Words>;
  if (view === 'unassigned')
    return <Words title={t`Everything has somebody`}>{t`Conversations that nobody took stand here.`}</Words>;
  if (view === 'closing') {
    return (
      <Words title={t`No window closes soon`} foot={further}>
        {t`Who waits for an answer with less than two hours left stands here.`}
      </Words>
    );
  }
  if (view === 'failed') {
    return (
      <Words title={t`Nothing failed`} foot={further}>
        {t`Conversations whose last message could not be sent stand here.`}
      </Words>
    );
  }
  if (view === 'done')
    return <Words title={t`Nothing is done yet`}>{t`Press E in a conversation to mark it as done.`}</Words>;
  return (
    <Words
      title={t`No conversations yet`}
      foot={
        sandbox && (
          <Link to="/sandbox" className={buttonClass({ variant: 'filled' })}>
            {t`Write the first message in the sandbox`}
          </Link>
        )
      }
    >
      {t`When somebody writes to your number, the conversation stands here.`}
    </Words>
  );
}

function Words({ title, children, foot }: { title: string; children: ReactNode; foot?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <EmptyState title={title} actions={foot || undefined}>
        {children}
      </EmptyState>
    </div>
  );
}
