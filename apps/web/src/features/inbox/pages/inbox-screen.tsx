import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, Suspense, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { whenIdle } from '../../../platform/when-idle.ts';
import { KeysLoading } from '../../../ui/commands/keys-loading.tsx';
import { useBelow, useMedia } from '../../../ui/use-media.ts';
import { useAccount, useRow, useRows, useThread } from '../../sync/public.ts';
import { useAssigneeNote } from '../change/assignee-note.ts';
import type { CardAct } from '../list/board/board.tsx';
import { useViewCounts, useViewFilter } from '../list/filters/use-views.ts';
import { allEntries, useViewEntries, ViewMenu, ViewsPanel } from '../list/filters/views-panel.tsx';
import { ListPane, type ListPaneHandle } from '../list/list-pane.tsx';
import { useListWidth } from '../list/list-width.ts';
import type { ScheduledPaneProps } from '../list/scheduled-pane.tsx';
import { ThreadListSkeleton } from '../list/thread-list.tsx';
import type { ConversationHandle } from '../thread/conversation.tsx';
import type { HeaderHandle } from '../thread/header/conversation-header.tsx';
import { TimelineSkeleton } from '../thread/timeline-skeleton.tsx';
import { useContactPanel } from '../thread/use-contact-panel.ts';
import styles from './inbox-screen.module.css';
import type { OpenThreadHandle } from './open-thread.tsx';
import { useAssigneeOf } from './use-assignee-of.ts';
import type { InboxAddress } from './use-inbox-address.ts';
import type { Shortcuts } from './use-shortcuts.ts';
import { useThreadFocus } from './use-thread-focus.ts';

const openThread = () => {
  // Not needed by a conversation, but by the next key press.
  import('../list/filters/search-results.tsx').catch(() => undefined);
  return import('../lazy.ts');
};
const ChecklistCard = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('../../settings/public.ts')).ChecklistCard;
  },
  { fallback: null, optional: true },
);
const ConnectedContactPanel = lazyComponent(() => openThread().then((module) => module.ConnectedContactPanel));
const OpenThread = lazyComponent(() => openThread().then((module) => module.OpenThread));
const MentionsPane = lazyComponent(() => openThread().then((module) => module.MentionsPane));
const ScheduledPane = lazyComponent<ScheduledPaneProps>(() =>
  import('../list/scheduled-pane.tsx').then((module) => module.ScheduledPane),
);
const InboxShortcuts = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('./inbox-shortcuts.tsx')).InboxShortcuts;
  },
  { fallback: <KeysLoading />, optional: true },
);
const ListResizer = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('../list/list-resizer.tsx')).ListResizer;
  },
  { fallback: null, optional: true },
);
const MissingThread = lazyComponent(() => openThread().then((module) => module.MissingThread));
const NothingChosen = lazyComponent(
  async () => (await whenIdle().then(() => import('../thread/no-conversation.tsx'))).NothingChosen,
  { fallback: null },
);

