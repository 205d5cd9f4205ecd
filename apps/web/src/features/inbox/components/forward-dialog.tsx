import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { useMemo, useState } from 'react';
import { channelNow, useNow } from '../../../platform/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { replyWindowAt } from '../../../ui/reply-window.ts';
import { SearchBox } from '../../../ui/search-box.tsx';
import { toast } from '../../../ui/toast.ts';
import { contactName } from '../../contacts/public.ts';
import { SandboxTag } from '../../sandbox/public.ts';
import { useAccount, useRows, useThreads } from '../../sync/public.ts';
import { forwardMessage } from '../data/forward.ts';
import { useThreadSearch } from '../data/use-thread-search.ts';
import styles from './message-actions.module.css';

const everything = {};
const mostOffered = 30;

/** Chooses the conversation that a message is sent to as well. */
export function ForwardDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const [typed, setTyped] = useState('');
  const forward = (thread: Thread) => {
    const name = contactName(thread.contact);
    onClose();
    void forwardMessage(account, message, thread).then(
      () => toast({ message: t`Forwarded to ${name}` }),
      () => toast({ message: t`Couldn't save the message on this device. Try again.` }),
    );
  };
  return (
    <Dialog title={t`Forward message`} onClose={onClose}>
      <SearchBox label={t`Search conversations by name or number`} value={typed} onChange={setTyped} />
      {typed.trim() === '' ? (
        <RecentThreads except={message.thread_id} onChoose={forward} />
      ) : (
        <FoundThreads typed={typed} except={message.thread_id} onChoose={forward} />
      )}
    </Dialog>
  );
}

type ChooseProps = { except: string; onChoose: (thread: Thread) => void };

function RecentThreads(props: ChooseProps) {
  const { threads } = useThreads(everything);
  const account = useAccount();
  // Until everything is read the selection has holes; what is held will do for a suggestion.
  const shown = useMemo(() => (threads.length > 0 ? threads : account.store.threads.all()), [threads, account]);
  return <ThreadChoices threads={shown} {...props} />;
}

function FoundThreads({ typed, ...props }: ChooseProps & { typed: string }) {
  const { threads } = useThreadSearch(typed);
  return <ThreadChoices threads={threads} {...props} />;
}

function ThreadChoices({ threads, except, onChoose }: ChooseProps & { threads: readonly Thread[] }) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const nowMs = useNow();
  const offered = threads.filter(({ id }) => id !== except).slice(0, mostOffered);
  if (offered.length === 0) return <p className={styles.note}>{t`No results`}</p>;
  return (
    <div className={styles.rows}>
      {offered.map((thread) => {
        const channel = channels.find(({ id }) => id === thread.channel_id);
        const now = channelNow(nowMs, channel);
        const closed = channel?.kind !== 'SESSION' && replyWindowAt(thread.window_expires_at, now).kind === 'closed';
        return (
          <button
            key={thread.id}
            type="button"
            className={styles.row}
            disabled={closed}
            onClick={() => onChoose(thread)}
          >
            <Avatar
              name={contactName(thread.contact)}
              seed={thread.contact_id}
              windowExpiresAt={thread.window_expires_at}
              now={now}
            />
            <bdi className={styles.name}>{contactName(thread.contact)}</bdi>
            {channel?.sandbox && <SandboxTag />}
            {closed && <span className={styles.note}>{t`Window closed`}</span>}
          </button>
        );
      })}
    </div>
  );
}
