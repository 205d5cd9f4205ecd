import { useLingui } from '@lingui/react/macro';
import { isSnoozed } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { Suspense, useEffect, useRef } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { useNow } from '../../../platform/use-now.ts';
import { whenIdle } from '../../../platform/when-idle.ts';
import { toast } from '../../../ui/toast.ts';
import { useBelow, useMedia } from '../../../ui/use-media.ts';
import { useAccount, useRow, useRows, useThread } from '../../sync/public.ts';
import type { ConversationHandle } from '../components/conversation.tsx';
import type { HeaderHandle } from '../components/conversation-header.tsx';
import { ListPane, type ListPaneHandle } from '../components/list-pane.tsx';
import { ThreadListSkeleton } from '../components/thread-list.tsx';
import { useViewEntries, ViewMenu, ViewsPanel } from '../components/views-panel.tsx';
import { changeThread, type ThreadChange } from '../data/change-thread.ts';
import { useContactPanel } from '../data/use-contact-panel.ts';
import type { InboxAddress } from '../data/use-inbox-address.ts';
import type { Shortcuts } from '../data/use-shortcuts.ts';
import { useViewCounts, useViewFilter } from '../data/use-views.ts';
import styles from './inbox-screen.module.css';

const openThread = () => {
  // Not needed by a conversation, but by the next key press.
  import('../components/search-results.tsx').catch(() => undefined);
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
const Conversation = lazyComponent(() => openThread().then((module) => module.Conversation));
const ConversationHeader = lazyComponent(() => openThread().then((module) => module.ConversationHeader));
const MentionsPane = lazyComponent(() => openThread().then((module) => module.MentionsPane));
const InboxShortcuts = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('../components/inbox-shortcuts.tsx')).InboxShortcuts;
  },
  { fallback: null, optional: true },
);
const MissingThread = lazyComponent(() => openThread().then((module) => module.MissingThread));
const NothingChosen = lazyComponent(
  () => import('../components/no-conversation.tsx').then((module) => module.NothingChosen),
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
  const countOf = useViewCounts(filter);
  const entries = useViewEntries(useRows('channels'), ownGroups, useRows('labels'), countOf);
  const list = useRef<ListPaneHandle>(null);
  const conversation = useRef<ConversationHandle>(null);
  const header = useRef<HeaderHandle>(null);
  const thread = useThread(threadId ?? '');
  const panel = useContactPanel();
  const narrow = useBelow('xl');
  const phone = useBelow('md');
  const firstSteps = <ChecklistCard folded={phone} />;
  // Views, list, conversation and contact together take 1440 px.
  const tight = useMedia('(width < 90em)');
  // From the first frame, by the URL: the panes must not move when the conversation is loaded.
  const folded = tight && panel.open && threadId !== null;
  const actions = useThreadActions(address, thread, list);
  useEffect(() => {
    // Before the first conversation is opened, so that opening it never waits for code.
    let stop: (() => void) | null = () => undefined;
    void whenIdle()
      .then(openThread)
      .then(({ followMentions }) => {
        if (stop !== null) stop = followMentions(account);
      })
      .catch(() => undefined);
    return () => {
      stop?.();
      stop = null;
    };
  }, [account]);
  const shortcuts: Shortcuts = {
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
    '/': () => list.current?.openSearch(),
    x: () => list.current?.toggleSelected(),
    ...(thread && {
      e: actions.toggleDone,
      i: actions.takeMyself,
      h: () => header.current?.openSnooze(),
      l: () => header.current?.openLabels(),
      r: () => conversation.current?.focusReply(),
      n: () => conversation.current?.focusNote(),
      'mod+shift+n': () => conversation.current?.switchMode(),
      ']': panel.toggle,
      Escape: () => leave(panel, narrow, address.leaveThread),
    }),
  };
  const current = [...entries.fixed, ...entries.groups, ...entries.channels, ...entries.labels].find(
    (entry) => entry.view === view,
  );
  const title =
    narrow || folded ? (
      <ViewMenu entries={entries} view={view} onChoose={address.chooseView} />
    ) : (
      <bdi>{current?.label}</bdi>
    );

  return (
    <>
      <InboxShortcuts shortcuts={shortcuts} />
      <ViewsPanel entries={entries} view={view} folded={folded || narrow} />
      <main
        id="main"
        tabIndex={-1}
        className={styles.main}
        data-thread={threadId !== null || undefined}
        data-panel={panel.open || undefined}
      >
        <section className={styles.list} aria-label={t`Conversations`}>
          <Suspense fallback={<ThreadListSkeleton />}>
            {view === 'mentions' ? (
              <MentionsPane ref={list} title={title} selectedId={threadId} />
            ) : (
              <ListPane
                key={view}
                ref={list}
                view={view}
                title={title}
                filter={filter}
                count={countOf(view)}
                narrowing={{
                  filter: address.filter,
                  sort: address.sort,
                  onFilter: address.chooseFilter,
                  onSort: address.chooseSort,
                }}
                selectedId={threadId}
              />
            )}
          </Suspense>
          {phone && <div className={styles.firstSteps}>{firstSteps}</div>}
        </section>
        <section className={styles.conversation} aria-label={t`Conversation`}>
          {threadId !== null && <h1 className={styles.phoneTitle}>{t`Conversation`}</h1>}
          {threadId === null && <NothingChosen firstSteps={!phone && firstSteps} />}
          <Suspense>
            {threadId !== null && thread === undefined && (
              <MissingThread key={threadId} threadId={threadId} onBack={address.leaveThread} />
            )}
            {thread && (
              <OpenThread
                key={thread.id}
                thread={thread}
                panel={panel}
                address={address}
                actions={actions}
                conversation={conversation}
                header={header}
              />
            )}
          </Suspense>
        </section>
      </main>
      <Suspense>
        {thread && panel.open && (
          <ConnectedContactPanel key={thread.contact_id} thread={thread} onClose={panel.toggle} />
        )}
      </Suspense>
    </>
  );
}