/** Views, list, conversation and contact, as many side by side as there is room for. */
export function InboxScreen(address: InboxAddress) {
  const { t } = useLingui();
  const { threadId, view } = address;
  const filter = useViewFilter();
  const account = useAccount();
  const { uid } = account.store;
  const ownGroups = useRows('user_groups').filter(({ member_ids: members }) => members.includes(uid));
  const { countOf, counts } = useViewCounts(filter);
  const saved = useRows('saved_views');
  const entries = useViewEntries(useRows('channels'), ownGroups, useRows('labels'), saved, countOf);
  const list = useRef<ListPaneHandle>(null);
  const conversation = useRef<ConversationHandle>(null);
  const header = useRef<HeaderHandle>(null);
  const thread = useThread(threadId ?? '');
  const isGroup = thread?.group !== undefined;
  const blocks = useRow('channels', thread?.channel_id ?? '')?.kind === 'WHATSAPP' && !isGroup;
  const region = useRef<HTMLElement>(null);
  useThreadFocus(threadId === null ? null : thread?.id, region, (id) => list.current?.focusThread(id));
  const board = address.board && view !== 'mentions';
  const panel = useContactPanel(board, threadId);
  /** The contact whose panel was opened: closed, or without room, it is only hidden. */
  const [panelFor, setPanelFor] = useState<string | null>(null);
  if (thread && panel.open && panelFor !== thread.contact_id) setPanelFor(thread.contact_id);
  const isSmall = useBelow('xl');
  const phone = useBelow('md');
  const firstSteps = <ChecklistCard folded={phone} />;
  // Views, list, conversation and contact together take 1440 px.
  const tight = useMedia('(width < 90em)');
  // From the first frame, by the URL: the panes must not move when the conversation is loaded.
  const folded = tight && panel.open && !panel.over && threadId !== null;
  const open = useRef<OpenThreadHandle>(null);
  useEffect(() => {
    // Before the first conversation is opened, so that opening it never waits for code.
    let stop: (() => void) | null = () => undefined;
    void whenIdle()
      .then(openThread)
      .then(({ followInbox }) => {
        if (stop !== null) stop = followInbox(account);
      })
      .catch(() => undefined);
    return () => {
      stop?.();
      stop = null;
    };
  }, [account]);
  const { width, resize } = useListWidth();
  const assignee = useAssigneeOf(thread);
  const onCard = (act: CardAct, onOpen: () => void) => () => {
    if (list.current?.actOnCard?.(act) !== true) onOpen();
  };
  const shortcuts: Shortcuts = {
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
    '/': () => list.current?.openSearch(),
    x: () => list.current?.toggleSelected(),
    ...((thread || board) && {
      e: onCard('done', () => open.current?.toggleDone()),
      a: onCard('assign', () => header.current?.openAssign()),
      h: onCard('snooze', () => header.current?.openSnooze()),
      l: onCard('label', () => header.current?.openLabels()),
    }),
    ...(thread && {
      i: () => open.current?.takeMyself(),
      ...(assignee && {
        'inbox.assignee-note': () => useAssigneeNote.set({ account, to: assignee, threadIds: [thread.id] }),
      }),
      t: () => conversation.current?.openTemplates(),
      u: () => open.current?.markUnread(),
      f: () => header.current?.openSearch(),
      r: () => conversation.current?.focusReply(),
      n: () => conversation.current?.focusNote(),
      'mod+shift+n': () => conversation.current?.switchMode(),
      ']': panel.toggle,
      ...(!isGroup && { 'inbox.merge': () => header.current?.openMerge() }),
      'inbox.mute': () => header.current?.openMute(),
      ...(blocks && { 'inbox.block': () => header.current?.openBlock() }),
      Escape: () => leave(panel, address.leaveThread),
    }),
  };
  const all = allEntries(entries);
  const current = all.find((entry) => entry.view === view);
  const title =
    isSmall || folded ? (
      <ViewMenu
        entries={entries}
        view={view}
        onChoose={(next) => address.chooseView(next, all.find((entry) => entry.view === next)?.sort)}
      />
    ) : (
      <bdi>{current?.label}</bdi>
    );

  return (
    <>
      <InboxShortcuts
        shortcuts={shortcuts}
        shownId={thread?.id}
        list={list}
        conversation={conversation}
        onOpen={address.openThread}
      />
      <ViewsPanel entries={entries} view={view} folded={folded || isSmall} />
      <main
        id="main"
        tabIndex={-1}
        className={styles.main}
        style={width === null ? undefined : ({ '--list-chosen': `${width}px` } as CSSProperties)}
        data-thread={threadId !== null || undefined}
        data-panel={panel.open || undefined}
        data-board={board || undefined}
      >
        <section className={styles.list} aria-label={t`Conversations`}>
          <Suspense fallback={<ThreadListSkeleton />}>
            {view === 'mentions' ? (
              <MentionsPane ref={list} title={title} selectedId={threadId} />
            ) : view === 'scheduled' ? (
              <ScheduledPane ref={list} title={title} selectedId={threadId} />
            ) : (
              <ListPane
                key={view}
                ref={list}
                view={view}
                title={title}
                filter={filter}
                count={countOf(view)}
                counts={counts}
                narrowing={{
                  filter: address.filter,
                  sort: address.sort,
                  onFilter: address.chooseFilter,
                  onSort: address.chooseSort,
                  board,
                  onBoard: address.chooseBoard,
                }}
                selectedId={threadId}
              />
            )}
          </Suspense>
          {phone && <div className={styles.firstSteps}>{firstSteps}</div>}
        </section>
        <Suspense>{!board && <ListResizer width={width ?? (panel.open ? 320 : 340)} onResize={resize} />}</Suspense>
        <section ref={region} tabIndex={-1} className={styles.conversation} aria-label={t`Conversation`}>
          {threadId !== null && <h1 className={`visually-hidden ${styles.phoneTitle}`}>{t`Conversation`}</h1>}
          {threadId === null && <NothingChosen firstSteps={!phone && firstSteps} />}
          <Suspense fallback={<TimelineSkeleton />}>
            {threadId !== null && thread === undefined && (
              <MissingThread key={threadId} threadId={threadId} onBack={address.leaveThread} />
            )}
            {thread && (
              <OpenThread
                key={thread.id}
                ref={open}
                thread={thread}
                panel={panel}
                address={address}
                list={list}
                conversation={conversation}
                header={header}
              />
            )}
          </Suspense>
        </section>
      </main>
      <Suspense>
        {thread && (panel.open || panelFor === thread.contact_id) && (
          <ConnectedContactPanel thread={thread} open={panel.open} over={panel.over} onClose={panel.toggle} />
        )}
      </Suspense>
    </>
  );
}

/** Escape closes the topmost layer: the field, the panel over the conversation, the conversation. */
function leave(panel: ReturnType<typeof useContactPanel>, leaveThread: () => void): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement) focused.blur();
  else if (panel.over && panel.open) panel.toggle();
  else leaveThread();
}
