import { useLingui } from '@lingui/react/macro';
import { isMuted } from '@parley/contract/threads';
import type { Thread } from '@parley/contract/types';
import { type Ref, useImperativeHandle, useState } from 'react';
import { useNow } from '../../../platform/use-now.ts';
import { useBelow } from '../../../ui/use-media.ts';
import { useAccount, useRow, useRows } from '../../sync/public.ts';
import { reverseOf } from '../change/bulk-changes.ts';
import { useChangeThread, useToggleDone } from '../change/use-change-thread.ts';
import { useTakeOver } from '../change/use-take-over.ts';
import type { ListPaneHandle } from '../list/list-pane.tsx';
import { Conversation, type ConversationHandle } from '../thread/conversation.tsx';
import { ConversationHeader, type HeaderHandle } from '../thread/header/conversation-header.tsx';
import type { useContactPanel } from '../thread/use-contact-panel.ts';
import type { InboxAddress } from './use-inbox-address.ts';

export type OpenThreadHandle = Pick<ReturnType<typeof useThreadActions>, 'toggleDone' | 'takeMyself' | 'markUnread'>;

type OpenThreadProps = {
  ref: Ref<OpenThreadHandle>;
  thread: Thread;
  panel: ReturnType<typeof useContactPanel>;
  address: InboxAddress;
  list: { current: ListPaneHandle | null };
  conversation: { current: ConversationHandle | null };
  header: { current: HeaderHandle | null };
};

/** The open conversation with its header and its actions. */
export function OpenThread({ ref, thread, panel, address, list, conversation, header }: OpenThreadProps) {
  const account = useAccount();
  const actions = useThreadActions(address, thread, list);
  useImperativeHandle(ref, () => actions);
  const nowMs = useNow();
  const channel = useRow('channels', thread.channel_id);
  const me = useRow('users', account.store.uid);
  const [finding, setFinding] = useState<'search' | 'starred' | null>(null);
  return (
    <>
      <ConversationHeader
        ref={header}
        thread={thread}
        channel={channel}
        users={useRows('users')}
        groups={useRows('user_groups')}
        nowMs={nowMs}
        panelOpen={panel.open}
        onBack={address.leaveThread}
        onSnooze={actions.snooze}
        onMoved={address.openThread}
        onMute={actions.mute}
        onLabel={actions.label}
        onToggleDone={actions.toggleDone}
        onUnread={actions.markUnread}
        onFind={setFinding}
        onTogglePanel={panel.toggle}
      />
      <Conversation
        ref={conversation}
        thread={thread}
        finding={finding}
        onFindingClose={() => setFinding(null)}
        onDone={actions.toggleDone}
        mayReadRaw={me !== undefined && me.role !== 'User'}
      />
    </>
  );
}

/** Actions of the open thread. Failures are shown; the thread is then shown as before. */
function useThreadActions(address: InboxAddress, thread: Thread, list: { current: ListPaneHandle | null }) {
  const { t } = useLingui();
  const change = useChangeThread();
  const toggleDone = useToggleDone();
  const phone = useBelow('md');
  const takeOver = useTakeOver();
  /** The next conversation of the list, since this one leaves it. */
  const goOn = (leaving: string) => {
    const shown = list.current?.threads ?? [];
    const at = shown.findIndex(({ id }) => id === leaving);
    const next = at === -1 ? undefined : (shown[at + 1] ?? shown[at - 1]);
    if (next && !phone) address.openThread(next.id);
    else address.leaveThread();
  };
  return {
    label: (id: string, on: boolean) => {
      change(thread, on ? { add_label_ids: [id] } : { remove_label_ids: [id] });
    },
    mute: (until: string | null) => {
      const before = isMuted(thread, Date.now()) ? (thread.muted_until ?? null) : null;
      const message = until === null ? t`Unmuted` : t`Conversation muted`;
      change(thread, { muted_until: until }, { message, undo: { muted_until: before } });
    },
    takeMyself: () => {
      takeOver(thread);
    },
    markUnread: () => {
      // It would be read again at once while it is open.
      address.leaveThread();
      change(thread, { unread: true });
    },
    toggleDone: () => {
      if (thread.state !== 'DONE') goOn(thread.id);
      toggleDone(thread);
    },
    snooze: (until: Thread['snoozed_until']) => {
      const undo = { snoozed_until: null, ...reverseOf(thread, { snoozed_until: until }, Date.now()) };
      if (until !== null) goOn(thread.id);
      const message = until === null ? t`Snooze ended` : t`Conversation snoozed`;
      change(thread, { snoozed_until: until }, { message, undo });
    },
  };
}