/** Escape closes the topmost layer: the field, the panel over the conversation, the conversation. */
function leave(panel: ReturnType<typeof useContactPanel>, narrow: boolean, leaveThread: () => void): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement) focused.blur();
  else if (narrow && panel.open) panel.toggle();
  else leaveThread();
}

type OpenThreadProps = {
  thread: Thread;
  panel: ReturnType<typeof useContactPanel>;
  address: InboxAddress;
  actions: ReturnType<typeof useThreadActions>;
  conversation: { current: ConversationHandle | null };
  header: { current: HeaderHandle | null };
};

function OpenThread({ thread, panel, address, actions, conversation, header }: OpenThreadProps) {
  const account = useAccount();
  const nowMs = useNow();
  const channel = useRow('channels', thread.channel_id);
  const me = useRow('users', account.store.uid);
  return (
    <>
      <ConversationHeader
        ref={header}
        thread={thread}
        channel={channel}
        users={useRows('users')}
        groups={useRows('user_groups')}
        uid={account.store.uid}
        nowMs={nowMs}
        panelOpen={panel.open}
        onBack={address.leaveThread}
        onAssign={actions.assign}
        onSnooze={actions.snooze}
        onLabel={actions.label}
        onToggleDone={actions.toggleDone}
        onTogglePanel={panel.toggle}
      />
      <Conversation
        ref={conversation}
        thread={thread}
        onDone={actions.toggleDone}
        mayReadRaw={me !== undefined && me.role !== 'User'}
      />
    </>
  );
}

/** The snooze to restore; one that is over is not set again. */
function snoozeOf(thread: Thread): ThreadChange {
  return isSnoozed(thread, Date.now()) ? { snoozed_until: thread.snoozed_until } : {};
}

/** Actions of the open thread. Failures are shown; the thread is then shown as before. */
function useThreadActions(address: InboxAddress, thread: Thread | undefined, list: { current: ListPaneHandle | null }) {
  const { t } = useLingui();
  const account = useAccount();
  const phone = useBelow('md');
  const change = async (id: string, next: ThreadChange, done?: { message: string; undo: ThreadChange }) => {
    try {
      await changeThread(account, id, next);
      if (done !== undefined) {
        toast({ message: done.message, action: { label: t`Undo`, run: () => void change(id, done.undo) } });
      }
    } catch {
      toast({ message: t`Couldn't update this conversation. Try again.` });
    }
  };
  /** The next conversation of the list, since this one leaves it. */
  const goOn = (leaving: string) => {
    const shown = list.current?.threads ?? [];
    const at = shown.findIndex(({ id }) => id === leaving);
    const next = at === -1 ? undefined : (shown[at + 1] ?? shown[at - 1]);
    if (next && !phone) address.openThread(next.id);
    else address.leaveThread();
  };
  return {
    assign: (to: Pick<Thread, 'assignee_id' | 'assignee_group_id'>) => {
      if (thread) void change(thread.id, to);
    },
    label: (id: string, on: boolean) => {
      if (thread) void change(thread.id, on ? { add_label_ids: [id] } : { remove_label_ids: [id] });
    },
    takeMyself: () => {
      if (thread) void change(thread.id, { assignee_id: account.store.uid });
    },
    toggleDone: () => {
      if (!thread) return;
      if (thread.state === 'DONE') {
        void change(thread.id, { state: 'ACTIVE' });
        return;
      }
      goOn(thread.id);
      void change(
        thread.id,
        { state: 'DONE' },
        { message: t`Conversation done`, undo: { state: 'ACTIVE', ...snoozeOf(thread) } },
      );
    },
    snooze: (until: Thread['snoozed_until']) => {
      if (!thread) return;
      const undo = { snoozed_until: null, state: thread.state, ...snoozeOf(thread) };
      if (until !== null) goOn(thread.id);
      const message = until === null ? t`Snooze ended` : t`Conversation snoozed`;
      void change(thread.id, { snoozed_until: until }, { message, undo });
    },
  };
}
