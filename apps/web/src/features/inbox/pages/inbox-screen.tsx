import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { Suspense, useEffect, useRef } from 'react';
import { loadWords } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { whenIdle } from '../../../platform/when-idle.ts';
import { toast } from '../../../ui/toast.ts';
import { useBelow } from '../../../ui/use-media.ts';
import { useAccount, useRow, useRows, useThread } from '../../sync/public.ts';
import { changeThread } from '../change-thread.ts';
import type { ConversationHandle } from '../components/conversation.tsx';
import { ListPane, type ListPaneHandle } from '../components/list-pane.tsx';
import { NothingChosen } from '../components/no-conversation.tsx';
import { ThreadListSkeleton } from '../components/thread-list.tsx';
import { useViewEntries, ViewMenu, ViewsPanel } from '../components/views-panel.tsx';
import { useContactPanel } from '../use-contact-panel.ts';
import { useNow } from '../use-now.ts';
import { useShortcuts } from '../use-shortcuts.ts';
import { useViewCounts, useViewFilter } from '../use-views.ts';
import styles from './inbox-screen.module.css';
import type { InboxAddress } from './use-inbox-address.ts';

const openThread = async () => {
  const [parts] = await Promise.all([import('../components/open-thread.ts'), loadWords('thread')]);
  return parts;
};
const ChecklistCard = lazyPart(async () => {
  await whenIdle();
  // Offline there is no card, and the inbox does without.
  const parts = Promise.all([import('../../settings/public.ts'), loadWords('settings')]).catch(() => null);
  return (await parts)?.[0].ChecklistCard ?? (() => null);
});
const ConnectedContactPanel = lazyPart(() => openThread().then((module) => module.ConnectedContactPanel));
const Conversation = lazyPart(() => openThread().then((module) => module.Conversation));
const ConversationHeader = lazyPart(() => openThread().then((module) => module.ConversationHeader));
const MentionsPane = lazyPart(() => openThread().then((module) => module.MentionsPane));
const MissingThread = lazyPart(() => openThread().then((module) => module.MissingThread));

/** Views, list, conversation and contact, as many beside each other as there is room for. */
export function InboxScreen(address: InboxAddress) {
  const { t } = useLingui();
  const { threadId, view } = address;
  const filter = useViewFilter();
  const account = useAccount();
  const { uid } = account.store;
  const ownGroups = useRows('user_groups').filter(({ member_ids: members }) => members.includes(uid));
  const entries = useViewEntries(useRows('channels'), ownGroups, useViewCounts(filter));
  const list = useRef<ListPaneHandle>(null);
  const conversation = useRef<ConversationHandle>(null);
  const thread = useThread(threadId ?? '');
  const panel = useContactPanel();
  const narrow = useBelow('xl');
  const phone = useBelow('md');
  const firstSteps = (
    <Suspense>
      <ChecklistCard folded={phone} />
    </Suspense>
  );
  const tight = useBelow('2xl');
  // From the first frame, by the address: the panes must not jump when the conversation has been read.
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
  useShortcuts({
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
    '/': () => list.current?.openFilter(),
    ...(thread && {
      e: actions.toggleDone,
      i: actions.takeMyself,
      r: () => conversation.current?.focusReply(),
      n: () => conversation.current?.focusNote(),
      'mod+shift+n': () => conversation.current?.switchMode(),
      ']': panel.toggle,
      Escape: () => leave(panel, narrow, address.leaveThread),
    }),
  });
  const current = [...entries.fixed, ...entries.groups, ...entries.channels].find((entry) => entry.view === view);
  const title =
    narrow || folded ? (
      <ViewMenu entries={entries} view={view} onChoose={address.chooseView} />
    ) : (
      <bdi>{current?.label}</bdi>
    );

  return (
    <>
      <ViewsPanel entries={entries} view={view} folded={folded || narrow} />
      <main id="main" tabIndex={-1} className={styles.main} data-thread={threadId !== null || undefined}>
        <section className={styles.list} aria-label={t`Conversations`}>
          <Suspense fallback={<ThreadListSkeleton />}>
            {view === 'mentions' ? (
              <MentionsPane ref={list} title={title} selectedId={threadId} />
            ) : (
              <ListPane key={view} ref={list} view={view} title={title} filter={filter} selectedId={threadId} />
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

/** Escape leaves what lies on top: the field, the panel over the conversation, the conversation. */
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
};

function OpenThread({ thread, panel, address, actions, conversation }: OpenThreadProps) {
  const account = useAccount();
  const nowMs = useNow();
  const channel = useRow('channels', thread.channel_id);
  const me = useRow('users', account.store.uid);
  return (
    <>
      <ConversationHeader
        thread={thread}
        channel={channel}
        users={useRows('users')}
        groups={useRows('user_groups')}
        uid={account.store.uid}
        nowMs={nowMs}
        panelOpen={panel.open}
        onBack={address.leaveThread}
        onAssign={actions.assign}
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

/** What can be done with the open thread. Failures say so; the screen then shows the thread as it was. */
function useThreadActions(address: InboxAddress, thread: Thread | undefined, list: { current: ListPaneHandle | null }) {
  const { t } = useLingui();
  const account = useAccount();
  const phone = useBelow('md');
  const change = async (id: string, next: Parameters<typeof changeThread>[2], done?: string) => {
    try {
      await changeThread(account, id, next);
      if (done !== undefined) {
        toast({ message: done, action: { label: t`Undo`, run: () => void change(id, { state: 'ACTIVE' }) } });
      }
    } catch {
      toast({ message: t`That could not be changed. The conversation is as it was.` });
    }
  };
  return {
    assign: (to: Pick<Thread, 'assignee_id' | 'assignee_group_id'>) => {
      if (thread) void change(thread.id, to);
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
      const shown = list.current?.threads ?? [];
      const at = shown.findIndex(({ id }) => id === thread.id);
      const next = at === -1 ? undefined : (shown[at + 1] ?? shown[at - 1]);
      void change(thread.id, { state: 'DONE' }, t`Conversation done`);
      if (next && !phone) address.openThread(next.id);
      else address.leaveThread();
    },
  };
}
